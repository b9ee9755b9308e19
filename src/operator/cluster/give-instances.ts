import type { Cluster } from '../../kinds/cluster.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { Profile } from '../../kinds/profile.ts'
import { equalJson } from '../../objects/json.ts'
import { dependencyLabel } from '../extension-instance/names.ts'
import { givenName } from './given-name.ts'

/** On an instance: which profile gave it. */
export const profileLabel = 'outrigger.dev/profile'

/** An instance that a profile gives. */
export interface GivenInstance {
  readonly name: string
  readonly extension: string
  readonly profile: string
  readonly spec: JsonRecord
  /** `put-back` replaces all that an instance says. */
  readonly write: 'create' | 'put-back'
}

export interface Gifts {
  readonly write: readonly GivenInstance[]
  /** Names of the instances in the Cluster's namespace that profiles give here, written or not. */
  readonly names: readonly string[]
  /** What cannot be given before somebody does something, one sentence each. */
  readonly obstacles: readonly string[]
  /** What stands in the place of something that is enforced and is left as it is. */
  readonly stands: readonly string[]
  /** What was given before or is there by now, and what a user took away: for the status. */
  readonly initial: readonly string[]
  readonly removed: readonly { readonly extension: string; readonly profile: string }[]
}

export interface GiveInputs {
  readonly cluster: Cluster
  /** The strongest first. */
  readonly profiles: readonly Profile[]
  /** All that are for this cluster. */
  readonly instances: readonly ExtensionInstance[]
  /** Whatever has a name in the Cluster's namespace, for this cluster or another. */
  readonly instanceAt: (name: string) => ExtensionInstance | undefined
}

/**
 * What the profiles of a cluster give it. Where two speak of one extension the stronger is heard. An instance of the extension on
 * this cluster is what is given, whatever its name and whoever made it. What was there once and no longer is was taken away by
 * a user: it is remembered and does not come back, unless it is enforced. Whether anything is written is for others to decide.
 */
export function giveInstances(inputs: GiveInputs): Gifts {
  const { cluster, profiles, instances } = inputs
  const given = new Set(cluster.status.initial)
  const removed = new Map(
    (cluster.status.removed ?? []).map((one) => [one.extension, one.profile ?? '']),
  )
  const here = Map.groupBy(instances, ({ spec }) => spec.extension)
  const answers: Answer[] = []
  for (const { offer, profile } of strongest(profiles)) {
    const { extension, mode } = offer
    const found = bestOf(here.get(extension) ?? [], inputs)
    if (mode === 'enforced') removed.delete(extension)
    if (found !== undefined) {
      // What came because others need it goes with them, and is no gift.
      if (found.metadata.labels[dependencyLabel] !== 'true') given.add(extension)
      answers.push(answerTo(found, { offer, profile }, cluster))
    } else if (mode !== 'enforced' && (given.has(extension) || removed.has(extension))) {
      if (mode === 'default') removed.set(extension, profile)
    } else {
      answers.push(create({ offer, profile }, inputs))
    }
  }
  return {
    write: answers.flatMap(({ write }) => write ?? []),
    names: answers.flatMap(({ name }) => name ?? []),
    obstacles: answers.flatMap(({ obstacle }) => obstacle ?? []),
    stands: answers.flatMap(({ stands }) => stands ?? []),
    initial: [...given].toSorted((one, other) => (one < other ? -1 : 1)),
    removed: [...removed].map(([extension, profile]) => ({ extension, profile })),
  }
}

type Offer = Profile['spec']['extensions'][number]

interface Heard {
  readonly offer: Offer
  readonly profile: string
}

interface Answer {
  readonly name?: string
  readonly write?: GivenInstance
  readonly obstacle?: string
  readonly stands?: string
}

function strongest(profiles: readonly Profile[]): readonly Heard[] {
  const heard = new Map<string, Heard>()
  for (const { metadata, spec } of profiles)
    for (const offer of spec.extensions)
      if (!heard.has(offer.extension)) heard.set(offer.extension, { offer, profile: metadata.name })
  return [...heard.values()]
}

/** Which of several is taken for what is given: one that stays, in the Cluster's namespace, of a profile. */
function bestOf(
  found: readonly ExtensionInstance[],
  { cluster }: GiveInputs,
): ExtensionInstance | undefined {
  const rank = ({ metadata }: ExtensionInstance) =>
    (metadata.deletionTimestamp === undefined ? 0 : 4) +
    (metadata.namespace === cluster.spec.namespace ? 0 : 2) +
    (metadata.labels[profileLabel] === undefined ? 1 : 0)
  return found.toSorted(
    (one, other) => rank(one) - rank(other) || (keyOf(one) < keyOf(other) ? -1 : 1),
  )[0]
}

function keyOf({ metadata }: ExtensionInstance): string {
  return `${metadata.namespace}/${metadata.name}`
}

function answerTo(found: ExtensionInstance, { offer, profile }: Heard, cluster: Cluster): Answer {
  const { name, namespace } = found.metadata
  const isHere = namespace === cluster.spec.namespace
  if (offer.mode !== 'enforced') return isHere ? { name } : {}
  const which = keyOf(found)
  if (!isHere) {
    const what = `${which} stands in the place of ${offer.extension}`
    return { stands: `${what}, which Profile ${profile} enforces, and is left as it is` }
  }
  const { cluster: place, targetNamespace } = found.spec
  if (offer.targetNamespace !== undefined && offer.targetNamespace !== targetNamespace) {
    const said =
      targetNamespace === undefined ? 'no targetNamespace' : `targetNamespace ${targetNamespace}`
    const what = `ExtensionInstance ${which} has ${said}, which cannot be changed`
    const why = `and Profile ${profile} enforces ${offer.targetNamespace}`
    return { name, obstacle: `${what}, ${why}: delete that instance` }
  }
  const spec = {
    ...specOf(offer),
    ...(place === undefined ? {} : { cluster: place }),
    ...(targetNamespace === undefined ? {} : { targetNamespace }),
  }
  if (found.metadata.deletionTimestamp !== undefined || saysAlready(found, spec)) return { name }
  const { extension } = offer
  return { name, write: { name, extension, profile, spec, write: 'put-back' } }
}

function create({ offer, profile }: Heard, { cluster, instanceAt }: GiveInputs): Answer {
  const { extension } = offer
  const name = givenName(offer.name ?? extension, cluster)
  const other = instanceAt(name)
  if (other !== undefined) return { obstacle: occupied(other, { offer, profile }) }
  const place = cluster.spec.inCluster ? {} : { cluster: cluster.metadata.name }
  const spec = { ...specOf(offer), ...place }
  return { name, write: { name, extension, profile, spec, write: 'create' } }
}

function occupied(other: ExtensionInstance, { offer, profile }: Heard): string {
  const { spec } = other
  const where =
    spec.cluster === undefined ? "the operator's own cluster" : `cluster ${spec.cluster}`
  const what = `ExtensionInstance ${keyOf(other)} is of extension ${spec.extension} for ${where}`
  return `${what}, and ${offer.extension} of Profile ${profile} would have that name: name one of them otherwise`
}

function specOf(offer: Offer): JsonRecord {
  const { extension, version, parameters, parametersText, targetNamespace } = offer
  return {
    extension,
    enabled: true,
    ...(version === undefined ? {} : { version }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(parametersText === undefined ? {} : { parametersText }),
    ...(targetNamespace === undefined ? {} : { targetNamespace }),
  }
}

/** What an instance is taken to say where it says nothing. */
const unsaid: JsonRecord = { upgrade: 'auto', dependencies: 'wait', parametersFrom: [] }

function saysAlready({ spec }: ExtensionInstance, wanted: JsonRecord): boolean {
  return equalJson(spec, { ...unsaid, ...wanted })
}

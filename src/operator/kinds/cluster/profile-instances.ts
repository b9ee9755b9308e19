import { shortHash } from '../../pass/short-hash.ts'
import type { Cluster } from '../../../kinds/cluster.ts'
import type { ExtensionInstance } from '../../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../../kinds/json-value.ts'
import type { Profile } from '../../../kinds/profile.ts'
import {
  type Heard,
  bestInstance,
  instanceKey,
  isElsewhere,
  offeredSpec,
  specToPutBack,
  strongestOffers,
} from '../../clusters/profile-offers.ts'
import { dependencyLabel } from '../../pass/instance-names.ts'

/** An instance that a profile gives. */
export interface ProfileInstance {
  readonly name: string
  readonly extension: string
  readonly profile: string
  readonly spec: JsonRecord
  /** `put-back` replaces the whole spec of an instance. */
  readonly write: 'create' | 'put-back'
}

export interface ProfileInstances {
  readonly write: readonly ProfileInstance[]
  /** Names of the instances in the Cluster's namespace that profiles give here, written or not. */
  readonly names: readonly string[]
  /** The instances that cannot be created before somebody acts, one sentence each. */
  readonly obstacles: readonly string[]
  /** The instances that take the place of an enforced one and are left as they are. */
  readonly leftAsTheyAre: readonly string[]
  /**
   * The extensions that were given before or are there by now, and those that a user took away: for
   * the status.
   */
  readonly initial: readonly string[]
  readonly removed: readonly { readonly extension: string; readonly profile: string }[]
}

export interface ProfileInstanceInputs {
  readonly cluster: Cluster
  /** The strongest first. */
  readonly profiles: readonly Profile[]
  /** All that are for this cluster. */
  readonly instances: readonly ExtensionInstance[]
  /** The instance with a name in the Cluster's namespace, for this cluster or another. */
  readonly instanceAt: (name: string) => ExtensionInstance | undefined
}

/**
 * The instances that the profiles of a cluster give it. If two profiles name one extension, the
 * stronger one wins. An instance of the extension on this cluster counts as given, whatever its
 * name and its creator. If an extension was there once and no longer is, a user took it away: that
 * is remembered, and it does not come back unless it is enforced. The caller decides whether anything
 * is written.
 */
export function profileInstancesOf(inputs: ProfileInstanceInputs): ProfileInstances {
  const { cluster, profiles, instances } = inputs
  const given = new Set(cluster.status.initial)
  const removed = new Map(
    (cluster.status.removed ?? []).map((one) => [one.extension, one.profile ?? '']),
  )
  const here = Map.groupBy(instances, ({ spec }) => spec.extension)
  const answers: Answer[] = []
  for (const { offer, profile } of strongestOffers(profiles)) {
    const { extension, mode } = offer
    const found = bestInstance(here.get(extension) ?? [], cluster)
    if (mode === 'enforced') removed.delete(extension)
    if (found !== undefined) {
      // An instance that came because others need it goes with them, and is not from the profile.
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
    leftAsTheyAre: answers.flatMap(({ leftAsTheyAre }) => leftAsTheyAre ?? []),
    initial: [...given].toSorted((one, other) => (one < other ? -1 : 1)),
    removed: [...removed].map(([extension, profile]) => ({ extension, profile })),
  }
}

interface Answer {
  readonly name?: string
  readonly write?: ProfileInstance
  readonly obstacle?: string
  readonly leftAsTheyAre?: string
}

function answerTo(found: ExtensionInstance, { offer, profile }: Heard, cluster: Cluster): Answer {
  const { name, namespace } = found.metadata
  const isHere = namespace === cluster.spec.namespace
  if (offer.mode !== 'enforced') return isHere ? { name } : {}
  const which = instanceKey(found)
  if (!isHere) {
    const what = `${which} stands in the place of ${offer.extension}`
    return { leftAsTheyAre: `${what}, which Profile ${profile} enforces, and is left as it is` }
  }
  const { targetNamespace } = found.spec
  if (isElsewhere(found, offer)) {
    const said =
      targetNamespace === undefined ? 'no targetNamespace' : `targetNamespace ${targetNamespace}`
    const what = `ExtensionInstance ${which} has ${said}, which cannot be changed`
    const why = `and Profile ${profile} enforces ${offer.targetNamespace}`
    return { name, obstacle: `${what}, ${why}: delete that instance` }
  }
  const spec = specToPutBack(found, offer)
  if (spec === undefined) return { name }
  const { extension } = offer
  return { name, write: { name, extension, profile, spec, write: 'put-back' } }
}

function create({ offer, profile }: Heard, { cluster, instanceAt }: ProfileInstanceInputs): Answer {
  const { extension } = offer
  const name = givenName(offer.name ?? extension, cluster)
  const other = instanceAt(name)
  if (other !== undefined) return { obstacle: occupied(other, { offer, profile }) }
  const place = cluster.spec.inCluster ? {} : { cluster: cluster.metadata.name }
  const spec = { ...offeredSpec(offer), ...place }
  return { name, write: { name, extension, profile, spec, write: 'create' } }
}

function occupied(other: ExtensionInstance, { offer, profile }: Heard): string {
  const { spec } = other
  const where =
    spec.cluster === undefined ? "the operator's own cluster" : `cluster ${spec.cluster}`
  const what = `ExtensionInstance ${instanceKey(other)} is of extension ${spec.extension} for ${where}`
  return `${what}, and ${offer.extension} of Profile ${profile} would have that name: name one of them otherwise`
}

// A release is named like its instance, and Helm's names end there.
const longestName = 53
const hashLength = 8

/** The name of an instance that a profile gives: with that of the cluster, for many may share a namespace. */
function givenName(name: string, { metadata, spec }: Cluster): string {
  if (spec.inCluster) return name
  const full = `${metadata.name}-${name}`
  if (full.length <= longestName) return full
  const head = full.slice(0, longestName - hashLength - 1).replace(/[-.]+$/, '')
  return `${head}-${shortHash(full, hashLength)}`
}

import type { Cluster } from '../../kinds/cluster.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { Profile } from '../../kinds/profile.ts'
import { equalJson } from '../../objects/json.ts'

/** An instance that a profile gives. */
export interface GivenInstance {
  readonly name: string
  readonly profile: string
  readonly spec: JsonRecord
  /** `once` is only created, `always` is also put back. */
  readonly write: 'once' | 'always'
}

export interface Gifts {
  readonly write: readonly GivenInstance[]
  /** Names of all instances that profiles give here, written or not. */
  readonly names: readonly string[]
  /** What has been given once, and what a user took away: for the status. */
  readonly initial: readonly string[]
  readonly removed: readonly { readonly extension: string; readonly profile: string }[]
}

export interface GiveInputs {
  readonly cluster: Cluster
  /** The strongest first. */
  readonly profiles: readonly Profile[]
  readonly instances: readonly ExtensionInstance[]
}

/**
 * What the profiles of a cluster give it. Where two speak of one extension the stronger is heard. What was given once and is
 * no longer there was taken away by a user: it is remembered and does not come back, unless it is enforced.
 */
export function giveInstances({ cluster, profiles, instances }: GiveInputs): Gifts {
  const given = new Set(cluster.status.initial)
  const removed = new Map(
    (cluster.status.removed ?? []).map((one) => [one.extension, one.profile ?? '']),
  )
  const write: GivenInstance[] = []
  const names: string[] = []
  for (const { offer, profile } of strongest(profiles)) {
    const { extension, mode } = offer
    const name = offer.name ?? extension
    const wanted = { name, profile, spec: specOf(offer, cluster) }
    const found = instances.find(({ metadata }) => metadata.name === name)
    const isGone = found === undefined && given.has(extension)
    if (mode === 'enforced') {
      removed.delete(extension)
      if (found === undefined || !saysAlready(found, wanted.spec))
        write.push({ ...wanted, write: 'always' })
    } else if (isGone) {
      if (mode === 'default') removed.set(extension, profile)
      continue
    } else if (found === undefined && !removed.has(extension)) {
      write.push({ ...wanted, write: 'once' })
    } else if (found === undefined) continue
    given.add(extension)
    names.push(name)
  }
  return {
    write,
    names,
    initial: [...given].toSorted((one, other) => (one < other ? -1 : 1)),
    removed: [...removed].map(([extension, profile]) => ({ extension, profile })),
  }
}

type Offer = Profile['spec']['extensions'][number]

function strongest(
  profiles: readonly Profile[],
): readonly { readonly offer: Offer; readonly profile: string }[] {
  const heard = new Map<string, { readonly offer: Offer; readonly profile: string }>()
  for (const { metadata, spec } of profiles)
    for (const offer of spec.extensions)
      if (!heard.has(offer.extension)) heard.set(offer.extension, { offer, profile: metadata.name })
  return [...heard.values()]
}

function specOf(offer: Offer, { metadata, spec }: Cluster): JsonRecord {
  const { extension, version, parameters, parametersText, targetNamespace } = offer
  return {
    extension,
    enabled: true,
    ...(spec.inCluster ? {} : { cluster: metadata.name }),
    ...(version === undefined ? {} : { version }),
    ...(parameters === undefined ? {} : { parameters }),
    ...(parametersText === undefined ? {} : { parametersText }),
    ...(targetNamespace === undefined ? {} : { targetNamespace }),
  }
}

const enforcedFields = ['enabled', 'version', 'parameters', 'parametersText'] as const

function saysAlready({ spec }: ExtensionInstance, wanted: JsonRecord): boolean {
  return enforcedFields.every((field) => equalJson(spec[field], wanted[field]))
}

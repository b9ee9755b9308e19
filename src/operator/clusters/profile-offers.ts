import type { Cluster } from '../../kinds/cluster.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { Profile } from '../../kinds/profile.ts'
import { equalJson } from '../../objects/json.ts'

/** On an instance: which profile gave it. */
export const profileLabel = 'outrigger.dev/profile'

export type ProfileOffer = Profile['spec']['extensions'][number]

/** An offer that counts, and the profile that makes it. */
export interface Heard {
  readonly offer: ProfileOffer
  readonly profile: string
}

/** The offers of profiles, the strongest first. Of two offers of one extension only the stronger counts. */
export function strongestOffers(profiles: readonly Profile[]): readonly Heard[] {
  const heard = new Map<string, Heard>()
  for (const { metadata, spec } of profiles)
    for (const offer of spec.extensions)
      if (!heard.has(offer.extension)) heard.set(offer.extension, { offer, profile: metadata.name })
  return [...heard.values()]
}

/** The instance that stands for an offer: first one that is not being deleted, then one in the Cluster's namespace, then one that a profile made. */
export function bestInstance(
  found: readonly ExtensionInstance[],
  cluster: Cluster,
): ExtensionInstance | undefined {
  const rank = ({ metadata }: ExtensionInstance) =>
    (metadata.deletionTimestamp === undefined ? 0 : 4) +
    (metadata.namespace === cluster.spec.namespace ? 0 : 2) +
    (metadata.labels[profileLabel] === undefined ? 1 : 0)
  return found.toSorted(
    (one, other) => rank(one) - rank(other) || (instanceKey(one) < instanceKey(other) ? -1 : 1),
  )[0]
}

export function instanceKey({ metadata }: ExtensionInstance): string {
  return `${metadata.namespace}/${metadata.name}`
}

/** The spec of an instance that is made of an offer. */
export function offeredSpec(offer: ProfileOffer): JsonRecord {
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

/** The spec that an enforced offer wants of an instance in the Cluster's namespace; undefined when it has it, or goes. */
export function specToPutBack(
  { metadata, spec }: ExtensionInstance,
  offer: ProfileOffer,
): JsonRecord | undefined {
  const { cluster, targetNamespace } = spec
  const wanted = {
    ...offeredSpec(offer),
    ...(cluster === undefined ? {} : { cluster }),
    ...(targetNamespace === undefined ? {} : { targetNamespace }),
  }
  const isSaid = equalJson(spec, { ...unsaid, ...wanted })
  return metadata.deletionTimestamp !== undefined || isSaid ? undefined : wanted
}

/** Where an enforced instance cannot be changed into the one that is offered. */
export function isElsewhere({ spec }: ExtensionInstance, offer: ProfileOffer): boolean {
  return offer.targetNamespace !== undefined && offer.targetNamespace !== spec.targetNamespace
}

/** The values of fields that an instance does not give. */
const unsaid: JsonRecord = { upgrade: 'auto', dependencies: 'wait', parametersFrom: [] }

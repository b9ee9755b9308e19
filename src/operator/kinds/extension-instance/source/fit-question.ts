import type { Offer } from '../../../../catalog/choice/offer.ts'
import type { Extension } from '../../../../kinds/extension.ts'
import type { ExtensionInstance } from '../../../../kinds/extension-instance.ts'
import type { JsonRecord } from '../../../../kinds/json-value.ts'
import type { ClusterSeen } from '../observation.ts'

/** A source, and where it would go. */
export interface FitQuestion {
  readonly offer: Offer
  /** The state of a tag that would be used; the one that it is in now when undefined. */
  readonly digest: string | undefined
  readonly instance: ExtensionInstance
  readonly extension: Extension
  readonly cluster: ClusterSeen
  readonly parameters: JsonRecord
  /** The global values of the profiles of the cluster. */
  readonly globals: JsonRecord
}

import type { Written } from '../../kube/answer.ts'
import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { KubeError } from '../../kube/errors.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { ConflictPolicy, FieldConflict } from './field-conflict.ts'

export interface HelmApply {
  readonly client: KubeClient
  readonly resource: ApiResource
  /** With the metadata that says whose it is. */
  readonly object: KubeObject
  readonly conflicts: ConflictPolicy
  /** Everything but keeping the result. */
  readonly dryRun?: boolean
  /** The object as it was read before; needed to take over what Helm wrote from the client's side. */
  readonly live?: KubeObject
  /** How much of the object is wanted back; all of it by default. */
  readonly answer?: 'metadata'
}

export type HelmApplied =
  | {
      readonly did: 'applied'
      readonly written: Written
      readonly taken: readonly FieldConflict[]
      readonly yielded: readonly FieldConflict[]
    }
  | {
      readonly did: 'conflict'
      readonly conflicts: readonly FieldConflict[]
      readonly error: KubeError
    }

/** The name under which Helm owns fields. */
export const helmManager = 'helm'

/** How what Helm, or its server in Helm 2, wrote from the client's side is handed over to Helm applying on the server. */
export const helmMigration = { updaters: [helmManager, 'tiller'], applier: helmManager }

import type { KubeClient } from '../kube/client.ts'
import type { GroupVersionKind, KubeObject } from '../objects/kube-object.ts'
import type { JsonObject } from '../objects/json.ts'

/** A release on a cluster, there or not. */
export interface ReleaseTarget {
  readonly client: KubeClient
  readonly namespace: string
  readonly name: string
}

/** Labels of a record. */
export type Labels = Readonly<Record<string, string>>

/** The status of a revision, in Helm's words. */
export type ReleaseStatus =
  | 'unknown'
  | 'deployed'
  | 'uninstalled'
  | 'superseded'
  | 'failed'
  | 'uninstalling'
  | 'pending-install'
  | 'pending-upgrade'
  | 'pending-rollback'

/**
 * One revision of a release as Helm stores it: plain JSON with Helm's own field names, so that fields of other versions of
 * Helm survive. Change it by spreading; `printRelease` puts the fields into Helm's order.
 */
export type ReleaseRecord = JsonObject & {
  readonly name: string
  readonly info: ReleaseInfo
  readonly chart: StoredChart
  /** The values of the user; absent when there are none. */
  readonly config?: JsonObject
  /** Absent when nothing was rendered. */
  readonly manifest?: string
  readonly hooks?: readonly StoredHook[]
  /** The revision, from 1. */
  readonly version: number
  readonly namespace: string
  /** Absent means client-side, which is all that Helm 3 knows. */
  readonly apply_method?: string
}

/** Times are RFC 3339; Helm 3 writes `""` and Helm 4 nothing where there is none. */
export type ReleaseInfo = JsonObject & {
  readonly first_deployed?: string
  readonly last_deployed?: string
  readonly deleted?: string
  readonly description?: string
  readonly status: ReleaseStatus
  readonly notes?: string
}

/** The chart of a revision, without its subcharts; their defaults are in `values`. */
export type StoredChart = JsonObject & {
  /** Chart.yaml, without what is empty. */
  readonly metadata: JsonObject
  readonly lock: JsonObject | null
  readonly templates: readonly StoredFile[] | null
  readonly values: JsonObject | null
  /** values.schema.json in base64. */
  readonly schema: string | null
  readonly schemamodtime?: string
  readonly files: readonly StoredFile[] | null
  readonly modtime?: string
}

/** A file of a chart; `data` is base64. */
export type StoredFile = JsonObject & {
  readonly name: string
  readonly data: string | null
  readonly modtime?: string
}

export type StoredHook = JsonObject & {
  readonly name: string
  readonly kind: string
  readonly path: string
  readonly manifest: string
  readonly events: readonly string[]
  readonly last_run: HookRun
  readonly weight?: number
  readonly delete_policies?: readonly string[]
  readonly output_log_policies?: readonly string[]
}

export type HookPhase = '' | 'Unknown' | 'Running' | 'Succeeded' | 'Failed'

export type HookRun = JsonObject & {
  readonly started_at?: string
  readonly completed_at?: string
  readonly phase: HookPhase
}

/** An object of a release as events name it. */
export interface ObjectName extends GroupVersionKind {
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  readonly name: string
}

/** The events that a verb tells while it works. None of them carries values of Secrets. */
export type ReleaseEvent =
  | { readonly type: 'step'; readonly step: string }
  | { readonly type: 'recorded'; readonly revision: number; readonly status: ReleaseStatus }
  | {
      readonly type: 'object'
      readonly object: ObjectName
      readonly did: 'created' | 'changed' | 'unchanged' | 'deleted' | 'kept' | 'adopted'
      /** The object as the server answered, of what was applied; its metadata at least. */
      readonly live?: KubeObject
    }
  | {
      readonly type: 'waiting'
      readonly object: ObjectName
      readonly status: 'in-progress' | 'ready' | 'failed' | 'terminating' | 'absent'
      /** Why it is not ready, for a person. */
      readonly reason: string
    }
  | {
      readonly type: 'hook'
      readonly event: string
      readonly object: ObjectName
      readonly phase: HookPhase
    }
  /** A line that a container of a hook wrote. */
  | {
      readonly type: 'log'
      readonly object: ObjectName
      readonly pod: string
      readonly container: string
      readonly text: string
    }
  /** An object that the chart brings, too, and that is somebody else's, or a field of one that was left to somebody else. */
  | { readonly type: 'left-alone'; readonly object: ObjectName; readonly message: string }
  /** An image that comes from elsewhere than it should, and is let be. */
  | { readonly type: 'foreign-image'; readonly message: string }
  | { readonly type: 'warning'; readonly object?: ObjectName; readonly message: string }

/** Whether all objects of a revision came to the cluster: those of one that failed may have been there before. */
export function wasDeployed({ info }: ReleaseRecord): boolean {
  return info.status === 'deployed' || info.status === 'superseded'
}

/** Whether a status says that somebody is, or was, in the middle of something, uninstalling included. */
export function isUnfinished(status: string): boolean {
  return isPending(status) || status === 'uninstalling'
}

/** Whether a status says that somebody is, or was, in the middle of something that makes a revision. */
export function isPending(status: string): boolean {
  return status.startsWith('pending-')
}

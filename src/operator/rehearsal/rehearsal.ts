import type { Plan } from '../../release/plan/plan.ts'
import type { StaleRevision } from '../../release/stored/renew-stored.ts'

/**
 * The meaning of an upgrade of Kubernetes for the extensions of a cluster. Plain data; it holds no
 * secrets.
 */
export interface Rehearsal {
  readonly cluster: string
  /** The version of Kubernetes that it has. */
  readonly from: string
  readonly to: string
  /** The instances, dependencies before their dependents. */
  readonly instances: readonly RehearsedInstance[]
  /** The notices that concern no single instance. */
  readonly notices: readonly string[]
}

export interface SourceName {
  /** Of the extension. */
  readonly version: string
  /** The address with its version or tag. */
  readonly source: string
}

export interface RehearsedInstance {
  /** `namespace/name`. */
  readonly instance: string
  readonly extension: string
  /** Of the release, when the rehearsal began. */
  readonly revision: number | undefined
  /** Undefined while nothing is installed. */
  readonly now: SourceName | undefined
  /** The source that it has when all is done. */
  readonly later: SourceName | undefined
  /** The move that must happen before Kubernetes moves. */
  readonly before: Move | undefined
  /** The move that happens once Kubernetes is the new one. */
  readonly after: Move | undefined
  /** Sources that the new version rules out: by the chart's own range, or by objects of kinds that are gone. */
  readonly unfit: readonly string[]
  /** Stored revisions that name such kinds, by when they can be rewritten. */
  readonly stored: {
    readonly before: readonly StaleRevision[]
    readonly after: readonly StaleRevision[]
  }
  /** The obstacles to the upgrade. */
  readonly blocks: readonly string[]
  readonly notices: readonly string[]
  /** The hold that keeps it from moving, whatever is offered: it is not waited for. */
  readonly held: HoldReason | undefined
  /** Why it was not ready before, whatever Kubernetes there is: it blocks nothing and is not waited for. */
  readonly broken: string | undefined
}

/** The same without names. */
export type Findings = Omit<RehearsedInstance, 'instance' | 'extension'>

/** The hold on a Plugin: a rollback pinned a revision, or somebody suspended it. */
export type HoldReason =
  | { readonly by: 'pin'; readonly revision: number }
  | { readonly by: 'suspend' }

export interface Move {
  /** Another source, or the same one that renders differently. */
  readonly because: 'source' | 'render'
  readonly from: SourceName
  readonly to: SourceName
  /** The changes to come. */
  readonly plan: Plan
}

export type Phase = 'before' | 'after'

/** Whether something stands in the way. */
export function isBlocked({ instances }: Pick<Rehearsal, 'instances'>): boolean {
  return instances.some(({ blocks }) => blocks.length > 0)
}

/** Whether anything is to be done in a phase. */
export function hasWork({ instances }: Pick<Rehearsal, 'instances'>, phase: Phase): boolean {
  return instances.some((one) => one[phase] !== undefined || one.stored[phase].length > 0)
}

/** Why an instance is held, and what lets go of it; undefined when nothing holds it. */
export function heldText({
  instance,
  held,
}: Pick<RehearsedInstance, 'instance' | 'held'>): string | undefined {
  if (held?.by !== 'pin') return held && 'its Plugin is suspended'
  const name = instance.slice(instance.indexOf('/') + 1)
  return `revision ${held.revision} is held by a rollback until instance set ${name} --unpin`
}

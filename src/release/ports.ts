import type { ReleaseFacts } from '../chart/render/render-values.ts'
import type { RenderRound } from '../chart/render/render-round.ts'
import type { RenderRequest } from '../chart/render/render.ts'
import type { FetchDocument } from '../chart/render/with-documents.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Discovery } from '../kube/discovery/discovery.ts'
import type { ReleaseStore } from './record/store.ts'
import type { LockRelease } from './release-lock.ts'
import type { ReleaseEvent } from './release.ts'
import type { RenderInput, RenderedRelease } from './render/render-input.ts'

/** Everything that the verbs read and write. */
export interface ReleasePorts {
  readonly client: KubeClient
  readonly discovery: Discovery
  readonly store: ReleaseStore
  /** Our name in the Lease of a release: another one in every process. */
  readonly identity: string
  /** Whether another holder is known to have died, so that nobody waits for the end of its Lease. */
  readonly isDead?: (identity: string) => boolean
  /** Fresh entropy for one render. */
  readonly entropy: () => RenderRequest['entropy']
  readonly report: (event: ReleaseEvent) => void
  /** Renders one round, such as on another thread; here by default. */
  readonly round?: RenderRound
  /** Brings documents that schemas refer to; such schemas are refused by default. Of a `round` that is given, its maker says. */
  readonly documents?: FetchDocument
  /** Gives a render, such as one from before; renders by default. */
  readonly render?: (
    input: RenderInput,
    release: ReleaseFacts,
    signal: AbortSignal,
  ) => Promise<RenderedRelease>
  /** Waits for objects of a cluster, such as hooks, without holding what others need; just waits by default. */
  readonly offWorker?: <T>(wait: () => Promise<T>) => Promise<T>
  /** The differences for a caller that leads; see `leaderPorts`. */
  readonly leader?: LeaderPorts
}

/**
 * For one process that holds leadership over all releases that it works on, and starts again from a request that it keeps
 * itself: it needs no Lease for each release and no Secret of ours for the intent.
 */
export interface LeaderPorts {
  /** Keeps others away from a release while a verb works on it. */
  readonly lock: LockRelease
  /**
   * Acts with the rights of the leader itself, where the verbs act as an account that may do less: it looks whose an object is
   * and whether somebody else is at work. It is never asked for what objects hold.
   */
  readonly client?: KubeClient
}

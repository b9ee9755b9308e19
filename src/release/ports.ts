import type { ReleaseFacts } from '../chart/render-values.ts'
import type { RenderRound } from '../chart/render-round.ts'
import type { RenderRequest } from '../chart/render.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Discovery } from '../kube/discovery/discovery.ts'
import type { ReleaseStore } from './record/store.ts'
import type { HoldRelease } from './held.ts'
import type { ReleaseEvent } from './release.ts'
import type { RenderWish, RenderedRelease } from './render-wish.ts'

/** What the verbs need of the world. */
export interface ReleasePorts {
  readonly client: KubeClient
  readonly discovery: Discovery
  readonly store: ReleaseStore
  /** Who we are in the Lease of a release: another one in every process. */
  readonly identity: string
  /** Whether another holder is known to have died, so that nobody waits for the end of its Lease. */
  readonly isDead?: (identity: string) => boolean
  /** Fresh draws for one render. */
  readonly draws: () => RenderRequest['draws']
  readonly report: (event: ReleaseEvent) => void
  /** Renders one round, such as on another thread; here unless told. */
  readonly round?: RenderRound
  /** Gives a render, such as one from before; renders unless told. */
  readonly render?: (
    wish: RenderWish,
    release: ReleaseFacts,
    signal: AbortSignal,
  ) => Promise<RenderedRelease>
  /** What changes for a caller that leads; see `leaderPorts`. */
  readonly leader?: LeaderPorts
}

/**
 * For one process that holds leadership over all releases that it works on, and starts again from a wish that it keeps
 * itself: it needs no Lease for each release and no Secret of ours for the intent.
 */
export interface LeaderPorts {
  /** Keeps others away from a release while a verb works on it. */
  readonly hold: HoldRelease
}

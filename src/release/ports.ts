import type { RenderRequest } from '../chart/render.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Discovery } from '../kube/discovery/discovery.ts'
import type { ReleaseStore } from './record/store.ts'
import type { ReleaseEvent } from './release.ts'

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
}

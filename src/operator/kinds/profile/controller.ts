import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import { KeyedQueue } from '../../../controller/queue.ts'
import { type Reconcile, runWorkers } from '../../../controller/worker.ts'
import type { Cluster } from '../../../kinds/cluster.ts'
import type { Extension } from '../../../kinds/extension.ts'
import type { Profile } from '../../../kinds/profile.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import { type ControllerPass, passOptions, queueOptions } from '../../pass/pass-options.ts'
import { reconcile } from '../../pass/reconcile.ts'
import type { KindStore } from '../../pass/kind-store.ts'
import { profilePass } from './profile-pass.ts'
import { wakeProfiles } from './wake.ts'

export interface ProfileControllerOptions {
  readonly client: FencedClient
  readonly recorder: EventRecorder
  readonly profiles: KindStore<Profile>
  readonly clusters: KindStore<Cluster>
  readonly extensions: KindStore<Extension>
  readonly passed?: (outcome: ControllerPass) => void
}

const concurrency = 2

/**
 * Says of every Profile which clusters it applies to. The passes of those clusters write its
 * instances.
 */
export function createProfileController(options: ProfileControllerOptions) {
  const { client, profiles, clusters, extensions } = options
  const { clock } = client
  const queue = new KeyedQueue(queueOptions('profile', options))
  wakeProfiles(options, queue)
  const kind = profilePass(options)
  const pass: Reconcile = (key, signal, { id: passId }) =>
    reconcile(key, kind, { ...options, passId }, signal)
  return {
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all(
        [profiles, clusters, extensions].map(({ informer }) => informer.untilSynced(signal)),
      )
      await runWorkers(
        queue,
        pass,
        { clock, concurrency, ...passOptions('profile', options) },
        signal,
      )
    },
  }
}

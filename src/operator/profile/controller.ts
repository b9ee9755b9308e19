import type { EventRecorder } from '../../controller/events/event-recorder.ts'
import { KeyedQueue } from '../../controller/queue.ts'
import { type PassOutcome, type PassResult, runWorkers } from '../../controller/worker.ts'
import { nameOf } from '../../objects/kube-object.ts'
import type { Cluster } from '../../kinds/cluster.ts'
import type { Finding } from '../../kinds/conditions.ts'
import { type Profile, profileKind } from '../../kinds/profile.ts'
import type { KubeClient } from '../../kube/client.ts'
import { type StatusWish, applyStatus } from '../apply-status.ts'
import { eventOfStatus } from '../event-of-status.ts'
import type { KindShelf } from '../kind-shelf.ts'
import { matchingProfiles } from './matching-profiles.ts'

export interface ProfileControllerOptions {
  readonly client: KubeClient
  readonly recorder: EventRecorder
  readonly profiles: KindShelf<Profile>
  readonly clusters: KindShelf<Cluster>
  readonly passed?: (outcome: PassOutcome) => void
}

const concurrency = 2
const mostClusters = 1024
const rest: PassResult = { do: 'rest' }

/** Says of every Profile which clusters it applies to. What it gives is written by their passes. */
export function createProfileController(options: ProfileControllerOptions) {
  const { client, recorder, profiles, clusters } = options
  const { clock, random } = client
  const queue = new KeyedQueue({ clock, random })
  profiles.informer.addHandler(({ object }) => queue.add(nameOf(object)))
  clusters.informer.addHandler((change) => {
    const isSame =
      change.type === 'modified' &&
      JSON.stringify(change.before.metadata['labels']) ===
        JSON.stringify(change.object.metadata['labels'])
    if (isSame) return
    for (const { metadata } of profiles.values()) queue.add(metadata.name)
  })
  const pass = async (key: string, signal: AbortSignal): Promise<PassResult> => {
    const known = profiles.at(key)
    if (known === undefined) return rest
    const { object, parsed } = known
    const wish = parsed.ok
      ? statusOf(parsed.value, clusters.values())
      : unreadable(parsed.metadata.generation, parsed.problems)
    const event = eventOfStatus(object, wish.findings, 'message')
    if (event !== undefined) recorder.record(object, event)
    const written = await applyStatus(client, profileKind, object, wish, signal)
    if (written !== undefined) profiles.note(written)
    return rest
  }
  return {
    run: async (signal: AbortSignal): Promise<void> => {
      await Promise.all([profiles, clusters].map(({ informer }) => informer.untilSynced(signal)))
      const passed = options.passed === undefined ? {} : { passed: options.passed }
      await runWorkers(queue, pass, { clock, concurrency, ...passed }, signal)
    },
  }
}

function statusOf(profile: Profile, clusters: readonly Cluster[]): StatusWish {
  const names = clusters
    .filter(({ metadata }) => matchingProfiles([profile], metadata.labels).length > 0)
    .map(({ metadata }) => metadata.name)
    .toSorted((one, other) => (one < other ? -1 : 1))
  const observedGeneration = profile.metadata.generation
  const message = `applies to ${names.length} clusters`
  const about = { reason: 'Valid', message, observedGeneration } as const
  const findings: readonly Finding[] = [
    { type: 'Ready', status: 'True', ...about },
    { type: 'Valid', status: 'True', ...about },
  ]
  return { findings, fields: names.length === 0 ? {} : { clusters: names.slice(0, mostClusters) } }
}

function unreadable(
  observedGeneration: number,
  problems: readonly { readonly path: string; readonly message: string }[],
): StatusWish {
  const message = problems.map(({ path, message: text }) => `${path} ${text}`).join('; ')
  const about = { status: 'False', reason: 'InvalidSpec', message, observedGeneration } as const
  return {
    findings: [
      { type: 'Ready', ...about },
      { type: 'Valid', ...about },
    ],
    fields: {},
  }
}

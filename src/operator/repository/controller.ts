import type { Refresh } from '../../catalog/refresh/refresh-thread.ts'
import type { ControllerMetrics } from '../../controller/metrics.ts'
import type { EventRecorder } from '../../controller/events/event-recorder.ts'
import { keyOf } from '../../controller/object-store.ts'
import { KeyedQueue } from '../../controller/queue.ts'
import type { SharedInformers } from '../../controller/shared-informers.ts'
import { type PassOutcome, runWorkers } from '../../controller/worker.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { parseRepository, repositoryKind } from '../../kinds/repository.ts'
import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/get-object.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { secrets } from '../../release/record/driver.ts'
import type { AddressPolicy } from '../../sources/policy/judge.ts'
import { originOf } from './book-entry.ts'
import { reconcileRepository, type RepositoryPorts } from './reconcile.ts'
import type { RefreshState } from './refresh-state.ts'
import { RepositoryBook } from './repository-book.ts'
import { describeIndex } from './status.ts'
import { writeStatus } from './write-status.ts'

export interface RepositoryControllerOptions {
  readonly client: KubeClient
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  /** Reads indexes somewhere else than on this thread. */
  readonly refresh: Refresh
  readonly policy: AddressPolicy
  readonly indexFolder: string
  readonly platformNamespace: string
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: PassOutcome) => void
}

/** The Repositories of a cluster, kept up to date. */
export interface RepositoryController {
  /** What is known of them; filled while it runs. */
  readonly book: RepositoryBook
  /** Works until the signal. The informers run elsewhere. */
  readonly run: (signal: AbortSignal) => Promise<void>
}

const concurrency = 4
const bySecret = 'secret'

/** Prepares to look after Repositories. */
export function createRepositoryController(
  options: RepositoryControllerOptions,
): RepositoryController {
  const { client, informers, metrics } = options
  const observer = metrics?.queue('repository')
  const { clock, random } = client
  const queue = new KeyedQueue({ clock, random, ...(observer === undefined ? {} : { observer }) })
  const book = new RepositoryBook(options.platformNamespace)
  const repositories = informers.informer({ resource: resourceOf(repositoryKind) }, {})
  repositories.addIndex(bySecret, secretsOf)
  repositories.addHandler(({ object }) => queue.add(keyOf(object)))
  // A rotated Secret is a reason to look again; what is in it is read by whoever needs it.
  const changedSecrets = informers.informer({ resource: secrets }, { metadataOnly: true })
  changedSecrets.addHandler(({ object }) => {
    for (const one of repositories.byIndex(bySecret, keyOf(object))) queue.add(keyOf(one))
  })
  const states = new Map<string, RefreshState>()
  const ports = portsOf(options, book, states, (key) => repositories.get(key))
  const pass = (key: string, inner: AbortSignal) => reconcileRepository(key, ports, inner)
  return {
    book,
    run: async (signal) => {
      await Promise.all([repositories.untilSynced(signal), changedSecrets.untilSynced(signal)])
      const measured = metrics?.passed('repository')
      const passed = (outcome: PassOutcome) => {
        measured?.(outcome)
        options.passed?.(outcome)
      }
      await runWorkers(queue, pass, { clock, concurrency, passed }, signal)
    },
  }
}

function secretsOf(repository: KubeObject): readonly string[] {
  const namespace = textAt(repository, ['metadata', 'namespace'])
  const names = [
    textAt(repository, ['spec', 'credentials', 'secretName']),
    textAt(repository, ['spec', 'tls', 'caSecretName']),
  ]
  return names.flatMap((name) => (name === '' ? [] : [`${namespace}/${name}`]))
}

function portsOf(
  options: RepositoryControllerOptions,
  book: RepositoryBook,
  states: Map<string, RefreshState>,
  getRepository: (key: string) => KubeObject | undefined,
): RepositoryPorts {
  const { client, refresh, policy, indexFolder, platformNamespace } = options
  const now = () => client.clock.now()
  return {
    getRepository,
    getSecret: (namespace, name, signal) =>
      getObject(client, { resource: secrets, namespace, name }, {}, signal),
    getState: (key) => states.get(key),
    setState: (key, state) =>
      void (state === undefined ? states.delete(key) : states.set(key, state)),
    now,
    refresh,
    policy,
    indexFolder,
    platformNamespace,
    book,
    writeStatus: async (object, findings, signal) => {
      const parsed = parseRepository(object)
      const facts = {
        origin: parsed.ok ? originOf(parsed.value, platformNamespace) : 'custom',
        now: now(),
        before: parsed.ok ? parsed.value.status : {},
      } as const
      await writeStatus(client, object, findings, facts, signal)
    },
    tell: (object, before, state) => tell(options.recorder, object, before, state),
  }
}

// Only news: that an index is the same again is none.
function tell(
  recorder: EventRecorder,
  object: KubeObject,
  before: RefreshState | undefined,
  { failure, index }: RefreshState,
): void {
  if (failure !== undefined) {
    const note = failure.message
    recorder.record(object, { type: 'Warning', reason: 'RefreshFailed', action: 'Refresh', note })
  } else if (index !== undefined && index.digest !== before?.index?.digest) {
    const note = describeIndex(index.charts, index.versions)
    recorder.record(object, { type: 'Normal', reason: 'Refreshed', action: 'Refresh', note })
  }
}

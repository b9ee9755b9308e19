import type { Refresh } from '../../../catalog/refresh/refresh-thread.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import { splitKey } from '../../../controller/object-store.ts'
import { KeyedQueue } from '../../../controller/queue.ts'
import type { SharedInformers } from '../../../controller/shared-informers.ts'
import { type Reconcile, runWorkers } from '../../../controller/worker.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { type Repository, parseRepository, repositoryKind } from '../../../kinds/repository.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { secrets } from '../../../kube/objects/core-resources.ts'
import type { AddressPolicy } from '../../../sources/policy/judge.ts'
import { FairGate } from '../../../std/fair-gate.ts'
import { type ControllerPass, passOptions, queueOptions } from '../../pass/pass-options.ts'
import { KindStore } from '../../pass/kind-store.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { repositoryPass } from './repository-pass.ts'
import { wakeRepositories } from './wake.ts'
import { type KeptIndexes, indexFiles } from './act.ts'
import type { RefreshState } from './refresh-state.ts'
import { resourceOf as namedResource } from '../../pass/watched-objects.ts'
import { abortReason } from '../../../std/clock.ts'
import type { RunMirror } from '../../../mirror/job/mirror-job.ts'
import { actingAs } from '../../clusters/account.ts'
import { keepLock } from './mirror/keep-lock.ts'
import type { MirrorContext } from './mirror/mirror-pass.ts'
import { MirrorRuns } from './mirror/mirror-runs.ts'
import { secretReader } from '../../../kube/objects/secret-reader.ts'
import { RepositoryDirectory } from '../../sources/repository-directory.ts'

export interface RepositoryControllerOptions {
  readonly client: FencedClient
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  /** Reads indexes somewhere else than on this thread. */
  readonly refresh: Refresh
  readonly policy: AddressPolicy
  readonly indexFolder: string
  /** Where indexes of earlier processes are; in files of the index folder by default. */
  readonly indexes?: KeptIndexes
  readonly platformNamespace: string
  /** Brings charts and images to registries somewhere else than on this thread. */
  readonly runMirror: RunMirror
  /** Where mirrors keep charts between two runs. */
  readonly mirrorFolder: string
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: ControllerPass) => void
}

/** The Repositories of a cluster, kept up to date. */
export interface RepositoryController {
  /** The known Repositories; filled while it runs. */
  readonly directory: RepositoryDirectory
  /** Resolves when it is known which there are: none of them is taken for missing from then on. */
  readonly untilSynced: (signal: AbortSignal) => Promise<void>
  /** Works until the signal. The informers run elsewhere. */
  readonly run: (signal: AbortSignal) => Promise<void>
}

const concurrency = 4
/** Indexes of one namespace that are read at a time; of several half as many again. */
const mostReads = 8

/** Prepares to look after Repositories. */
export function createRepositoryController(
  options: RepositoryControllerOptions,
): RepositoryController {
  const { client, informers } = options
  const { clock } = client
  const queue = new KeyedQueue(queueOptions('repository', options))
  const repositories = informers.informer({ resource: resourceOf(repositoryKind) }, {})
  const isThere = (key: string) => repositories.get(key) !== undefined
  const directory = new RepositoryDirectory(options.platformNamespace, isThere)
  const changedSecrets = informers.informer({ resource: secrets }, { metadataOnly: true })
  wakeRepositories({ repositories, secrets: changedSecrets }, queue)
  const store = new KindStore(repositories, parseRepository)
  const readSecret = secretReader(client)
  const now = () => clock.now()
  const leading = new AbortController()
  const mirror = mirrorContextOf({
    ...options,
    readSecret,
    now,
    store,
    leading: leading.signal,
    ended: (key) => queue.add(key),
  })
  const context = {
    ...options,
    repositories: store,
    states: new Map<string, RefreshState>(),
    directory,
    indexes: options.indexes ?? indexFiles,
    readSecret,
    now,
    mirror,
  }
  const gate = new FairGate(mostReads)
  const pass: Reconcile = (key, inner, { id: passId, offWorker }) => {
    // A server that never answers holds a place of its namespace, and no worker.
    const refresh: Refresh = (job) =>
      offWorker('at-once', (signal) =>
        gate.run(splitKey(key).namespace, signal, () => options.refresh(job, signal)),
      )
    return reconcile(key, repositoryPass({ ...context, refresh }), { ...options, passId }, inner)
  }
  return {
    directory,
    untilSynced: (signal) => repositories.untilSynced(signal),
    run: async (signal) => {
      signal.addEventListener('abort', () => leading.abort(abortReason(signal)), { once: true })
      await Promise.all([repositories.untilSynced(signal), changedSecrets.untilSynced(signal)])
      const observed = passOptions('repository', options)
      await runWorkers(queue, pass, { clock, concurrency, ...observed }, signal)
    },
  }
}

interface MirrorParts
  extends RepositoryControllerOptions, Pick<MirrorContext, 'readSecret' | 'now' | 'leading'> {
  readonly store: KindStore<Repository>
  readonly ended: (key: string) => void
}

function mirrorContextOf({
  client,
  store,
  runMirror: run,
  ended,
  ...options
}: MirrorParts): MirrorContext {
  const { now } = options
  return {
    ...options,
    runs: new MirrorRuns({
      run,
      keepLock: async (key, { lock }, signal) => {
        const repository = store.value(key)
        if (repository === undefined) return
        // Outside the platform namespace an account of the tenant writes, as for everything else there.
        const actor = { metadata: repository.metadata, spec: {} }
        await keepLock(actingAs(client, actor, options), repository, lock, signal)
      },
      now,
      ended,
    }),
    readLock: (namespace, name, signal) =>
      getObject(client, { resource: namedResource('ConfigMap'), namespace, name }, {}, signal),
  }
}

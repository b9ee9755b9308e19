import type { Refresh } from '../../../catalog/refresh/refresh-thread.ts'
import type { ControllerMetrics } from '../../../controller/metrics.ts'
import type { EventRecorder } from '../../../controller/events/event-recorder.ts'
import { keyOf, splitKey } from '../../../controller/object-store.ts'
import { KeyedQueue } from '../../../controller/queue.ts'
import type { SharedInformers } from '../../../controller/shared-informers.ts'
import { type PassOutcome, type Reconcile, runWorkers } from '../../../controller/worker.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { parseRepository, repositoryKind } from '../../../kinds/repository.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { type Json, equalJson } from '../../../objects/json.ts'
import { type KubeObject, textAt } from '../../../objects/kube-object.ts'
import { secrets } from '../../../release/record/driver.ts'
import type { AddressPolicy } from '../../../sources/policy/judge.ts'
import { FairGate } from '../../../std/fair-gate.ts'
import { retryAnnotation } from '../../pass/plugin-names.ts'
import { passOptions } from '../../pass/pass-options.ts'
import { KindStore } from '../../pass/kind-store.ts'
import { reconcile } from '../../pass/reconcile.ts'
import { repositoryPass } from './repository-pass.ts'
import { type KeptIndexes, indexFiles } from './act.ts'
import type { RefreshState } from './refresh-state.ts'
import { RepositoryDirectory } from '../../sources/repository-directory.ts'

export interface RepositoryControllerOptions {
  readonly client: FencedClient
  readonly informers: SharedInformers
  readonly recorder: EventRecorder
  /** Reads indexes somewhere else than on this thread. */
  readonly refresh: Refresh
  readonly policy: AddressPolicy
  readonly indexFolder: string
  /** Where indexes of earlier processes are; in files of the index folder unless told. */
  readonly indexes?: KeptIndexes
  readonly platformNamespace: string
  readonly metrics?: ControllerMetrics
  readonly passed?: (outcome: PassOutcome) => void
}

/** The Repositories of a cluster, kept up to date. */
export interface RepositoryController {
  /** The known Repositories; filled while it runs. */
  readonly directory: RepositoryDirectory
  /** Works until the signal. The informers run elsewhere. */
  readonly run: (signal: AbortSignal) => Promise<void>
}

const concurrency = 4
/** Indexes of one namespace that are read at a time; of several half as many again. */
const mostReads = 8
const bySecret = 'secret'

/** Prepares to look after Repositories. */
export function createRepositoryController(
  options: RepositoryControllerOptions,
): RepositoryController {
  const { client, informers, metrics } = options
  const observer = metrics?.queue('repository')
  const { clock, random } = client
  const queue = new KeyedQueue({ clock, random, ...(observer === undefined ? {} : { observer }) })
  const directory = new RepositoryDirectory(options.platformNamespace)
  const repositories = informers.informer({ resource: resourceOf(repositoryKind) }, {})
  repositories.addIndex(bySecret, secretsOf)
  repositories.addHandler((change) => {
    const isNew = change.type !== 'modified' || isOwnInputChange(change.before, change.object)
    // A read on behalf of the state before is no longer of use.
    if (isNew) queue.addChanged(keyOf(change.object))
    else queue.add(keyOf(change.object))
  })
  // A rotated Secret is a reason to look again; what is in it is read by whoever needs it.
  const changedSecrets = informers.informer({ resource: secrets }, { metadataOnly: true })
  changedSecrets.addHandler(({ object }) => {
    for (const one of repositories.byIndex(bySecret, keyOf(object))) queue.add(keyOf(one))
  })
  const world = {
    ...options,
    repositories: new KindStore(repositories, parseRepository),
    states: new Map<string, RefreshState>(),
    directory,
    indexes: options.indexes ?? indexFiles,
    readSecret: (namespace: string, name: string, signal: AbortSignal) =>
      getObject(client, { resource: secrets, namespace, name }, {}, signal),
    now: () => clock.now(),
  }
  const gate = new FairGate(mostReads)
  const pass: Reconcile = (key, inner, { offWorker }) => {
    // A server that never answers holds a place of its namespace, and no worker.
    const refresh: Refresh = (job) =>
      offWorker('at-once', (signal) =>
        gate.run(splitKey(key).namespace, signal, () => options.refresh(job, signal)),
      )
    return reconcile(key, repositoryPass({ ...world, refresh }), options, inner)
  }
  return {
    directory,
    run: async (signal) => {
      await Promise.all([repositories.untilSynced(signal), changedSecrets.untilSynced(signal)])
      const observed = passOptions('repository', options)
      await runWorkers(queue, pass, { clock, concurrency, ...observed }, signal)
    },
  }
}

function isOwnInputChange(before: KubeObject, now: KubeObject): boolean {
  return !equalJson(inputOf(before), inputOf(now))
}

function inputOf(object: KubeObject): Json {
  return [
    object.metadata['generation'] ?? 0,
    textAt(object, ['metadata', 'deletionTimestamp']),
    textAt(object, ['metadata', 'annotations', retryAnnotation]),
  ]
}

function secretsOf(repository: KubeObject): readonly string[] {
  const namespace = textAt(repository, ['metadata', 'namespace'])
  const names = [
    textAt(repository, ['spec', 'credentials', 'secretName']),
    textAt(repository, ['spec', 'tls', 'caSecretName']),
  ]
  return names.flatMap((name) => (name === '' ? [] : [`${namespace}/${name}`]))
}

import { createHash } from 'node:crypto'
import { type Cluster, clusterKind } from '../../kinds/cluster.ts'
import type { PassResult } from '../../controller/worker.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/get-object.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import { checkChoices } from '../../sequence/check-choices.ts'
import { clusterConditions } from '../../sequence/cluster-conditions.ts'
import type { Mark } from '../../sequence/sequence.ts'
import { Watchdog } from '../../std/watchdog.ts'
import { applyStatus } from '../apply-status.ts'
import { eventOfStatus } from '../event-of-status.ts'
import { ownCluster } from '../own-cluster.ts'
import { dataOf } from '../plugin/prepare.ts'
import { resourceOf as namedResource } from '../plugin/watched-objects.ts'
import { matchingProfiles } from '../profile/matching-profiles.ts'
import { askCluster } from './ask-cluster.ts'
import { type Decision, decide } from './decide.ts'
import type { CredentialsSeen, GiftFailure, Observation } from './observation.ts'
import { statusOf } from './status.ts'
import type { ClusterWorld } from './world.ts'
import { writeGifts } from './write-gifts.ts'

// A cluster that accepts connections and says nothing must not hold up a pass for longer.
const patience = 10_000
// Passes that follow each other closely are about other things than the version.
const answerAge = 5_000
const rest: PassResult = { do: 'rest' }

/** One pass over one Cluster: observe, decide, act, tell. */
export async function reconcileCluster(
  name: string,
  world: ClusterWorld,
  signal: AbortSignal,
): Promise<PassResult> {
  const known = world.clusters.at(name)
  if (known === undefined) {
    await world.book.forget(name)
    return rest
  }
  if (!known.parsed.ok) return rest
  const seen = await observe(known.parsed.value, world, signal)
  const decided = decide(seen)
  const failures = await act(seen, decided, world, signal)
  const after = { ...seen, failures }
  const decision = failures.length === 0 ? decided : decide(after)
  const wish = statusOf(after, decision)
  const event = eventOfStatus(known.object, wish.findings, 'reason')
  if (event !== undefined) world.recorder.record(known.object, event)
  const written = await applyStatus(world.client, clusterKind, known.object, wish, signal)
  if (written !== undefined) world.clusters.note(written)
  return { do: 'look-again', after: decision.after }
}

async function observe(
  cluster: Cluster,
  world: ClusterWorld,
  signal: AbortSignal,
): Promise<Observation> {
  const { metadata, spec, status } = cluster
  const { skipConditions: skip, delegateConditions: delegate } = spec.features
  const found = await connect(cluster, world, signal)
  const { instances, plugins } = world
  // That something is for the operator's own cluster may also be said by saying nothing.
  const places = spec.inCluster ? ['', metadata.name] : [metadata.name]
  const untold = world.created.on(spec.inCluster ? undefined : metadata.name)
  return {
    cluster,
    problems: [...checkChoices(clusterConditions, { skip, delegate }), ...twinsOf(cluster, world)],
    credentials: found.credentials,
    answer: await ask(cluster, found.client, world, signal),
    marks: (status.conditions ?? []).flatMap(markOf),
    profiles: matchingProfiles(world.profiles.values(), metadata.labels),
    instances: [...places.flatMap((one) => instances.by('cluster', one)), ...untold],
    instanceAt: (name) => instances.value(`${spec.namespace}/${name}`),
    plugins: spec.inCluster
      ? plugins.values().filter((one) => places.includes(one.spec.cluster ?? ''))
      : plugins.by('cluster', metadata.name),
    failures: [],
    now: new Date(world.client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
  }
}

// An operator runs on one cluster.
function twinsOf({ metadata, spec }: Cluster, { clusters }: ClusterWorld): readonly string[] {
  if (!spec.inCluster) return []
  const own = ownCluster(clusters.values())?.metadata.name
  if (own === undefined || own === metadata.name) return []
  return [`inCluster is said by Cluster ${own} already, and there is one such cluster`]
}

const markReasons: ReadonlySet<string> = new Set([
  'Done',
  'Skipped',
  'Delegated',
  'Waiting',
  'Failed',
])

// An operator that a step was delegated to may have reasons of its own.
function markOf({
  type,
  status,
  reason,
  message,
}: NonNullable<Cluster['status']['conditions']>[number]): readonly Mark[] {
  if (!clusterConditions.steps.some(({ name }) => name === type)) return []
  const known = markReasons.has(reason)
    ? (reason as Mark['reason'])
    : status === 'True'
      ? 'Done'
      : 'Delegated'
  return [{ step: type, status, reason: known, message }]
}

interface Connected {
  readonly credentials: CredentialsSeen
  readonly client: KubeClient | undefined
}

async function connect(
  { metadata, spec }: Cluster,
  { client, book, watched, platformNamespace }: ClusterWorld,
  signal: AbortSignal,
): Promise<Connected> {
  if (spec.inCluster) return { credentials: { are: 'accepted' }, client }
  const { secretName = '', key = 'kubeconfig' } = spec.kubeconfig ?? {}
  const where = `Secret ${platformNamespace}/${secretName}`
  const stamp = await watched.versionOf('Secret', platformNamespace, secretName, signal)
  const target = {
    resource: namedResource('Secret'),
    namespace: platformNamespace,
    name: secretName,
  }
  const secret = stamp === undefined ? undefined : await getObject(client, target, {}, signal)
  const text = secret === undefined ? undefined : dataOf(secret)[key]
  if (stamp === undefined || text === undefined) {
    await book.forget(metadata.name)
    const message =
      secret === undefined
        ? `waits for ${where}, which does not exist`
        : `${where} has no key ${key}`
    return { credentials: { are: 'missing', message }, client: undefined }
  }
  try {
    const connection = await connectionOfSecret(text, where, { proxy: 'refuse' })
    // Labels and owners of the Secret are no reason to connect anew.
    const credentials = createHash('sha256').update(text).digest('hex')
    const own = await book.clientFor(metadata.name, credentials, connection)
    return { credentials: { are: 'accepted' }, client: own }
  } catch (error) {
    if (!isKubeError(error)) throw error
    await book.forget(metadata.name)
    return { credentials: { are: 'refused', message: error.message }, client: undefined }
  }
}

async function ask(
  { metadata, spec }: Cluster,
  client: KubeClient | undefined,
  { book, client: own, answers }: ClusterWorld,
  signal: AbortSignal,
): Promise<Observation['answer']> {
  if (client === undefined) return { silence: 'there is nothing to connect with' }
  const last = answers.get(client)
  if (last !== undefined && own.clock.monotonic() - last.at < answerAge) return last.answer
  const dog = new Watchdog(own.clock, patience, signal)
  try {
    const answer = await askCluster(client, dog.signal)
    if (!spec.inCluster) await book.untilSynced(metadata.name, dog.signal)
    answers.set(client, { answer, at: own.clock.monotonic() })
    return answer
  } catch (error) {
    if (signal.aborted) throw error
    const why = error instanceof Error ? error.message : String(error)
    return { silence: dog.isOver ? `it did not answer within ${patience / 1000} seconds` : why }
  } finally {
    dog.stop()
  }
}

async function act(
  { cluster, problems }: Observation,
  { isUsable, gives, gifts }: Decision,
  world: ClusterWorld,
  signal: AbortSignal,
): Promise<readonly GiftFailure[]> {
  const { name } = cluster.metadata
  world.book.mark(name, isUsable ? 'usable' : 'not-usable')
  if (!gives || problems.length > 0) return []
  return writeGifts(gifts.write, cluster, world, signal)
}

import { apiVersion } from '../../kinds/group.ts'
import { type Cluster, clusterKind } from '../../kinds/cluster.ts'
import { type ExtensionInstance, extensionInstanceKind } from '../../kinds/extension-instance.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { Profile } from '../../kinds/profile.ts'
import type { PassResult } from '../../controller/worker.ts'
import { applyObject } from '../../kube/apply-object.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/get-object.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import { createObject } from '../../kube/write-object.ts'
import { checkChoices } from '../../sequence/check-choices.ts'
import { clusterConditions } from '../../sequence/cluster-conditions.ts'
import type { Mark } from '../../sequence/sequence.ts'
import { Watchdog } from '../../std/watchdog.ts'
import { applyStatus } from '../apply-status.ts'
import type { KindShelf } from '../kind-shelf.ts'
import { dataOf } from '../plugin/prepare.ts'
import type { WatchedObjects } from '../plugin/watched-objects.ts'
import { resourceOf as namedResource } from '../plugin/watched-objects.ts'
import { matchingProfiles } from '../profile/matching-profiles.ts'
import { askCluster } from './ask-cluster.ts'
import type { ClusterBook } from './cluster-book.ts'
import { type Decision, decide } from './decide.ts'
import type { GivenInstance } from './give-instances.ts'
import type { Answer, CredentialsSeen, Observation } from './observation.ts'
import { statusOf } from './status.ts'

/** What a pass over a Cluster can ask. */
export interface ClusterWorld {
  /** The cluster that our own kinds are on. */
  readonly client: KubeClient
  readonly clusters: KindShelf<Cluster>
  readonly profiles: KindShelf<Profile>
  /** Indexed by `cluster`. */
  readonly instances: KindShelf<ExtensionInstance>
  /** Indexed by `cluster`. */
  readonly plugins: KindShelf<Plugin>
  readonly book: ClusterBook
  readonly watched: WatchedObjects
  /** What clusters said last, and when. */
  readonly answers: WeakMap<KubeClient, { readonly answer: Answer; readonly at: number }>
  readonly platformNamespace: string
}

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
  const decision = decide(seen)
  await act(seen, decision, world, signal)
  const wish = statusOf(seen, decision)
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
  const place = spec.inCluster ? '' : metadata.name
  return {
    cluster,
    problems: checkChoices(clusterConditions, { skip, delegate }),
    credentials: found.credentials,
    answer: await ask(cluster, found.client, world, signal),
    marks: (status.conditions ?? []).flatMap(markOf),
    profiles: matchingProfiles(world.profiles.values(), metadata.labels),
    instances: world.instances
      .by('cluster', place)
      .filter((one) => one.metadata.namespace === spec.namespace),
    plugins: spec.inCluster
      ? world.plugins.values().filter((one) => one.spec.cluster === undefined)
      : world.plugins.by('cluster', metadata.name),
    now: new Date(world.client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
  }
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
    const own = await book.clientFor(metadata.name, `${stamp} ${key}`, connection)
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
): Promise<void> {
  const { name } = cluster.metadata
  world.book.mark(name, isUsable ? 'usable' : 'not-usable')
  if (!gives || problems.length > 0) return
  for (const given of gifts.write) await writeInstance(given, cluster, world, signal)
}

/** On an instance: which profile gave it. */
const profileLabel = 'outrigger.dev/profile'

async function writeInstance(
  { name, profile, spec, write }: GivenInstance,
  cluster: Cluster,
  { client }: ClusterWorld,
  signal: AbortSignal,
): Promise<void> {
  const { namespace } = cluster.spec
  const metadata = { name, namespace, labels: { [profileLabel]: profile } }
  const body = { apiVersion, kind: extensionInstanceKind.kind, metadata, spec }
  const resource = resourceOf(extensionInstanceKind)
  if (write === 'always') {
    await applyObject(client, resource, body, { force: true }, signal)
    return
  }
  try {
    await createObject(client, resource, body, {}, signal)
  } catch (error) {
    // Somebody was quicker: it is theirs.
    if (!isKubeError(error, 'already-exists')) throw error
  }
}

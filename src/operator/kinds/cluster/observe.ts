import { type Cluster } from '../../../kinds/cluster.ts'
import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import { checkChoices } from '../../../sequence/check-choices.ts'
import { clusterConditions } from '../../../sequence/cluster-conditions.ts'
import type { Mark, Sequence } from '../../../sequence/sequence.ts'
import { Watchdog } from '../../../std/watchdog.ts'
import { ownCluster } from '../../clusters/own-cluster.ts'
import { matchingProfiles } from '../../clusters/matching-profiles.ts'
import type { ClusterConnection } from '../../clusters/cluster-connections.ts'
import { askCluster } from '../../clusters/ask-cluster.ts'
import type { Observation } from './observation.ts'
import type { ClusterContext } from './context.ts'

// A cluster that accepts connections and never answers must not hold up a pass for longer.
const patience = 10_000
// Passes that follow each other closely are about other things than the version.
const answerAge = 5_000

/** An observation of a cluster, and the client that asked it. */
export interface Observed {
  readonly seen: Observation
  readonly client: FencedClient | undefined
}

/** Reads everything that a pass needs to know; the cluster itself is asked over the connection that there is. */
export async function observe(
  cluster: Cluster,
  context: ClusterContext,
  signal: AbortSignal,
): Promise<Observed> {
  const { metadata, spec, status } = cluster
  const { credentials, client } = connectionTo(cluster, context)
  const { skipConditions: skip, delegateConditions: delegate } = spec.features
  const { instances, plugins } = context
  // An object without `cluster` is for the operator's own cluster, too.
  const places = spec.inCluster ? ['', metadata.name] : [metadata.name]
  const untold = context.created.on(spec.inCluster ? undefined : metadata.name)
  const seen: Observation = {
    cluster,
    problems: [
      ...checkChoices(await conditionsOf(cluster, context, signal), { skip, delegate }),
      ...twinsOf(cluster, context),
    ],
    credentials,
    answer: await ask(cluster, client, context, signal),
    marks: (status.conditions ?? []).flatMap((one) => markOf(one, cluster)),
    profiles: matchingProfiles(context.profiles.values(), metadata.labels),
    instances: [...places.flatMap((one) => instances.by('cluster', one)), ...untold],
    instanceAt: (name) => instances.value(`${spec.namespace}/${name}`),
    plugins: spec.inCluster
      ? plugins.values().filter((one) => places.includes(one.spec.cluster ?? ''))
      : plugins.by('cluster', metadata.name),
    failures: [],
    now: new Date(context.client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
  }
  return { seen, client }
}

function connectionTo({ metadata, spec }: Cluster, context: ClusterContext): ClusterConnection {
  if (spec.inCluster) return { credentials: { are: 'accepted' }, client: context.client }
  return context.connections.connectionOf(metadata.name)
}

// A cluster that is made of machines has the conditions of its provider before those that every Cluster has.
async function conditionsOf(
  { spec }: Cluster,
  { providerSteps }: ClusterContext,
  signal: AbortSignal,
): Promise<Sequence> {
  if (spec.machines.length === 0 || providerSteps === undefined) return clusterConditions
  const steps = await providerSteps(spec.provider ?? 'kubeadm', signal)
  return { ...clusterConditions, steps: [...steps, ...clusterConditions.steps] }
}

// An operator runs on one cluster.
function twinsOf({ metadata, spec }: Cluster, { clusters }: ClusterContext): readonly string[] {
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

// An operator that a step was delegated to may have reasons of its own. Its words count once it was asked.
function markOf(
  { type, status, reason, message }: NonNullable<Cluster['status']['conditions']>[number],
  { spec, status: { delegated = [] } }: Cluster,
): readonly Mark[] {
  if (!clusterConditions.steps.some(({ name }) => name === type)) return []
  const isTheirs = spec.features.delegateConditions.includes(type)
  if (isTheirs && !delegated.some(({ condition }) => condition === type)) return []
  const known = markReasons.has(reason)
    ? (reason as Mark['reason'])
    : status === 'True'
      ? 'Done'
      : 'Delegated'
  return [{ step: type, status, reason: known, message }]
}

async function ask(
  { metadata, spec }: Cluster,
  client: FencedClient | undefined,
  { connections, client: own, answers }: ClusterContext,
  signal: AbortSignal,
): Promise<Observation['answer']> {
  if (client === undefined) return { silence: 'there is nothing to connect with' }
  const last = answers.get(client)
  if (last !== undefined && own.clock.monotonic() - last.at < answerAge) return last.answer
  const dog = new Watchdog(own.clock, patience, signal)
  try {
    const answer = await askCluster(client, dog.signal)
    if (!spec.inCluster) await connections.untilSynced(metadata.name, dog.signal)
    return answer
  } catch (error) {
    if (signal.aborted) throw error
    const why = error instanceof Error ? error.message : String(error)
    return { silence: dog.isOver ? `it did not answer within ${patience / 1000} seconds` : why }
  } finally {
    dog.stop()
  }
}

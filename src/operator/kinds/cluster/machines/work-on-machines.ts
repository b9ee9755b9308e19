import { join } from 'node:path'
import {
  addFinalizer,
  finalizersOf,
  isTerminating,
  removeFinalizer,
} from '../../../../controller/finalizers.ts'
import { type Cluster, clusterKind, parseCluster } from '../../../../kinds/cluster.ts'
import { resourceOf } from '../../../../kinds/kind-definition.ts'
import { providerOperations } from '../../../../kinds/provider/provider-file.ts'
import { applyObject } from '../../../../kube/objects/apply-object.ts'
import { secrets } from '../../../../kube/objects/core-resources.ts'
import { deleteObject } from '../../../../kube/objects/delete-object.ts'
import { getObject } from '../../../../kube/objects/get-object.ts'
import { isKubeError } from '../../../../kube/errors.ts'
import type { KubeObject } from '../../../../objects/kube-object.ts'
import type { Progress } from '../../../../sequence/marks.ts'
import {
  type BringPorts,
  type Brought,
  bringCluster,
  endCluster,
} from '../../../../site/cluster/bring-cluster.ts'
import { clusterBoard } from '../../../../site/cluster/cluster-board.ts'
import type { Operators } from '../../../../site/cluster/delegated-marks.ts'
import {
  type ClusterPlan,
  type GivenCluster,
  planOf,
} from '../../../../site/cluster/cluster-plan.ts'
import { withPackage } from '../../../../site/cluster/with-package.ts'
import { openMachine } from '../../../../site/cluster/machine-access.ts'
import type { Operation } from '../../../../site/cluster/run-conditions.ts'
import { SiteError } from '../../../../site/errors.ts'
import { secretJournal } from '../../../../site/journal/secret-journal.ts'
import type { Journal } from '../../../../site/journal/journal.ts'
import { allConditions, delegatedSeconds } from '../../../../site/provider/condition-sequence.ts'
import { findProvider } from '../../../../site/provider/find-provider.ts'
import { localRunner } from '../../../../site/runner/local-runner.ts'
import { retryAnnotation } from '../../../pass/plugin-names.ts'
import { dataOf } from '../../../values/read-values-from.ts'
import { kubeconfigSecretOf } from '../../../clusters/read-kubeconfig.ts'
import type { MachineContext } from './machine-context.ts'
import { machineFiles } from './machine-files.ts'
import { type PassedPackage, passedPackage } from './passed-package.ts'
import { type Work, writeWork } from './write-work.ts'

const resource = resourceOf(clusterKind)
const fieldManager = 'outrigger-machines'

/** Keeps a Cluster until its machines are as they were before it. */
const machinesFinalizer = 'outrigger.dev/machines'

/** Brings the machines of a Cluster to what it says, or back to what they were when it is deleted. */
export async function workOnMachines(
  name: string,
  context: MachineContext,
  signal: AbortSignal,
): Promise<void> {
  const found = await readCluster(name, context, signal)
  if (found === undefined) return
  const { object, cluster } = found
  const isHeld = finalizersOf(object).includes(machinesFinalizer)
  if (isTerminating(object)) {
    if (isHeld) await end(found, context, signal)
    return
  }
  if (cluster.spec.machines.length === 0 && !isHeld) return
  if (!isHeld) await addFinalizer(context.client, resource, object, machinesFinalizer, signal)
  await bring(found, context, signal)
}

interface Found {
  readonly object: KubeObject
  readonly cluster: Cluster
}

async function readCluster(
  name: string,
  { client }: MachineContext,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const object = await getObject(client, { resource, name }, {}, signal)
  const parsed = object && parseCluster(object)
  return object === undefined || parsed?.ok !== true ? undefined : { object, cluster: parsed.value }
}

async function bring(
  { cluster }: Found,
  context: MachineContext,
  signal: AbortSignal,
): Promise<void> {
  const { name, annotations } = cluster.metadata
  const journal = journalOf(name, context)
  const retry = annotations[retryAnnotation] ?? ''
  if (retry !== (cluster.status.operation?.retried ?? '')) await forget(name, journal, signal)
  const passed = await passedPackage(cluster, context, signal)
  const work = { cluster, passed, carryOut: bringCluster }
  const brought = await carried(work, context, signal)
  if (brought.progress.state !== 'done') return
  await writeKubeconfig(cluster, journal, context, signal)
}

async function end(
  { object, cluster }: Found,
  context: MachineContext,
  signal: AbortSignal,
): Promise<void> {
  const { client, platformNamespace: namespace } = context
  const { name } = cluster.metadata
  const journal = journalOf(name, context)
  const known = await journal.known(name)
  // Nothing was ever done to a machine: there is nothing to take back.
  if (known.machines.length > 0) {
    await forget(name, journal, signal)
    // A package that is not here holds up no end: its files are on the machines, or they are not.
    const passed = await passedPackage(cluster, context, signal).catch((error: unknown) => {
      if (!(error instanceof SiteError)) throw error
    })
    const work = { cluster, passed: passed ?? undefined, carryOut: endCluster }
    const { progress } = await carried(work, context, signal)
    if (progress.state !== 'done') return
  }
  const own = [
    journalSecretOf(name),
    ...(cluster.spec.kubeconfig ? [] : [kubeconfigSecretOf(cluster)]),
  ]
  for (const secret of own) {
    const target = { resource: secrets, namespace, name: secret }
    await deleteObject(client, target, {}, signal).catch((error: unknown) => {
      if (!isKubeError(error, 'not-found')) throw error
    })
  }
  await removeFinalizer(client, resource, object, machinesFinalizer, signal)
}

function journalOf(name: string, { client, platformNamespace }: MachineContext): Journal {
  return secretJournal(client, { namespace: platformNamespace, name: journalSecretOf(name) })
}

async function forget(name: string, journal: Journal, signal: AbortSignal): Promise<void> {
  for (const is of providerOperations) {
    const sequence = `cluster/${name}/${is}`
    const marks = await journal.marks(sequence)
    if (marks.some(({ reason }) => reason === 'Failed')) {
      await journal.forgetFailures(sequence, signal)
    }
  }
}

interface ClusterWork {
  readonly cluster: Cluster
  /** The package of the platform, if the cluster gets it. */
  readonly passed: PassedPackage | undefined
  readonly carryOut: (ports: BringPorts, signal: AbortSignal) => Promise<Brought>
}

async function carried(
  { cluster, passed, carryOut }: ClusterWork,
  context: MachineContext,
  signal: AbortSignal,
): Promise<Brought> {
  const { name, annotations } = cluster.metadata
  const retried = annotations[retryAnnotation] ?? ''
  const ports = await portsOf(cluster, passed, context, signal)
  const seconds = delegatedSeconds(ports.provider)
  let writing: Promise<void> = Promise.resolve()
  const tell = async (operation: Operation, progress: Progress, state: Work['state']) => {
    const { machines, features } = operation.plan
    const about = { is: operation.is, state, progress, machines, retried }
    const delegates = features.delegateConditions
    const work = { ...about, delegates, delegatedSeconds: seconds }
    await writeWork(name, work, context, signal)
  }
  const onProgress = (operation: Operation, progress: Progress) => {
    // A status that could not be written stops no work: the next one has everything.
    writing = writing.then(() => tell(operation, progress, 'Running')).catch(() => undefined)
  }
  const operators: Operators = {
    ...ports.operators,
    // A status from before the question, written after it, would take the condition back from its operator.
    ask: async (condition, under) => {
      await writing
      await ports.operators.ask(condition, under)
    },
  }
  const brought = await carryOut({ ...ports, operators, onProgress }, signal)
  const { operation, progress } = brought
  await writing
  await tell(operation, progress, progress.state === 'done' ? 'Done' : 'Failed')
  return brought
}

type WorkPorts = Omit<BringPorts, 'onProgress' | 'operators'> & { readonly operators: Operators }

async function portsOf(
  cluster: Cluster,
  passed: PassedPackage | undefined,
  context: MachineContext,
  signal: AbortSignal,
): Promise<WorkPorts> {
  const { client, folder, env, platformNamespace: namespace } = context
  const { name } = cluster.metadata
  const staged = passed?.staged ?? join(folder, 'none')
  const places = { folder, shipped: context.providers, staged }
  const readSecret = async (secret: string, under: AbortSignal) => {
    const target = { resource: secrets, namespace, name: secret }
    const found = await getObject(client, target, {}, under)
    if (found !== undefined) return dataOf(found)
    throw new SiteError('credentials', `there is no Secret ${namespace}/${secret}`)
  }
  const provider = await findProvider(cluster.spec.provider ?? 'kubeadm', places, signal)
  const conditions = allConditions(provider)
  const withPassed = (given: GivenCluster) =>
    passed === undefined ? given : withPackage(given, passed.content, conditions)
  return {
    clock: client.clock,
    journal: journalOf(name, context),
    operators: clusterBoard(client, name),
    provider,
    readPlan: (under) => planFor(cluster, withPassed, context, under),
    runnerFor: (machine, under) =>
      openMachine(machine, { folder: join(folder, name), readSecret, env }, under),
    local: localRunner(env),
    files: machineFiles(context, passed?.staged),
    onLine: () => undefined,
  }
}

// The Cluster as it is now: somebody may have changed it while the condition before was carried out.
async function planFor(
  last: Cluster,
  withPassed: (given: GivenCluster) => GivenCluster,
  context: MachineContext,
  signal: AbortSignal,
): Promise<ClusterPlan> {
  const { name } = last.metadata
  const { spec, metadata } = (await readCluster(name, context, signal))?.cluster ?? last
  const { labels, annotations } = metadata
  const given = { ...spec, name, labels, annotations: withoutMachinery(annotations) }
  const { plan, problems } = planOf(withPassed(given), spec.imageRepository)
  if (problems.length > 0) throw new SiteError('bad-site', problems.join('\n'))
  return plan
}

const keysOfTools = /^(?:kubectl\.kubernetes\.io|outrigger\.dev)\//

// Annotations that tools keep for themselves, and requests to us, say nothing about the cluster.
function withoutMachinery(
  annotations: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(annotations).filter(([key]) => !keysOfTools.test(key)))
}

async function writeKubeconfig(
  cluster: Cluster,
  journal: Journal,
  { client, platformNamespace: namespace }: MachineContext,
  signal: AbortSignal,
): Promise<void> {
  if (cluster.spec.kubeconfig !== undefined) return
  const { outputs } = await journal.secrets(cluster.metadata.name, signal)
  const text = outputs['kubeconfig']
  if (text === undefined) return
  const labels = { 'app.kubernetes.io/part-of': 'outrigger' }
  const metadata = { name: kubeconfigSecretOf(cluster), namespace, labels }
  const data = { kubeconfig: Buffer.from(text).toString('base64') }
  const body = { apiVersion: 'v1', kind: 'Secret', metadata, data }
  await applyObject(client, secrets, body, { force: true, fieldManager }, signal)
}

/** The Secret with the journal of a cluster's machines. */
function journalSecretOf(cluster: string): string {
  return `${cluster}-machines`
}

import { readFile } from 'node:fs/promises'
import { registerCluster } from '../../actions/clusters/register-cluster.ts'
import { clusterOptions, withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { explainMissingKinds } from '../kind/objects-of.ts'
import { readLabels } from '../kind/read-pairs.ts'
import { untilReady } from '../../actions/wait/await-state.ts'
import { waitFor } from '../kind/wait-for.ts'
import { type Waiting, waitOptions, waitingOf } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { clusterView } from './cluster-view.ts'

// Here the file is that of the new cluster: see docs/adr/0016.
const { kubeconfig: _, ...platformOptions } = clusterOptions

export const command = {
  description:
    'Registers another cluster with the platform. Its kubeconfig goes into a Secret of the platform namespace and may hold only data: no programs, plugins or file names.',
  arguments: { name: { count: 'one', summary: 'the name of the cluster' } },
  options: {
    kubeconfig: { kind: 'text', value: 'FILE', summary: 'the kubeconfig of the new cluster' },
    'in-cluster': { kind: 'switch', summary: 'the cluster that the platform itself is on' },
    label: { kind: 'list', value: 'KEY=VALUE', summary: 'what profiles select it by' },
    allow: { kind: 'list', value: 'NAMESPACE', summary: 'who may use it; * is everybody' },
    'instance-namespace': {
      kind: 'text',
      value: 'NAMESPACE',
      summary: 'where the instances of profiles are written; outrigger-system unless given',
    },
    'platform-kubeconfig': {
      kind: 'text',
      value: 'FILE',
      summary: "the platform's own; $KUBECONFIG unless given",
    },
    ...waitOptions,
    ...platformOptions,
  },
  examples: [
    'cluster create edge-1 --kubeconfig edge-1.yaml --label stage=production --wait',
    'cluster create local --in-cluster',
  ],
} as const satisfies CommandSpec

export interface Options extends Waiting {
  readonly name: string
  /** Undefined for the platform's own cluster. */
  readonly file: string | undefined
  readonly labels: Readonly<Record<string, string>>
  readonly allow: readonly string[]
  /** Where the instances of profiles are written; the kind's own default when undefined. */
  readonly instanceNamespace: string | undefined
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const waiting = waitingOf({ ...options, kubeconfig: options['platform-kubeconfig'] })
  if (waiting instanceof UsageError) return waiting
  const { kubeconfig: file } = options
  if ((file === undefined) !== options['in-cluster']) {
    const message = 'give either --kubeconfig of the new cluster, or --in-cluster'
    return new UsageError('conflict', message)
  }
  const labels = readLabels(options.label)
  if (labels instanceof UsageError) return labels
  return {
    name: given.arguments.name,
    file,
    labels,
    allow: options.allow,
    instanceNamespace: options['instance-namespace'],
    ...waiting,
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { name, file, labels, allow, instanceNamespace, wait, timeout, quiet } = options
  const kubeconfig =
    file === undefined ? undefined : { text: await readFile(file, 'utf8'), from: `file ${file}` }
  const given = { name, kubeconfig, labels, allowedNamespaces: allow, namespace: instanceNamespace }
  await withCluster(options.cluster, { ports, io }, async ({ client, ...cluster }) => {
    await explainMissingKinds(() => registerCluster(given, client, signal))
    io.stdout.write(`cluster/${name} created\n`)
    const waiting = { names: [name], desired: untilReady, timeout, quiet }
    if (wait) await waitFor(clusterView, waiting, { cluster: { client, ...cluster }, io }, signal)
  })
  return 'done'
}

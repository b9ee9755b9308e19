import { extensionInstanceKind } from '../../kinds/extension-instance.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { createObject } from '../../kube/write-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { waitOptions } from '../kind/look-options.ts'
import { explainMissingKinds } from '../kind/objects-of.ts'
import { printManifest } from '../kind/print-manifest.ts'
import { readTimeout } from '../kind/read-timeout.ts'
import { untilReady, waitFor } from '../kind/wait-for.ts'
import {
  type GivenValues,
  givenValuesOf,
  pluginValueOptions,
  valuesTextOf,
} from '../plugin/given-values.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { instanceView } from './instance-view.ts'

export const command = {
  description:
    'Chooses an extension for a cluster. Parameters are checked against what the extension takes before anything is installed.',
  arguments: { name: { count: 'one', summary: 'the name of the instance' } },
  options: {
    extension: { kind: 'text', value: 'NAME', summary: 'named as the instance unless given' },
    version: { kind: 'text', value: 'RANGE', summary: 'the newest that suits unless given' },
    cluster: { kind: 'text', value: 'NAME', summary: "the platform's own unless given" },
    ...pluginValueOptions,
    'target-namespace': { kind: 'text', value: 'NAMESPACE', summary: 'where the objects go' },
    manual: { kind: 'switch', summary: 'stay at the version when the cluster is upgraded' },
    'install-needed': { kind: 'switch', summary: 'install what it depends on, too' },
    'dry-run': { kind: 'switch', summary: 'print the instance instead of creating it' },
    ...waitOptions,
    ...clusterOptions,
  },
  examples: [
    'instance create metrics --wait',
    'instance create certificates --extension cert-manager --cluster edge-1 --set replicas=2',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly spec: JsonObject
  readonly values: GivenValues
  readonly dryRun: boolean
  readonly wait: boolean
  readonly timeout: number
  readonly quiet: boolean
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const timeout = readTimeout(options.timeout)
  if (timeout instanceof UsageError) return timeout
  const { name } = given.arguments
  const targetNamespace = options['target-namespace']
  return {
    name,
    spec: {
      extension: options.extension ?? name,
      ...(options.version === undefined ? {} : { version: options.version }),
      ...(options.cluster === undefined ? {} : { cluster: options.cluster }),
      ...(targetNamespace === undefined ? {} : { targetNamespace }),
      ...(options.manual ? { upgrade: 'manual' } : {}),
      ...(options['install-needed'] ? { dependencies: 'install' } : {}),
    },
    values: givenValuesOf(options),
    dryRun: options['dry-run'],
    wait: options.wait,
    timeout,
    quiet: options.quiet,
    cluster: clusterChoiceOf(options),
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { name, dryRun, wait, timeout, quiet } = options
  const { kind } = extensionInstanceKind
  const parametersText = valuesTextOf('', options.values)
  const spec = { ...options.spec, ...(parametersText === '' ? {} : { parametersText }) }
  if (dryRun) {
    const { namespace } = options.cluster
    const metadata = { name, ...(namespace === undefined ? {} : { namespace }) }
    await printManifest({ apiVersion, kind, metadata, spec }, io)
    return 'done'
  }
  await withCluster(options.cluster, { ports, io }, async (cluster) => {
    const body = { apiVersion, kind, metadata: { name, namespace: cluster.namespace }, spec }
    const resource = resourceOf(extensionInstanceKind)
    await explainMissingKinds(() => createObject(cluster.client, resource, body, strict, signal))
    io.stdout.write(`instance/${name} created\n`)
    const waiting = { names: [name], wish: untilReady, timeout, quiet }
    if (wait) await waitFor(instanceView, waiting, cluster, io, signal)
  })
  return 'done'
}

const strict = { fieldValidation: 'Strict' } as const

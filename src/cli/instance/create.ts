import { extensionInstanceKind } from '../../kinds/extension-instance.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { ApiResource } from '../../kube/api-resource.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/get-object.ts'
import { patchObject } from '../../kube/patch-object.ts'
import { createObject, targetOf } from '../../kube/write-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { dependencyLabel } from '../../operator/extension-instance/names.ts'
import {
  type ClusterChoice,
  type OpenCluster,
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
    const done = await explainMissingKinds(() => createOrClaim(body, resource, cluster, signal))
    io.stdout.write(`instance/${name} ${done}\n`)
    const waiting = { names: [name], wish: untilReady, timeout, quiet }
    if (wait) await waitFor(instanceView, waiting, cluster, io, signal)
  })
  return 'done'
}

// What was installed because others need it is there already, and becomes the user's own.
async function createOrClaim(
  body: KubeObject,
  resource: ApiResource,
  { client }: OpenCluster,
  signal: AbortSignal,
): Promise<'created' | 'created; it was there because others need it'> {
  try {
    await createObject(client, resource, body, strict, signal)
    return 'created'
  } catch (error) {
    if (!isKubeError(error, 'already-exists')) throw error
    const target = targetOf(resource, body)
    const found = await getObject(client, target, {}, signal)
    const isDependency = textAt(found, ['metadata', 'labels', dependencyLabel]) === 'true'
    const isSame = ['extension', 'cluster'].every(
      (field) => textAt(found, ['spec', field]) === textAt(body, ['spec', field]),
    )
    if (!isDependency || !isSame) throw error
    const metadata = { labels: { [dependencyLabel]: null } }
    // The range of whoever needed it was never the user's wish.
    const spec = { version: null, ...(body['spec'] as JsonObject) }
    const patch = { type: 'merge', patch: { metadata, spec } } as const
    await patchObject(client, target, patch, strict, signal)
    return 'created; it was there because others need it'
  }
}

const strict = { fieldValidation: 'Strict' } as const

import { secrets } from '../../kube/objects/core-resources.ts'
import { readFile } from 'node:fs/promises'
import { encodeBase64 } from '../../formats/base64.ts'
import { clusterKind } from '../../kinds/cluster.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import type { JsonObject } from '../../objects/json.ts'
import { nameOf, readPath, textAt, uidOf } from '../../objects/kube-object.ts'
import { clusterOptions, withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
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
    'Tells the platform of another cluster. Its kubeconfig goes into a Secret of the platform namespace and may hold only data: no programs, plugins or file names.',
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

const platformNamespace = 'outrigger-system'

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
  const kubeconfig = file === undefined ? undefined : await readFile(file)
  // A kubeconfig that the operator would refuse is refused before it is stored anywhere.
  if (kubeconfig !== undefined)
    await connectionOfSecret(kubeconfig.toString('utf8'), `file ${file ?? ''}`, { proxy: 'refuse' })
  await withCluster(options.cluster, { ports, io }, async ({ client, ...cluster }) => {
    // The Secret of a cluster that is there already must stay as it is.
    const target = { resource: resourceOf(clusterKind), name }
    const known = await explainMissingKinds(() => getObject(client, target, {}, signal))
    if (known !== undefined) throw new PlainError(`there is a cluster ${name} already`)
    if (kubeconfig !== undefined) await refuseForeignSecret(name, client, signal)
    if (kubeconfig === undefined) await refuseSecondOwn(name, client, signal)
    const spec: JsonObject = {
      ...(kubeconfig === undefined ? { inCluster: true } : { kubeconfig: { secretName: name } }),
      ...(allow.length === 0 ? {} : { allowedNamespaces: [...allow] }),
      ...(instanceNamespace === undefined ? {} : { namespace: instanceNamespace }),
    }
    const body = { apiVersion, kind: clusterKind.kind, metadata: { name, labels }, spec }
    const strict = { fieldValidation: 'Strict' } as const
    const { resource } = target
    // The operator looks for the Secret as soon as there is a Cluster, whose it then becomes; none is left of one that is refused.
    if (kubeconfig !== undefined) {
      await createObject(client, resource, body, { ...strict, dryRun: true }, signal)
      await applyObject(client, secrets, secretOf(name, kubeconfig), { force: true }, signal)
    }
    const { object } = await createObject(client, resource, body, strict, signal)
    if (kubeconfig !== undefined) {
      const owner = { apiVersion, kind: clusterKind.kind, name, uid: uidOf(object) }
      const secret = secretOf(name, kubeconfig, [owner])
      await applyObject(client, secrets, secret, { force: true }, signal)
    }
    io.stdout.write(`cluster/${name} created\n`)
    const waiting = { names: [name], desired: untilReady, timeout, quiet }
    if (wait) await waitFor(clusterView, waiting, { cluster: { client, ...cluster }, io }, signal)
  })
  return 'done'
}

async function refuseForeignSecret(
  name: string,
  client: KubeClient,
  signal: AbortSignal,
): Promise<void> {
  const target = { resource: secrets, namespace: platformNamespace, name }
  const found = await getObject(client, target, {}, signal)
  // One that was written for a Cluster of that name was left behind, or is about to go.
  if (found === undefined || textAt(found, ['metadata', 'annotations', clusterAnnotation]) === name)
    return
  const what = `there is a Secret ${platformNamespace}/${name} already, and it is not of this cluster`
  throw new PlainError(`${what}: delete it, or name the cluster otherwise`)
}

async function refuseSecondOwn(
  name: string,
  client: KubeClient,
  signal: AbortSignal,
): Promise<void> {
  const { objects } = await listObjects(client, { resource: resourceOf(clusterKind) }, {}, signal)
  const own = objects.find((one) => readPath(one, ['spec', 'inCluster']) === true)
  if (own === undefined) return
  throw new PlainError(`the platform's own cluster is cluster ${nameOf(own)} already, not ${name}`)
}

/** On a Secret with a kubeconfig: the Cluster that it was written for, which may not be there yet. */
const clusterAnnotation = 'outrigger.dev/cluster'

// It goes with its Cluster.
function secretOf(
  name: string,
  kubeconfig: Uint8Array,
  ownerReferences: readonly JsonObject[] = [],
) {
  const annotations = { [clusterAnnotation]: name }
  const metadata = { name, namespace: platformNamespace, annotations, ownerReferences }
  const data = { kubeconfig: encodeBase64(kubeconfig) }
  return { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', data }
}

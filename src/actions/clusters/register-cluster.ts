import { encodeBase64 } from '../../formats/base64.ts'
import { clusterKind } from '../../kinds/cluster.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Connection } from '../../kube/connection.ts'
import { connectionOfSecret } from '../../kube/kubeconfig/secret-kubeconfig.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, nameOf, readPath, textAt, uidOf } from '../../objects/kube-object.ts'
import { platformNamespace } from '../../operator/pass/platform-namespace.ts'
import { secrets } from '../../kube/objects/core-resources.ts'
import { ActionError } from '../errors.ts'

/** A cluster that is registered with the platform. */
export interface NewCluster {
  readonly name: string
  /** Undefined for the platform's own cluster. */
  readonly kubeconfig: GivenKubeconfig | undefined
  readonly labels: Readonly<Record<string, string>>
  readonly allowedNamespaces: readonly string[]
  /** Where the instances of profiles are written; the kind's own default when undefined. */
  readonly namespace: string | undefined
  /** Whether everything is tried and nothing is kept. */
  readonly dryRun?: boolean
}

/** A kubeconfig, and where it comes from, for messages. */
export interface GivenKubeconfig {
  readonly text: string
  readonly from: string
}

const clusters = resourceOf(clusterKind)

/**
 * Creates a Cluster, and a Secret with its kubeconfig in the platform namespace. A kubeconfig that the operator would refuse is
 * refused before it is stored anywhere; nothing is left of a Cluster that the server refuses.
 */
export async function registerCluster(
  cluster: NewCluster,
  client: KubeClient,
  signal: AbortSignal,
): Promise<KubeObject> {
  const { name, kubeconfig, dryRun = false } = cluster
  if (kubeconfig !== undefined) await readKubeconfig(kubeconfig)
  // The Secret of a cluster that is there already must stay as it is.
  const known = await getObject(client, { resource: clusters, name }, {}, signal)
  if (known !== undefined) throw new ActionError('refused', `there is a cluster ${name} already`)
  const strict = { fieldValidation: 'Strict', dryRun } as const
  const body = clusterOf(cluster)
  if (kubeconfig === undefined) {
    await refuseSecondOwn(name, client, signal)
    return (await createObject(client, clusters, body, strict, signal)).object
  }
  await refuseForeignSecret(name, client, signal)
  const tried = await createObject(client, clusters, body, { ...strict, dryRun: true }, signal)
  if (dryRun) {
    const how = { force: true, dryRun: true }
    await applyObject(client, secrets, secretOf(name, kubeconfig.text), how, signal)
    return tried.object
  }
  // The operator looks for the Secret as soon as there is a Cluster, whose it then becomes.
  await applyObject(client, secrets, secretOf(name, kubeconfig.text), { force: true }, signal)
  const { object } = await createObject(client, clusters, body, strict, signal)
  const owner = { apiVersion, kind: clusterKind.kind, name, uid: uidOf(object) }
  await applyObject(
    client,
    secrets,
    secretOf(name, kubeconfig.text, [owner]),
    { force: true },
    signal,
  )
  return object
}

/** The connection of a kubeconfig that somebody gives: it may hold only data. */
export function readKubeconfig({ text, from }: GivenKubeconfig): Promise<Connection> {
  return connectionOfSecret(text, from, { proxy: 'refuse' })
}

function clusterOf({ name, kubeconfig, labels, allowedNamespaces, namespace }: NewCluster) {
  const spec: JsonObject = {
    ...(kubeconfig === undefined ? { inCluster: true } : { kubeconfig: { secretName: name } }),
    ...(allowedNamespaces.length === 0 ? {} : { allowedNamespaces: [...allowedNamespaces] }),
    ...(namespace === undefined ? {} : { namespace }),
  }
  return { apiVersion, kind: clusterKind.kind, metadata: { name, labels }, spec }
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
  throw new ActionError('refused', `${what}: delete it, or name the cluster otherwise`)
}

async function refuseSecondOwn(
  name: string,
  client: KubeClient,
  signal: AbortSignal,
): Promise<void> {
  const { objects } = await listObjects(client, { resource: clusters }, {}, signal)
  const own = objects.find((one) => readPath(one, ['spec', 'inCluster']) === true)
  if (own === undefined) return
  const what = `the platform's own cluster is cluster ${nameOf(own)} already, not ${name}`
  throw new ActionError('refused', what)
}

/** On a Secret with a kubeconfig: the Cluster that it was written for, which may not be there yet. */
const clusterAnnotation = 'outrigger.dev/cluster'

// It goes with its Cluster.
function secretOf(name: string, kubeconfig: string, ownerReferences: readonly JsonObject[] = []) {
  const annotations = { [clusterAnnotation]: name }
  const metadata = { name, namespace: platformNamespace, annotations, ownerReferences }
  const data = { kubeconfig: encodeBase64(new TextEncoder().encode(kubeconfig)) }
  return { apiVersion: 'v1', kind: 'Secret', metadata, type: 'Opaque', data }
}

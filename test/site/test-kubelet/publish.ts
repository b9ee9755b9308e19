import type { KubeClient } from '../../../src/kube/client.ts'
import { KubeError } from '../../../src/kube/errors.ts'
import type { JsonObject } from '../../../src/objects/json.ts'
import { bodyOf } from './body-of.ts'
import type { StaticPod } from './static-pods.ts'

export interface OwnNode {
  readonly node: string
  readonly ip: string
  /** `NAME=VALUE`, with commas between them. */
  readonly labels: string
  /** The version that it says it has, `v1.36.3`. */
  readonly version: string
}

const mergePatch = 'application/merge-patch+json'

/** Registers the Node if it is not there. */
export async function registerNode(
  client: KubeClient,
  { node, labels: more }: OwnNode,
  signal: AbortSignal,
): Promise<void> {
  const path = '/api/v1/nodes'
  const found = await ask(client, `${path}/${node}`, signal)
  if (found === undefined) {
    const pairs = more.split(',').map((pair) => pair.split('=') as [string, string])
    const own = Object.fromEntries(more === '' ? [] : pairs)
    const labels = { 'kubernetes.io/hostname': node, 'kubernetes.io/os': 'linux', ...own }
    const body = { apiVersion: 'v1', kind: 'Node', metadata: { name: node, labels } }
    await client.exchange({ method: 'POST', path, body }, signal)
  }
}

/** Says that the Node is ready, and gives its uid. */
export async function tellReady(
  client: KubeClient,
  { node, ip, version }: OwnNode,
  signal: AbortSignal,
): Promise<string> {
  const path = '/api/v1/nodes'
  const now = new Date().toISOString().replace(/\.\d+Z$/, 'Z')
  const room = { cpu: '2', memory: '4Gi', pods: '110' }
  const status = {
    addresses: [
      { type: 'InternalIP', address: ip },
      { type: 'Hostname', address: node },
    ],
    capacity: room,
    allocatable: room,
    nodeInfo: { kubeletVersion: version, operatingSystem: 'linux', architecture: 'amd64' },
    conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady', lastHeartbeatTime: now }],
  }
  const body: JsonObject = { status }
  const request = { path: `${path}/${node}/status`, contentType: mergePatch, body } as const
  const answer = await client.exchange({ method: 'PATCH', ...request }, signal)
  const { metadata } = bodyOf(answer) as { readonly metadata: { readonly uid: string } }
  return metadata.uid
}

/** Says how a pod is. */
export async function tellPod(
  client: KubeClient,
  path: string,
  status: JsonObject,
  signal: AbortSignal,
): Promise<void> {
  const request = { path: `${path}/status`, contentType: mergePatch, body: { status } } as const
  await client.exchange({ method: 'PATCH', ...request }, signal)
}

/** Publishes the static pods as pods that only mirror them, and takes away those that are gone. */
export async function publishMirrorPods(
  client: KubeClient,
  { node, ip, uid }: OwnNode & { readonly uid: string },
  pods: readonly StaticPod[],
  signal: AbortSignal,
): Promise<void> {
  for (const pod of pods) {
    const name = `${pod.name}-${node}`
    const path = `/api/v1/namespaces/kube-system/pods`
    const found = await ask(client, `${path}/${name}`, signal)
    const hash = annotationsOf(found)['kubernetes.io/config.hash']
    if (found !== undefined && hash === pod.hash) continue
    if (found !== undefined) {
      const body = { gracePeriodSeconds: 0 }
      await client.exchange({ method: 'DELETE', path: `${path}/${name}`, body }, signal)
    }
    await client.exchange(
      { method: 'POST', path, body: mirrorOf(pod, { name, node, uid }) },
      signal,
    )
    await tellPod(client, `${path}/${name}`, running(ip), signal)
  }
}

function mirrorOf(
  { manifest, hash }: StaticPod,
  { name, node, uid }: { readonly name: string; readonly node: string; readonly uid: string },
): JsonObject {
  const metadata = manifest['metadata'] as JsonObject
  const spec = manifest['spec'] as JsonObject
  const annotations = {
    ...(metadata['annotations'] as JsonObject | undefined),
    'kubernetes.io/config.hash': hash,
    'kubernetes.io/config.mirror': hash,
    'kubernetes.io/config.source': 'file',
  }
  const owner = { apiVersion: 'v1', kind: 'Node', name: node, uid, controller: true }
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...metadata, name, annotations, ownerReferences: [owner] },
    spec: { ...spec, nodeName: node, tolerations: [{ operator: 'Exists', effect: 'NoExecute' }] },
  }
}

export function running(ip: string): JsonObject {
  const types = ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready']
  const conditions = types.map((type) => ({ type, status: 'True' }))
  return { phase: 'Running', podIP: ip, hostIP: ip, conditions }
}

function annotationsOf(object: JsonObject | undefined): Readonly<Record<string, string>> {
  const metadata = object?.['metadata'] as JsonObject | undefined
  return (metadata?.['annotations'] ?? {}) as Record<string, string>
}

async function ask(
  client: KubeClient,
  path: string,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  try {
    return bodyOf(await client.exchange({ method: 'GET', path }, signal))
  } catch (error) {
    // A kubelet may not look at what has nothing to do with its Node, and what is not there has not.
    const isAbsent = error instanceof KubeError && ['not-found', 'forbidden'].includes(error.code)
    if (isAbsent) return undefined
    throw error
  }
}

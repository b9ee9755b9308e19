import type { KubeClient } from '../../../src/kube/client.ts'
import type { JsonObject } from '../../../src/objects/json.ts'
import { bodyOf } from './body-of.ts'
import { type OwnNode, running, tellPod } from './publish.ts'

interface Pod {
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly deletionTimestamp?: string
    readonly annotations?: Readonly<Record<string, string>>
    readonly ownerReferences?: readonly { readonly kind: string }[]
  }
  readonly status?: { readonly phase?: string }
}

/** Lets the pods of this machine look as if they ran; those that are to go, go at once. Mirror pods are others' work. */
export async function playPods(
  client: KubeClient,
  { node, ip }: OwnNode,
  signal: AbortSignal,
): Promise<void> {
  const query = { fieldSelector: `spec.nodeName=${node}` }
  const found = bodyOf(
    await client.exchange({ method: 'GET', path: '/api/v1/pods', query }, signal),
  )
  for (const { metadata, status } of (found as unknown as { readonly items: readonly Pod[] })
    .items) {
    const { name, namespace, annotations = {}, ownerReferences = [], deletionTimestamp } = metadata
    if ('kubernetes.io/config.mirror' in annotations) continue
    const place = `/api/v1/namespaces/${namespace}/pods/${name}`
    if (deletionTimestamp !== undefined) {
      const body: JsonObject = { gracePeriodSeconds: 0 }
      await client.exchange({ method: 'DELETE', path: place, body }, signal)
    } else if (status?.phase === 'Pending') {
      const isJob = ownerReferences.some(({ kind }) => kind === 'Job')
      await tellPod(client, place, isJob ? { phase: 'Succeeded' } : running(ip), signal)
    }
  }
}

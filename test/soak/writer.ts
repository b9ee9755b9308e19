import type { KubeClient } from '../../src/kube/client.ts'
import { deleteCollection, deleteObject } from '../../src/kube/objects/delete-object.ts'
import { isKubeError } from '../../src/kube/errors.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import { createObject } from '../../src/kube/objects/write-object.ts'
import { configMaps } from './resources.ts'

/** The writes to the server so far; each is one event of a watch. */
export interface Written {
  created: number
  changed: number
  deleted: number
}

const names = 400
const batch = 60

/**
 * Creates, changes and deletes objects in one namespace as fast as the server lets it, until the signal. Names are used
 * again, so that an object may be another one the next time it is seen. A server that is away is waited for.
 */
export async function writeUntil(
  client: KubeClient,
  namespace: string,
  written: Written,
  signal: AbortSignal,
): Promise<void> {
  for (let round = 0; !signal.aborted; round++) {
    try {
      await writeOnce(client, namespace, { round, written }, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!isKubeError(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
}

async function writeOnce(
  client: KubeClient,
  namespace: string,
  { round, written }: { readonly round: number; readonly written: Written },
  signal: AbortSignal,
): Promise<void> {
  if (round % batch === batch - 1) return deleteBatch(client, namespace, written, signal)
  const name = `map-${Math.floor(Math.random() * names)}`
  const target = { resource: configMaps, namespace, name }
  const value = `${round} ü ${'x'.repeat(Math.floor(Math.random() * 300))}`
  const chance = Math.random()
  if (chance < 0.1) {
    if ((await deleteObject(client, target, {}, signal)).state !== 'absent') written.deleted++
    return
  }
  const metadata = { name, namespace, labels: { batch: String(round % 7) } }
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { value } }
  try {
    if (chance < 0.4) await createObject(client, configMaps, object, {}, signal)
    else return await change(client, target, { value, written }, signal)
    written.created++
  } catch (error) {
    if (!isKubeError(error, 'already-exists')) throw error
    await change(client, target, { value, written }, signal)
  }
}

async function change(
  client: KubeClient,
  target: Parameters<typeof patchObject>[1],
  { value, written }: { readonly value: string; readonly written: Written },
  signal: AbortSignal,
): Promise<void> {
  const patch = { type: 'merge', patch: { data: { value } } } as const
  try {
    await patchObject(client, target, patch, {}, signal)
    written.changed++
  } catch (error) {
    if (!isKubeError(error, 'not-found')) throw error
  }
}

async function deleteBatch(
  client: KubeClient,
  namespace: string,
  written: Written,
  signal: AbortSignal,
): Promise<void> {
  const labelSelector = `batch=${Math.floor(Math.random() * 7)}`
  await deleteCollection(client, { resource: configMaps, namespace, labelSelector }, {}, signal)
  written.deleted++
}

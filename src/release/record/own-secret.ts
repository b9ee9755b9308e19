import { getObject } from '../../kube/objects/get-object.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { isKubeError } from '../../kube/errors.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { createObject, updateObject } from '../../kube/objects/write-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, nameOf, uidOf } from '../../objects/kube-object.ts'
import type { ReleaseTarget } from '../release.ts'
import { secrets } from '../../kube/objects/core-resources.ts'

// The facts that we keep beside Helm's records are in Secrets that Helm never sees: neither their
// labels nor their names match what it looks for. They are owned by the record, so that they go
// with it even when helm deletes that.

const namePrefix = 'outrigger.release.v1.'
const releaseLabel = 'outrigger.dev/release'
const revisionLabel = 'outrigger.dev/revision'
const ownManager = 'outrigger'

export interface OwnSecret {
  /**
   * The part of the name after the release's revision; empty for the Secret that there is always.
   */
  readonly suffix: string
  readonly type: string
  readonly data: Readonly<Record<string, Uint8Array>>
}

/** The name of a Secret of ours. */
export function ownName(name: string, revision: number, suffix: string): string {
  return `${namePrefix}${name}.v${revision}${suffix}`
}

/** Creates a Secret of ours, or replaces what is left of an earlier attempt, its owner included. */
export async function createOwn(
  target: ReleaseTarget,
  revision: number,
  own: OwnSecret,
  signal: AbortSignal,
): Promise<void> {
  const object = ownObject(target, revision, own)
  const options = { fieldManager: ownManager }
  try {
    await createObject(target.client, secrets, object, options, signal)
  } catch (error) {
    if (!isKubeError(error, 'already-exists')) throw error
    await updateObject(target.client, secrets, object, options, signal)
  }
}

/** Changes what a Secret of ours holds; whose it is stays. */
export async function changeOwn(
  target: ReleaseTarget,
  revision: number,
  own: OwnSecret,
  signal: AbortSignal,
): Promise<void> {
  const { client, namespace, name } = target
  const where = { resource: secrets, namespace, name: ownName(name, revision, own.suffix) }
  const patch = { data: encodedData(own) }
  const options = { fieldManager: ownManager }
  try {
    await patchObject(client, where, { type: 'merge', patch }, options, signal)
  } catch (error) {
    if (!isKubeError(error, 'not-found')) throw error
    await createOwn(target, revision, own, signal)
  }
}

/** A Secret of ours; undefined when there is none. */
export async function readOwn(
  { client, namespace, name }: ReleaseTarget,
  revision: number,
  suffix: string,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  const where = { resource: secrets, namespace, name: ownName(name, revision, suffix) }
  return getObject(client, where, {}, signal)
}

/** The names of our Secrets of a release, or of one of its revisions. */
export async function listOwn(
  { client, namespace, name }: ReleaseTarget,
  revision: number | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const one = revision === undefined ? '' : `,${revisionLabel}=${revision}`
  const labelSelector = `${releaseLabel}=${name}${one}`
  const selection = { resource: secrets, namespace, labelSelector }
  const { objects } = await listObjects(client, selection, { metadataOnly: true }, signal)
  return objects.map(nameOf).filter((found) => found.startsWith(namePrefix))
}

/** Makes our Secrets part of a record, so that the server deletes them together. */
export async function giveOwner(
  { client, namespace }: ReleaseTarget,
  names: readonly string[],
  owner: KubeObject,
  signal: AbortSignal,
): Promise<void> {
  const patch = { metadata: { ownerReferences: [ownerReference(owner)] } }
  const options = { fieldManager: ownManager }
  await Promise.all(
    names.map((name) => {
      const where = { resource: secrets, namespace, name }
      return patchObject(client, where, { type: 'merge', patch }, options, signal)
    }),
  )
}

/** Deletes our Secrets of these names. */
export async function deleteOwn(
  { client, namespace }: ReleaseTarget,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    names.map((name) => deleteObject(client, { resource: secrets, namespace, name }, {}, signal)),
  )
}

function ownerReference(owner: KubeObject): JsonObject {
  const { apiVersion, kind } = owner
  return { apiVersion, kind, name: nameOf(owner), uid: uidOf(owner) }
}

function ownObject(
  { namespace, name }: ReleaseTarget,
  revision: number,
  own: OwnSecret,
): KubeObject {
  const labels = { [releaseLabel]: name, [revisionLabel]: String(revision) }
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: ownName(name, revision, own.suffix), namespace, labels },
    type: own.type,
    data: encodedData(own),
  }
}

function encodedData({ data }: OwnSecret): JsonObject {
  const fields = Object.entries(data).map(
    ([key, bytes]) => [key, Buffer.from(bytes).toString('base64')] as const,
  )
  return Object.fromEntries(fields)
}

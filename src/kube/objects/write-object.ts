import { type KubeObject, nameOf, namespaceOf } from '../../objects/kube-object.ts'
import { type Written, writtenOf } from '../answer.ts'
import { type ApiResource, type ObjectTarget, collectionPath, objectPath } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'
import type { Query } from '../request.ts'

export interface WriteOptions {
  /** The manager that owns the fields; the client's own one by default. */
  readonly fieldManager?: string
  /** Everything but keeping the result. */
  readonly dryRun?: boolean
  /** The treatment of unknown and repeated fields; the server's own choice is `Warn`. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict'
  /** A part of the object: `status`, `scale`. */
  readonly subresource?: string
  /** How much of the object the server answers with; all of it by default. */
  readonly answer?: 'metadata'
}

/** Creates an object. Fails with `already-exists` when there is one. */
// oxlint-disable-next-line max-params -- public in outrigger/kube, where every request has this order
export async function createObject(
  client: KubeClient,
  resource: ApiResource,
  object: KubeObject,
  options: WriteOptions,
  signal: AbortSignal,
): Promise<Written> {
  const collection = collectionPath(resource, namespaceOf(object))
  // Tokens and evictions are created below an object.
  const path =
    options.subresource === undefined
      ? collection
      : objectPath(targetOf(resource, object), options.subresource)
  const query = writeQuery(client, options)
  const request = { method: 'POST', path, query, body: object, ...answerOf(options) } as const
  return writtenOf(await client.exchange(request, signal), object)
}

/** Replaces an object. Fails with `conflict` when its resourceVersion is no longer the current one. */
// oxlint-disable-next-line max-params -- public in outrigger/kube, where every request has this order
export async function updateObject(
  client: KubeClient,
  resource: ApiResource,
  object: KubeObject,
  options: WriteOptions,
  signal: AbortSignal,
): Promise<Written> {
  const path = objectPath(targetOf(resource, object), options.subresource)
  const query = writeQuery(client, options)
  const request = { method: 'PUT', path, query, body: object, ...answerOf(options) } as const
  return writtenOf(await client.exchange(request, signal), object)
}

/** Where an object is on a server. */
export function targetOf(resource: ApiResource, object: KubeObject): ObjectTarget {
  const namespace = namespaceOf(object)
  const name = nameOf(object)
  return namespace === '' ? { resource, name } : { resource, namespace, name }
}

const metadataOnly = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1'

/** The Accept header for the answer that a write asks for. */
export function answerOf({ answer }: WriteOptions): { readonly accept?: string } {
  return answer === undefined ? {} : { accept: metadataOnly }
}

/** The parameters that all writes share. */
export function writeQuery(client: KubeClient, options: WriteOptions): Query {
  return {
    fieldManager: options.fieldManager ?? client.fieldManager,
    dryRun: options.dryRun === true ? 'All' : undefined,
    fieldValidation: options.fieldValidation,
  }
}

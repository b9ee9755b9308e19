import { type Json, type JsonObject, isJsonList, isJsonObject } from '../../objects/json.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'
import { type ApiResource, type Selection, apiVersionOf, collectionPath } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'
import { KubeError, isKubeError } from '../errors.ts'
import { readJson } from '../json.ts'
import type { Query } from '../request.ts'

export interface ListOptions {
  /** Objects per answer; 0 asks for all at once. */
  readonly pageSize?: number
  /** Only the metadata of each object, which the server cuts out. Kinds stay the real ones. */
  readonly metadataOnly?: boolean
  /** For each page and attempt, in milliseconds. */
  readonly timeout?: number
  /** `never` for callers that have a better idea than to ask again. */
  readonly repeat?: 'always' | 'never'
}

export interface ObjectList {
  readonly objects: readonly KubeObject[]
  /** Where a watch goes on. */
  readonly resourceVersion: string
}

interface Page extends ObjectList {
  readonly next: string
}

const defaultPageSize = 500
const listTimeout = 120_000
const questionTimeout = 15_000

/** Accept header of lists of which only the metadata is wanted. */
const metadataList = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1'

/**
 * All objects of a selection as of one moment. The server forgets that moment after some minutes; a
 * list that takes longer starts again, in one piece.
 */
export async function listObjects(
  client: KubeClient,
  selection: Selection,
  options: ListOptions,
  signal: AbortSignal,
): Promise<ObjectList> {
  const pageSize = options.pageSize ?? defaultPageSize
  const objects: KubeObject[] = []
  let next = ''
  for (;;) {
    try {
      const page = await listPage(
        client,
        selection,
        { options: { ...options, pageSize }, next },
        signal,
      )
      for (const object of page.objects) objects.push(object)
      if (page.next === '') return { objects, resourceVersion: page.resourceVersion }
      next = page.next
    } catch (error) {
      if (next === '' || !isKubeError(error, 'gone')) throw error
      return listPage(client, selection, { options: { ...options, pageSize: 0 }, next: '' }, signal)
    }
  }
}

/** All objects of a selection in one answer, as the server wrote it, for callers that read lists in another way. */
export async function listBytes(
  client: KubeClient,
  selection: Selection,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const options = { pageSize: 0 }
  return (await askForPage(client, selection, { options, next: '' }, signal)).bytes
}

/** The version that the objects of a selection have together now; hardly more than a question. */
export async function currentVersion(
  client: KubeClient,
  selection: Selection,
  signal: AbortSignal,
): Promise<string> {
  const options = {
    pageSize: 1,
    metadataOnly: true,
    timeout: questionTimeout,
    repeat: 'never',
  } as const
  return (await listPage(client, selection, { options, next: '' }, signal)).resourceVersion
}

interface PageWanted {
  readonly options: ListOptions
  readonly next: string
}

async function listPage(
  client: KubeClient,
  selection: Selection,
  wanted: PageWanted,
  signal: AbortSignal,
): Promise<Page> {
  const { bytes } = await askForPage(client, selection, wanted, signal)
  return pageOf(readJson(bytes), selection.resource)
}

function askForPage(
  client: KubeClient,
  selection: Selection,
  { options, next }: PageWanted,
  signal: AbortSignal,
): ReturnType<KubeClient['exchange']> {
  const { resource, namespace } = selection
  const limit = options.pageSize === 0 ? undefined : options.pageSize
  return client.exchange(
    {
      method: 'GET',
      path: collectionPath(resource, namespace),
      query: { ...selectorQuery(selection), limit, continue: next },
      ...(options.metadataOnly === true ? { accept: metadataList } : {}),
      timeout: options.timeout ?? listTimeout,
      repeat: options.repeat ?? 'always',
    },
    signal,
  )
}

/** The selectors of a selection as parameters of a request. */
export function selectorQuery({ labelSelector, fieldSelector }: Selection): Query {
  return { labelSelector, fieldSelector }
}

function pageOf(body: Json, resource: ApiResource): Page {
  const items = isJsonObject(body) ? body['items'] : undefined
  // Go writes an empty list as null.
  if (!isJsonObject(body) || !(isJsonList(items) || items === null)) {
    throw new KubeError('bad-answer', `the list of ${resource.resource} has no items`)
  }
  const apiVersion = apiVersionOf(resource)
  return {
    objects: (items ?? []).map((item) => withKind(item as JsonObject, apiVersion, resource.kind)),
    resourceVersion: textAt(body, ['metadata', 'resourceVersion']),
    next: textAt(body, ['metadata', 'continue']),
  }
}

/**
 * An object with the kind it has. Lists of built-in kinds leave it out, metadata comes with a kind of its
 * own. The object is fresh from the parser, so that it is completed in place: copying would cost as much
 * as parsing did.
 */
export function withKind(item: JsonObject, apiVersion: string, kind: string): KubeObject {
  const object = item as Record<string, Json>
  if (object['kind'] !== kind) {
    object['apiVersion'] = apiVersion
    object['kind'] = kind
  }
  return object as KubeObject
}

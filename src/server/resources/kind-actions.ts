import { visibleExtensions } from '../../actions/catalogue/visible-extensions.ts'
import { told } from '../http/told-problem.ts'
import type { ApiResource, ObjectTarget } from '../../kube/api-resource.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listBytes } from '../../kube/objects/list-objects.ts'
import { createObject, updateObject } from '../../kube/objects/write-object.ts'
import { type Json, isJsonObject } from '../../objects/json.ts'
import {
  type KubeObject,
  isKubeObject,
  nameOf,
  namespaceOf,
  textAt,
  uidOf,
} from '../../objects/kube-object.ts'
import { ProblemError, notFound, problemOf } from '../http/problem.ts'
import type { Reply, SignedCall } from '../http/route.ts'
import { textOf } from '../http/schema-shapes.ts'
import { type EventRow, eventsOf } from './events-of.ts'
import type { ListReader } from './list-reader.ts'
import { shownObject } from './shown-object.ts'
import { type PageRequest, pageOf } from './page-of.ts'
import { type RowOrder, cutPage, cutRequestOf, hasWords } from './rows-page.ts'

/** The objects that the operations of a kind are about. */
export interface Subject {
  readonly resource: ApiResource
  /** The word for one of them. */
  readonly singular: string
  /** The path of all of them. */
  readonly collection: string
  readonly lists: ListReader
}

/** A page of the objects; a problem when the asker may not list them. */
export async function list({ resource, lists }: Subject, call: SignedCall): Promise<Reply> {
  const { query, client, signal } = call
  const namespace = textOf(query['namespace'])
  const labelSelector = textOf(query['labelSelector'])
  const selection = {
    resource,
    ...(namespace === '' ? {} : { namespace }),
    ...(labelSelector === '' ? {} : { labelSelector }),
  }
  const bytes = await asked(resource, 'list', namespace, () =>
    listBytes(client, selection, signal).catch((error: unknown) => {
      if (labelSelector === '' || !isKubeError(error, 'bad-request')) throw error
      const causes = [{ field: 'query.labelSelector', message: error.message }]
      throw new ProblemError(422, 'Invalid', error.message, { causes, cause: error })
    }),
  )
  const request: PageRequest = {
    ...cutRequestOf(query, 'name'),
    search: textOf(query['search']),
    ready: textOf(query['ready']) as PageRequest['ready'],
    reason: textOf(query['reason']),
  }
  const objects = lists.read(resource, `${namespace} ${labelSelector}`, bytes)
  const shown = await usableOnly(objects, call)
  const { items, ...rest } = pageOf(shown, request)
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    bytes: lists.write(items, { ...rest }),
  }
}

// Only Extensions are asked for so.
async function usableOnly(
  objects: readonly KubeObject[],
  { query, client, signal }: SignedCall,
): Promise<readonly KubeObject[]> {
  const namespace = textOf(query['usableIn'])
  if (namespace === '') return objects
  return objects.filter(await told(() => visibleExtensions(client, namespace, signal)))
}

/** The object of the path. */
export async function get(subject: Subject, call: SignedCall): Promise<Reply> {
  const object = await seen(subject, call)
  return { status: 200, headers: etagOf(object), body: shownObject(object) }
}

/** Creates the object of the body. */
export async function create({ resource, collection }: Subject, call: SignedCall): Promise<Reply> {
  const object = objectIn(call.body, resource)
  const namespace = namespaceOf(object)
  if (resource.namespaced && namespace === '') {
    throw badBody('metadata.namespace', 'a namespace is wanted')
  }
  if (textAt(object, ['metadata', 'resourceVersion']) !== '') {
    throw unfit('metadata.resourceVersion', 'must be absent: a new object has no version yet')
  }
  const { object: made } = await asked(resource, 'create', namespace, () =>
    createObject(call.client, resource, object, writeOptions(call), call.signal),
  )
  const place = [...(resource.namespaced ? [namespace] : []), nameOf(made)].map(encodeURIComponent)
  const location = [collection, ...place].join('/')
  return { status: 201, headers: { ...etagOf(made), location }, body: shownObject(made) }
}

/** Replaces an object, unless somebody else changed it since it was read. */
export async function replace(subject: Subject, call: SignedCall): Promise<Reply> {
  const { resource } = subject
  const { name = '', namespace = '' } = call.params
  const object = objectIn(call.body, resource)
  if (nameOf(object) !== name) throw otherName('name', name)
  if (namespaceOf(object) !== namespace) {
    throw otherName('namespace', namespace)
  }
  const version = await versionWanted(subject, call, object)
  await checkVersion(subject, call, version)
  const next = { ...object, metadata: { ...object.metadata, resourceVersion: version } }
  try {
    const { object: made } = await asked(resource, 'update', namespace, () =>
      updateObject(call.client, resource, next, writeOptions(call), call.signal),
    )
    return { status: 200, headers: etagOf(made), body: shownObject(made) }
  } catch (error) {
    // Changed between our look and the write.
    if (error instanceof ProblemError && error.reason === 'Conflict') {
      await checkVersion(subject, call, version)
    }
    throw error
  }
}

/** Deletes an object. One that the asker may not see is answered as one that is not there. */
export async function remove(subject: Subject, call: SignedCall): Promise<Reply> {
  const { resource } = subject
  const target = targetOf(resource, call)
  const dryRun = call.query['dryRun'] === true
  const object = await seen(subject, call)
  const given = versionGiven(call)
  if (given !== '') await checkVersion(subject, call, given)
  // Only what was seen goes: not a newer object of the same name.
  const preconditions = {
    uid: uidOf(object),
    ...(given === '' ? {} : { resourceVersion: given }),
  }
  await asked(resource, 'delete', target.namespace ?? '', () =>
    deleteObject(call.client, target, { dryRun, preconditions }, call.signal),
  )
  return { status: 202 }
}

/** The events about the object of the path. */
export async function events(subject: Subject, call: SignedCall): Promise<Reply> {
  const object = await seen(subject, call)
  const { query } = call
  const all = await eventsOf(call.client, object, call.signal)
  const rows = all.filter(({ event: { type, reason, message, reportedBy } }) =>
    hasWords(textOf(query['search']), [type, reason, message, reportedBy]),
  )
  const { items, ...rest } = cutPage(rows, eventOrder, cutRequestOf(query, '-lastSeen'))
  return { status: 200, body: { items: items.map(({ event }) => event), ...rest } }
}

const eventOrder: RowOrder<EventRow> = {
  idOf: ({ uid }) => uid,
  fields: {
    lastSeen: ({ event }) => event.lastSeen,
    type: ({ event }) => event.type,
    reason: ({ event }) => event.reason,
  },
}

/** The object of the path. One that the asker may not get is answered as one that is not there. */
async function seen({ resource, singular }: Subject, call: SignedCall): Promise<KubeObject> {
  const target = targetOf(resource, call)
  try {
    const object = await getObject(call.client, target, {}, call.signal)
    if (object !== undefined) return object
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw problemOf(error)
  }
  throw notFound(singular, target.name, target.namespace ?? '')
}

async function asked<T>(
  { group, resource }: ApiResource,
  verb: string,
  namespace: string,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw problemOf(error, { verb, group, resource, namespace })
  }
}

function targetOf(resource: ApiResource, { params }: SignedCall): ObjectTarget {
  const { name = '', namespace } = params
  return namespace === undefined ? { resource, name } : { resource, namespace, name }
}

function objectIn(body: unknown, resource: ApiResource): KubeObject {
  if (!isKubeObject(body as Json)) {
    throw badBody('', 'an object with apiVersion, kind and metadata is wanted')
  }
  // The operator alone writes statuses; what was read may be sent back whole.
  const { status = {}, ...object } = body as KubeObject
  if (!isJsonObject(status)) throw badBody('status', 'an object is wanted')
  if (object.kind === resource.kind) return object
  throw badBody('kind', `${resource.kind} is wanted, and ${object.kind} was found`)
}

function badBody(field: string, message: string): ProblemError {
  const place = field === '' ? 'body' : `body.${field}`
  const causes = [{ field: place, message }]
  return new ProblemError(400, 'BadRequest', `${place}: ${message}`, { causes })
}

// No schema can say that two parts of a request agree.
function otherName(field: 'name' | 'namespace', wanted: string): ProblemError {
  return unfit(`metadata.${field}`, `must be ${JSON.stringify(wanted)}, as in the path`)
}

function unfit(field: string, message: string): ProblemError {
  const place = `body.${field}`
  const causes = [{ field: place, message }]
  return new ProblemError(422, 'Invalid', `${place}: ${message}`, { causes })
}

/** The version that If-Match names; empty when it names none. */
export function versionGiven({ headers }: SignedCall): string {
  const header = headers['if-match']
  if (typeof header !== 'string' || header.trim() === '*') return ''
  return header.trim().replace(/^W\//, '').replaceAll('"', '')
}

async function versionWanted(
  subject: Subject,
  call: SignedCall,
  object: KubeObject,
): Promise<string> {
  const given = versionGiven(call)
  const version = given === '' ? textAt(object, ['metadata', 'resourceVersion']) : given
  if (version !== '') return version
  // Any version will do, as long as there is one.
  if (call.headers['if-match'] === '*') return versionOf(await seen(subject, call))
  const detail =
    'a change needs the version that it was made from: send If-Match or metadata.resourceVersion, or "If-Match: *" to replace whatever is there'
  throw new ProblemError(428, 'PreconditionRequired', detail)
}

async function checkVersion(subject: Subject, call: SignedCall, wanted: string): Promise<void> {
  const found = versionOf(await seen(subject, call))
  if (found === wanted) return
  throw lostUpdate(wanted, found)
}

/** The problem of a change that would undo another one. */
export function lostUpdate(wanted: string, found: string, cause?: unknown): ProblemError {
  const versions = `the change was made from version ${wanted}, and ${found} is there now`
  const detail = `somebody else changed it: ${versions}; read it again and repeat the change`
  const both = { yours: wanted, current: found }
  return new ProblemError(412, 'LostUpdate', detail, {
    versions: both,
    headers: { etag: `"${found}"` },
    cause,
  })
}

function writeOptions({ query }: SignedCall) {
  const dryRun = query['dryRun'] === true
  return { fieldManager: 'outrigger-server', fieldValidation: 'Strict', dryRun } as const
}

function versionOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'resourceVersion'])
}

function etagOf(object: KubeObject): Readonly<Record<string, string>> {
  const version = versionOf(object)
  return version === '' ? {} : { etag: `"${version}"` }
}

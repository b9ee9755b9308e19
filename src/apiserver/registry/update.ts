import { checkEscalation } from '../auth/escalation.ts'
import { equalJson, type JsonObject } from '../../objects/json.ts'
import { readPath } from '../../objects/kube-object.ts'
import { restoreResetFields } from '../../objects/merge/field-manager.ts'
import { invalid, invalidObject } from '../field-errors.ts'
import {
  badRequest,
  conflict,
  internalError,
  modifiedMeanwhile,
  notFound,
} from '../status-errors.ts'
import type { Entry } from '../storage/entry.ts'
import { admit, validateAdmission } from './admit.ts'
import { checkMetadataUpdate } from './check-metadata.ts'
import { matchNamespace, prepareCreate, unstored } from './create.ts'
import { childOf, draftOf, ensureChild, textIn, type Draft } from './draft.ts'
import { encodeStored, objectOf, withoutType } from './encode.ts'
import { bookUpdate, ignoreOnlyTimestamps } from './ownership.ts'
import { makingContext, type Registry, type WriteContext } from './registry.ts'
import type { Strategy } from './strategy.ts'
import { storedName } from './served.ts'
import { hasStorageQuirk, withStorageQuirk } from './storage-quirks.ts'

/** Gives the new object for the one that is there now; undefined when none is. Called again after a race. */
export type Transform = (old: JsonObject | undefined) => Draft

export interface UpdateResult {
  readonly entry: Entry
  readonly created: boolean
}

export interface UpdateOptions {
  /** Applying may create what is not there, whatever the kind says. */
  readonly mayCreate: boolean
  /** The transform takes part in the bookkeeping of fields itself. */
  readonly isApply: boolean
  /** The object was sent whole: a uid in it is a condition. */
  readonly isPut?: boolean
}

/** How often a write that somebody was faster with is tried again. */
const attempts = 100

/** Changes an object, and deletes it when that was all it waited for. */
export async function updateObject(
  registry: Registry,
  context: WriteContext,
  name: string,
  { transform, options }: { readonly transform: Transform; readonly options: UpdateOptions },
): Promise<UpdateResult> {
  const { served, namespace } = context
  const key = storedName(served, namespace, name)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const existing = registry.store.latest(served.bucket, key)
    const done =
      existing === undefined
        ? await createInstead(registry, context, name, { transform, options })
        : await replace(registry, context, existing, { transform, options })
    if (done !== undefined) return done
  }
  throw internalError(`${name} is changed too often by others`)
}

async function createInstead(
  registry: Registry,
  context: WriteContext,
  name: string,
  { transform, options }: { readonly transform: Transform; readonly options: UpdateOptions },
): Promise<UpdateResult | undefined> {
  const { served, namespace } = context
  const { bucket, strategy } = served
  const mayCreate = options.mayCreate || (options.isPut === true && strategy.allowCreateOnUpdate)
  if (!mayCreate) throw notFound(served.resource, name)
  const draft = transform(undefined)
  const metadata = ensureChild(draft, 'metadata')
  if (textIn(metadata, 'uid') !== '') {
    const precondition = `Precondition failed: UID in precondition: ${textIn(metadata, 'uid')}, UID in object meta: `
    throw conflict(served.resource, name, precondition)
  }
  delete metadata['resourceVersion']
  metadata['name'] = name
  matchNamespace(context, metadata)
  const { isApply } = options
  const how = { isApply, nameInPath: name, chosenName: name }
  const object = await prepareCreate(registry, context, draft, how)
  const stored = served.toStored?.(object as Draft) ?? object
  const key = storedName(served, namespace, name)
  if (context.dryRun) return { entry: unstored(context, key, stored), created: true }
  const encode = (revision: number) => encodeStored(served, stored, revision)
  const written = registry.store.write({ operation: 'put', bucket, name: key, expected: 0, encode })
  return written === undefined ? undefined : { entry: await written, created: true }
}

async function replace(
  registry: Registry,
  context: WriteContext,
  existing: Entry,
  { transform, options }: { readonly transform: Transform; readonly options: UpdateOptions },
): Promise<UpdateResult | undefined> {
  const { served, dryRun } = context
  const { bucket, name } = existing
  const old = objectOf(served, existing)
  const sent = transform(old)
  const object = await prepareUpdate(registry, context, { old, sent }, options)
  if (shouldDelete(object, old) && served.strategy.isKept?.(object) !== true)
    return deleteInstead(registry, context, existing, object)
  const stored = served.toStored?.(object as Draft) ?? object
  if (dryRun) return { entry: unstored(context, name, stored), created: false }
  if (!hasStorageQuirk(existing) && isUnchanged(stored, existing.object as JsonObject)) {
    await registry.store.settled(bucket, name)
    return { entry: existing, created: false }
  }
  const encode = (revision: number) => {
    const encoded = encodeStored(served, stored, revision)
    return { ...encoded, bytes: withStorageQuirk(sent, encoded.bytes) }
  }
  const expected = existing.revision
  const written = registry.store.write({ operation: 'put', bucket, name, expected, encode })
  if (written === undefined) return undefined
  return { entry: await written, created: false }
}

/** An object that was read and sent back has these; one that was written anew need not. */
const wholeFields = ['resourceVersion', 'uid', 'creationTimestamp']

async function prepareUpdate(
  registry: Registry,
  context: WriteContext,
  { old, sent }: { readonly old: JsonObject; readonly sent: Draft },
  options: UpdateOptions,
): Promise<JsonObject> {
  const { served, subresource } = context
  const { strategy, resource } = served
  const metadata = ensureChild(sent, 'metadata')
  const oldMetadata = childOf(old as Draft, 'metadata') ?? {}
  const name = textIn(oldMetadata, 'name')
  checkVersion(context, metadata, oldMetadata, options)
  matchNamespace(context, metadata)
  const named = { nameInPath: name, chosenName: name }
  const isWhole = wholeFields.every((field) => metadata[field] === oldMetadata[field])
  keepSystemFields(metadata, oldMetadata)
  const draft = options.isApply ? sent : bookUpdate(registry, context, old, sent)
  const request = { ...context, operation: 'UPDATE', name, draft, old } as const
  await admit(registry, request)
  checkEscalation(registry, { ...request, ...named, isWhole })
  const making = makingContext(registry, context.user)
  if (strategy.restoreOthers === undefined) restoreOthers(context, draft, old)
  else strategy.restoreOthers(draft, old, subresource, making)
  if (subresource === 'status') strategy.prepareStatusUpdate?.(draft, old)
  else if (subresource === '') strategy.prepareForUpdate?.(draft, old, making)
  if (strategy.hasGeneration && subresource !== 'status') countGeneration(strategy, draft, old)
  const object = ignoreOnlyTimestamps(draft, old)
  const check = subresource === 'status' ? strategy.validateStatusUpdate : strategy.validateUpdate
  // Kubernetes looks at the metadata twice; its errors are among the causes twice.
  const metadataErrors = checkMetadataUpdate(object, old)
  const errors = [...metadataErrors, ...metadataErrors, ...(check?.(object, old) ?? [])]
  if (errors.length > 0) throw invalidObject(resource, name, errors)
  await validateAdmission(registry, { ...request, draft: object })
  return object
}

function checkVersion(
  context: WriteContext,
  metadata: Draft,
  old: Draft,
  options: UpdateOptions,
): void {
  const name = textIn(old, 'name')
  const { resource, strategy } = context.served
  const uid = textIn(metadata, 'uid')
  if (options.isPut && uid !== '' && uid !== textIn(old, 'uid')) {
    const key = `/registry/${context.served.bucket}/${storedName(context.served, context.namespace, name)}`
    const why = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: ${uid}, UID in object meta: ${textIn(old, 'uid')}`
    throw conflict(resource, name, why)
  }
  const version = textIn(metadata, 'resourceVersion')
  if (version === '' || version === '0') {
    if (strategy.allowUnconditionalUpdate) return
    const error = invalid('metadata.resourceVersion', 0, 'must be specified for an update')
    throw invalidObject({ group: resource.group, kind: resource.resource }, name, [error])
  }
  if (!/^\d+$/.test(version)) {
    throw badRequest(
      `invalid resource version: resourceVersion: Invalid value: "${version}": strconv.ParseUint: parsing "${version}": invalid syntax`,
    )
  }
  if (version !== textIn(old, 'resourceVersion')) throw conflict(resource, name, modifiedMeanwhile)
}

/** An update can change none of these, whatever it says. */
function keepSystemFields(metadata: Draft, old: Draft): void {
  metadata['uid'] ??= old['uid'] ?? ''
  delete metadata['selfLink']
  for (const field of ['resourceVersion', 'generation', 'creationTimestamp']) {
    if (old[field] === undefined) delete metadata[field]
    else metadata[field] = old[field]
  }
  if (old['deletionTimestamp'] === undefined) return
  metadata['deletionTimestamp'] = old['deletionTimestamp']
  const period = old['deletionGracePeriodSeconds']
  if (period !== undefined) metadata['deletionGracePeriodSeconds'] ??= period
}

/** Of a write to one part of an object, the other parts do not count. */
function restoreOthers(context: WriteContext, draft: Draft, old: JsonObject): void {
  const { served, subresource } = context
  const kind = served.managed(subresource === 'scale' ? '' : subresource)
  if (subresource === 'finalize') restore(draft, old, 'status')
  else if (kind !== undefined) {
    const restored = draftOf(restoreResetFields(kind, old, draft))
    for (const field of Object.keys(draft)) delete draft[field]
    Object.assign(draft, restored)
  } else if (served.strategy.hasStatus) restore(draft, old, 'status')
}

function restore(draft: Draft, old: JsonObject, field: string): void {
  const before = Object.hasOwn(old, field) ? old[field] : undefined
  if (before === undefined) delete draft[field]
  else draft[field] = draftOf({ before })['before'] ?? null
}

function countGeneration(strategy: Strategy, draft: Draft, old: JsonObject): void {
  const isSame = equalJson(contentOf(strategy, draft), contentOf(strategy, old))
  if (isSame && (strategy.countsAnnotations !== true || hasSameAnnotations(draft, old))) return
  const metadata = ensureChild(draft, 'metadata')
  metadata['generation'] = Number(metadata['generation'] ?? 0) + 1
}

function hasSameAnnotations(draft: Draft, old: JsonObject): boolean {
  const path = ['metadata', 'annotations']
  return equalJson(readPath(draft, path) ?? {}, readPath(old, path) ?? {})
}

function isUnchanged(object: JsonObject, old: JsonObject): boolean {
  return equalJson(withoutType(object), withoutType(old))
}

/** A status that is no part of its own is content like anything else. */
function contentOf(strategy: Strategy, object: JsonObject): JsonObject {
  const { metadata: _, status, ...rest } = withoutType(object)
  return strategy.hasStatus || status === undefined ? rest : { ...rest, status }
}

/** The last finalizer of a deleted object is gone. */
function shouldDelete(object: JsonObject, old: JsonObject): boolean {
  const before = childOf(old as Draft, 'metadata') ?? {}
  const finalizers = childOf(object as Draft, 'metadata')?.['finalizers']
  if (Array.isArray(finalizers) && finalizers.length > 0) return false
  if (before['deletionTimestamp'] === undefined) return false
  return Number(before['deletionGracePeriodSeconds'] ?? 0) === 0
}

async function deleteInstead(
  registry: Registry,
  context: WriteContext,
  existing: Entry,
  object: JsonObject,
): Promise<UpdateResult | undefined> {
  const { served, dryRun } = context
  const { bucket, name, revision: expected } = existing
  const stored = served.toStored?.(object as Draft) ?? object
  if (dryRun) return { entry: unstored(context, name, stored), created: false }
  const encode = (revision: number) => encodeStored(served, existing.object as JsonObject, revision)
  const written = registry.store.write({ operation: 'delete', bucket, name, expected, encode })
  if (written === undefined) return undefined
  await written
  // The client asked for a change and is shown the changed object, with the version that it had.
  return { entry: unstored(context, name, stored), created: false }
}

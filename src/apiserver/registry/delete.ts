import { equalJson, type JsonObject } from '../../objects/json.ts'
import { conflict, internalError, notFound } from '../status-errors.ts'
import type { Entry } from '../storage/entry.ts'
import { admit, validateAdmission } from './admit.ts'
import { unstored } from './create.ts'
import { childOf, draftOf, ensureChild, textIn, type Draft } from './draft.ts'
import type { DeleteOptions } from './delete-options.ts'
import { encodeStored, objectOf, withoutType } from './encode.ts'
import { timestamp, type Registry, type WriteContext } from './registry.ts'
import { storedName } from './served.ts'

export interface DeleteResult {
  readonly entry: Entry
  /** Whether the object is gone, or only marked. */
  readonly gone: boolean
  /** Nothing was done: its deletion was under way already. */
  readonly pending: boolean
}

/** How often a deletion that somebody was faster with is tried again. */
const attempts = 100

type Step =
  | { readonly do: 'nothing' }
  | { readonly do: 'remove' }
  | { readonly do: 'mark'; readonly draft: Draft; readonly thenRemove: boolean }

/** Deletes an object, or marks it when finalizers or a grace period keep it. */
export async function deleteObject(
  registry: Registry,
  context: WriteContext,
  name: string,
  options: DeleteOptions,
): Promise<DeleteResult> {
  const { served, namespace } = context
  const key = storedName(served, namespace, name)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const existing = registry.store.latest(served.bucket, key)
    if (existing === undefined) throw notFound(served.resource, name)
    const done = await deleteOnce(registry, context, existing, options)
    if (done !== undefined) return done
  }
  throw internalError(`${name} is changed too often by others`)
}

async function deleteOnce(
  registry: Registry,
  context: WriteContext,
  existing: Entry,
  options: DeleteOptions,
): Promise<DeleteResult | undefined> {
  const { served, dryRun } = context
  const old = objectOf(served, existing)
  const name = textIn(childOf(old as Draft, 'metadata'), 'name')
  checkPreconditions(context, old, options)
  const request = { ...context, operation: 'DELETE', name, draft: undefined, old } as const
  await admit(registry, request)
  await validateAdmission(registry, request)
  const step = nextStep(registry, context, old, options)
  if (step.do === 'nothing') return { entry: existing, gone: false, pending: true }
  if (step.do === 'remove') return remove(registry, context, existing)
  if (dryRun) {
    const entry = unstored(context, existing.name, step.draft)
    return { entry, gone: step.thenRemove, pending: false }
  }
  const marked = await mark(registry, context, existing, step.draft)
  if (marked === undefined) return undefined
  if (!step.thenRemove) return { entry: marked, gone: false, pending: false }
  const removed = await remove(registry, context, marked)
  // Somebody who changed it in between sees the mark; the next round removes what is there then.
  return removed
}

function checkPreconditions(context: WriteContext, old: JsonObject, options: DeleteOptions): void {
  const { group, kind } = context.served.resource
  const metadata = childOf(old as Draft, 'metadata')
  const { uid, resourceVersion } = options.preconditions
  const of = { group, resource: kind }
  const name = textIn(metadata, 'name')
  if (uid !== undefined && uid !== textIn(metadata, 'uid')) {
    const found = textIn(metadata, 'uid')
    const why = `the UID in the precondition (${uid}) does not match the UID in record (${found}). The object might have been deleted and then recreated`
    throw conflict(of, name, why)
  }
  if (resourceVersion !== undefined && resourceVersion !== textIn(metadata, 'resourceVersion')) {
    const found = textIn(metadata, 'resourceVersion')
    const why = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${found}). The object might have been modified`
    throw conflict(of, name, why)
  }
}

function nextStep(
  registry: Registry,
  context: WriteContext,
  old: JsonObject,
  options: DeleteOptions,
): Step {
  const { strategy } = context.served
  const draft = draftOf(old)
  const metadata = ensureChild(draft, 'metadata')
  if (metadata['deletionTimestamp'] === undefined) {
    strategy.beginDeletion?.(draft, timestamp(registry))
  }
  const grace = strategy.gracePeriod?.(old, options.gracePeriodSeconds)
  const graceful = setGrace(registry, metadata, grace, options)
  if (graceful === 'pending') return { do: 'nothing' }
  const finalizers = finalizersFor(metadata, context, options)
  if (finalizers.length > 0) metadata['finalizers'] = finalizers
  else delete metadata['finalizers']
  const isKept = finalizers.length > 0 || strategy.isKept?.(draft) === true
  if (graceful === 'no') {
    if (!isKept) return { do: 'remove' }
    markAsDeleting(registry, metadata)
    // A namespace that only its own finalizers keep has no period of grace.
    if (finalizers.length === 0) delete metadata['deletionGracePeriodSeconds']
    return { do: 'mark', draft, thenRemove: false }
  }
  const waits = isKept || Number(metadata['deletionGracePeriodSeconds']) > 0
  return { do: 'mark', draft, thenRemove: !waits }
}

/** Sets the time of the deletion where the kind goes gracefully. */
function setGrace(
  registry: Registry,
  metadata: Draft,
  grace: number | undefined,
  options: DeleteOptions,
): 'no' | 'yes' | 'pending' {
  if (grace === undefined) return 'no'
  const before = metadata['deletionGracePeriodSeconds']
  if (metadata['deletionTimestamp'] !== undefined) {
    if (before === undefined || before === 0) return 'no'
    const asked = options.gracePeriodSeconds
    if (asked === undefined || asked >= Number(before)) return 'pending'
    const started = Date.parse(textIn(metadata, 'deletionTimestamp')) - Number(before) * 1000
    const now = registry.clock.now()
    const isOver = started + asked * 1000 < now
    metadata['deletionTimestamp'] = seconds(isOver ? now : started + asked * 1000)
    metadata['deletionGracePeriodSeconds'] = isOver && asked !== 0 ? 1 : asked
    return 'yes'
  }
  metadata['deletionTimestamp'] = seconds(registry.clock.now() + grace * 1000)
  metadata['deletionGracePeriodSeconds'] = grace
  bumpGeneration(metadata)
  return 'yes'
}

function seconds(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`
}

function bumpGeneration(metadata: Draft): void {
  if (Number(metadata['generation'] ?? 0) > 0)
    metadata['generation'] = Number(metadata['generation']) + 1
}

function markAsDeleting(registry: Registry, metadata: Draft): void {
  const now = timestamp(registry)
  const before = textIn(metadata, 'deletionTimestamp')
  if (before === '') bumpGeneration(metadata)
  if (before === '' || before > now) metadata['deletionTimestamp'] = now
  metadata['deletionGracePeriodSeconds'] = 0
}

/** The finalizers that the propagation policy asks for. */
function finalizersFor(metadata: Draft, context: WriteContext, options: DeleteOptions): string[] {
  const list = metadata['finalizers']
  const known = Array.isArray(list) ? list.map(String) : []
  const others = known.filter((name) => name !== 'orphan' && name !== 'foregroundDeletion')
  const policy =
    options.propagation ?? policyOf(known) ?? context.served.strategy.defaultPropagation
  if (policy === 'Orphan') return [...others, 'orphan']
  return policy === 'Foreground' ? [...others, 'foregroundDeletion'] : others
}

function policyOf(finalizers: readonly string[]): 'Orphan' | 'Foreground' | undefined {
  if (finalizers.includes('orphan')) return 'Orphan'
  return finalizers.includes('foregroundDeletion') ? 'Foreground' : undefined
}

async function mark(
  registry: Registry,
  context: WriteContext,
  existing: Entry,
  draft: Draft,
): Promise<Entry | undefined> {
  const { served } = context
  const stored = served.toStored?.(draft) ?? draft
  const { bucket, name, revision: expected } = existing
  if (equalJson(withoutType(stored), withoutType(existing.object as JsonObject))) {
    await registry.store.settled(bucket, name)
    return existing
  }
  const encode = (revision: number) => encodeStored(served, stored, revision)
  return registry.store.write({ operation: 'put', bucket, name, expected, encode })
}

async function remove(
  registry: Registry,
  context: WriteContext,
  existing: Entry,
): Promise<DeleteResult | undefined> {
  const { bucket, name, revision: expected } = existing
  if (context.dryRun) return { entry: existing, gone: true, pending: false }
  const last = existing.object as JsonObject
  const encode = (revision: number) => encodeStored(context.served, last, revision)
  const written = registry.store.write({ operation: 'delete', bucket, name, expected, encode })
  if (written === undefined) return undefined
  return { entry: await written, gone: true, pending: false }
}

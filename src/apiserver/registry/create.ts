import type { JsonObject } from '../../objects/json.ts'
import { checkEscalation } from '../auth/escalation.ts'
import { refusalOf } from '../auth/refusal.ts'
import { StatusError } from '../errors.ts'
import { invalidObject } from '../field-errors.ts'
import { alreadyExists, badRequest } from '../status-errors.ts'
import { Entry } from '../storage/entry.ts'
import { admit, validateAdmission } from './admit.ts'
import { checkMetadata } from './check-metadata.ts'
import { ensureChild, textIn, type Draft } from './draft.ts'
import { drawName } from './draw-name.ts'
import { encodeStored, textOfJson } from './encode.ts'
import { isPathSegment } from './name-rules.ts'
import { bookUpdate } from './ownership.ts'
import { makingContext, timestamp, type Registry, type WriteContext } from './registry.ts'
import { storedName } from './served.ts'

/** How often another name is drawn when a drawn one is taken; as Kubernetes' own server. */
const drawnNames = 8

/** Creates an object and gives what is stored; with dry run, what would be. */
export async function createObject(
  registry: Registry,
  context: WriteContext,
  sent: Draft,
): Promise<Entry> {
  const { served } = context
  const metadata = ensureChild(sent, 'metadata')
  wipeSystemFields(metadata)
  matchNamespace(context, metadata)
  const generatesName = textIn(metadata, 'name') === '' && textIn(metadata, 'generateName') !== ''
  for (let attempt = 1; ; attempt++) {
    if (generatesName) metadata['name'] = drawName(registry, textIn(metadata, 'generateName'))
    const named = { nameInPath: '', chosenName: generatesName ? '' : textIn(metadata, 'name') }
    const object = await prepareCreate(registry, context, sent, { isApply: false, ...named })
    const created = insert(registry, context, object)
    if (created !== undefined) return created
    const exists = alreadyExists(served.resource, textIn(metadata, 'name'))
    if (!generatesName || attempt === drawnNames) throw exists
  }
}

/** How an object comes to be. */
export interface CreateOptions {
  readonly isApply: boolean
  /** Empty where objects are posted; else the request is an update or an apply, and must be allowed to create. */
  readonly nameInPath: string
  /** Empty where the server generates the name. */
  readonly chosenName: string
}

/** Everything that happens to an object before it is stored for the first time. */
export async function prepareCreate(
  registry: Registry,
  context: WriteContext,
  sent: Draft,
  options: CreateOptions,
): Promise<JsonObject> {
  const { served } = context
  const { strategy, resource } = served
  fillSystemFields(registry, ensureChild(sent, 'metadata'))
  const name = textIn(ensureChild(sent, 'metadata'), 'name')
  const draft = options.isApply ? sent : bookUpdate(registry, context, undefined, sent)
  const request = { ...context, operation: 'CREATE', name, draft, old: undefined } as const
  await admit(registry, request)
  checkEscalation(registry, { ...request, ...options, isWhole: false })
  if (strategy.hasStatus) {
    // Go prints the empty struct of a built-in kind.
    if (served.isCustom) delete draft['status']
    else {
      draft['status'] = {}
      strategy.normalise?.(draft, () => {})
    }
  }
  if (strategy.hasGeneration) ensureChild(draft, 'metadata')['generation'] = 1
  strategy.prepareForCreate?.(draft, makingContext(registry, context.user))
  const errors = [
    ...checkMetadata(draft, resource.namespaced, strategy.checkName),
    ...(strategy.validate?.(draft) ?? []),
  ]
  if (errors.length > 0) throw invalidObject(resource, name, errors)
  const faults = isPathSegment(name)
  if (faults.length > 0) throw badRequest(`the name ${JSON.stringify(name)} ${faults.join(', ')}`)
  if (options.nameInPath !== '') checkMayCreate(registry, context, name)
  await validateAdmission(registry, request)
  return draft
}

/** The right to change objects does not give the right to create one by an apply. */
function checkMayCreate({ authorize }: Registry, context: WriteContext, name: string): void {
  const { served, namespace, subresource, user } = context
  const { group, version, resource } = served.resource
  const place = { group, version, resource, subresource, namespace, name }
  const access = { what: 'resource', verb: 'create', ...place } as const
  if (!authorize(user, access).allowed) throw refusalOf(user, access)
}

/** Undefined when the name is taken. */
function insert(
  registry: Registry,
  context: WriteContext,
  object: JsonObject,
): Promise<Entry> | Entry | undefined {
  const { served, namespace, dryRun } = context
  const { bucket } = served
  const name = storedName(served, namespace, textIn(object['metadata'] as Draft, 'name'))
  const stored = served.toStored?.(object as Draft) ?? object
  if (dryRun) {
    if (registry.store.latest(bucket, name) !== undefined) return undefined
    return unstored(context, name, stored)
  }
  const encode = (revision: number) => encodeStored(served, stored, revision)
  return registry.store.write({ operation: 'put', bucket, name, expected: 0, encode })
}

/** The answer of a dry run: the object with the resourceVersion that it had, if any. */
export function unstored(context: WriteContext, name: string, object: JsonObject): Entry {
  const { served } = context
  const { kind: _, apiVersion: __, ...rest } = object
  const full = { kind: served.resource.kind, apiVersion: served.storedApiVersion, ...rest }
  const place = { bucket: served.bucket, name, revision: 0 }
  return new Entry(place, Buffer.from(textOfJson(full)), full)
}

function wipeSystemFields(metadata: Draft): void {
  if (metadata['resourceVersion'] !== undefined && Number(metadata['resourceVersion']) > 0) {
    throw new StatusError(500, '', 'resourceVersion should not be set on objects to be created')
  }
  for (const field of [
    'resourceVersion',
    'uid',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'generation',
    'selfLink',
  ]) {
    delete metadata[field]
  }
}

function fillSystemFields(registry: Registry, metadata: Draft): void {
  metadata['uid'] ??= registry.newUid()
  metadata['creationTimestamp'] ??= timestamp(registry)
}

/** An object may leave its namespace to the path, but not contradict it. */
export function matchNamespace(context: WriteContext, metadata: Draft): void {
  const { served, namespace } = context
  const named = textIn(metadata, 'namespace')
  if (!served.resource.namespaced) {
    if (named === '') delete metadata['namespace']
    return
  }
  if (named !== '' && named !== namespace) {
    throw badRequest(
      'the namespace of the provided object does not match the namespace sent on the request',
    )
  }
  metadata['namespace'] = namespace
}

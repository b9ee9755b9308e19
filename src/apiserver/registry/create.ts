import type { JsonObject } from '../../objects/json.ts'
import { StatusError } from '../errors.ts'
import { invalidObject } from '../field-errors.ts'
import { alreadyExists, badRequest } from '../status-errors.ts'
import { Entry } from '../storage/entry.ts'
import { admit, validateAdmission } from './admit.ts'
import { checkMetadata } from './check-metadata.ts'
import { ensureChild, textIn } from './draft.ts'
import type { Draft } from './draft.ts'
import { drawName } from './draw-name.ts'
import { encodeStored } from './encode.ts'
import { isPathSegment } from './name-rules.ts'
import { bookUpdate } from './ownership.ts'
import { makingContext, timestamp } from './registry.ts'
import type { Registry, WriteContext } from './registry.ts'
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
  const drawsName = textIn(metadata, 'name') === '' && textIn(metadata, 'generateName') !== ''
  for (let attempt = 1; ; attempt++) {
    if (drawsName) metadata['name'] = drawName(registry, textIn(metadata, 'generateName'))
    const object = await prepareCreate(registry, context, sent, { isApply: false })
    const created = insert(registry, context, object)
    if (created !== undefined) return created
    const exists = alreadyExists(served.resource, textIn(metadata, 'name'))
    if (!drawsName || attempt === drawnNames) throw exists
  }
}

/** Everything that happens to an object before it is stored for the first time. */
export async function prepareCreate(
  registry: Registry,
  context: WriteContext,
  sent: Draft,
  options: { readonly isApply: boolean },
): Promise<JsonObject> {
  const { served } = context
  const { strategy, resource } = served
  fillSystemFields(registry, ensureChild(sent, 'metadata'))
  const name = textIn(ensureChild(sent, 'metadata'), 'name')
  const draft = options.isApply ? sent : bookUpdate(registry, context, undefined, sent)
  const request = { ...context, operation: 'CREATE', name, draft, old: undefined } as const
  await admit(registry, request)
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
  await validateAdmission(registry, request)
  return draft
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

/** What a dry run answers: the object with the resourceVersion that it had, if any. */
export function unstored(context: WriteContext, name: string, object: JsonObject): Entry {
  const { served } = context
  const { kind: _, apiVersion: __, ...rest } = object
  const full = { kind: served.resource.kind, apiVersion: served.storedApiVersion, ...rest }
  const place = { bucket: served.bucket, name, revision: 0 }
  return new Entry(place, Buffer.from(JSON.stringify(full)), full)
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

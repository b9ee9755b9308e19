import { equalJson, fieldOf, isJsonObject, type Json, type JsonObject } from '../../objects/json.ts'
import { listAt, nameOf, readPath, textAt } from '../../objects/kube-object.ts'
import { StatusError } from '../errors.ts'
import { deleteObject } from '../registry/delete.ts'
import { inBackground } from '../registry/delete-options.ts'
import { draftOf, ensureChild, type Draft, type DraftValue } from '../registry/draft.ts'
import { timestamp, type Registry, type WriteContext } from '../registry/registry.ts'
import type { User } from '../registry/user.ts'
import type { Served } from '../registry/served.ts'
import { updateObject } from '../registry/update.ts'
import type { StoreEvent } from '../storage/entry.ts'
import { decideNames } from './accept-names.ts'
import { servedBy } from './served-by-crd.ts'

const bucket = 'apiextensions.k8s.io/customresourcedefinitions'
const cleanup = 'customresourcecleanup.apiextensions.k8s.io'

const controller: User = {
  name: 'system:apiserver',
  uid: '',
  groups: ['system:masters'],
  extra: {},
}

/** Serves what definitions define, tells in their status that it does, and clears up after them. */
export function followCrds(registry: Registry, onFailure: (error: unknown) => void): () => void {
  const own = registry.catalogue.find('apiextensions.k8s.io', 'v1', 'customresourcedefinitions')
  if (own === undefined) return () => {}
  const serving = new Map<string, readonly Served[]>()
  const take = (crd: JsonObject) => {
    const name = nameOf(crd)
    const since = serving.get(name)?.[0]?.since ?? registry.store.revision
    withdraw(registry, serving, name)
    const changed = registry.store.revision
    const isRefused = namesOf(registry, crd).conflict !== undefined
    const served = (isRefused ? [] : servedBy(crd)).map((one) => ({
      ...one,
      since,
      changed,
    }))
    for (const one of served) registry.catalogue.add(one)
    serving.set(name, served)
  }
  const settle = (crd: JsonObject) => {
    bringUp(registry, own, crd).catch(onFailure)
  }
  for (const entry of registry.store.list(bucket, '')) {
    take(entry.object as JsonObject)
    settle(entry.object as JsonObject)
  }
  return registry.store.watch(bucket, registry.store.revision, (event: StoreEvent) => {
    const crd = event.entry.object as JsonObject
    if (event.type === 'delete') withdraw(registry, serving, nameOf(crd))
    else {
      take(crd)
      settle(crd)
    }
  })
}

function withdraw(registry: Registry, serving: Map<string, readonly Served[]>, name: string): void {
  for (const one of serving.get(name) ?? []) registry.catalogue.delete(one)
  serving.delete(name)
}

async function bringUp(registry: Registry, own: Served, crd: JsonObject): Promise<void> {
  if (readPath(crd, ['metadata', 'deletionTimestamp']) !== undefined) {
    await clearUp(registry, own, crd)
    return
  }
  const name = nameOf(crd)
  await ignoringGone(() =>
    updateObject(registry, contextFor(own, 'status'), name, {
      transform: (old) => withStatus(registry, old ?? crd),
      options: { mayCreate: false, isApply: false },
    }),
  )
}

function withStatus(registry: Registry, crd: JsonObject) {
  const draft = draftOf(crd)
  const now = timestamp(registry)
  const { accepted, conflict } = namesOf(registry, crd)
  const status = ensureChild(draft, 'status')
  if (!equalJson(status['acceptedNames'], accepted)) status['acceptedNames'] = accepted
  noteStoredVersion(status, crd)
  const wanted =
    conflict === undefined
      ? [
          condition('NamesAccepted', 'True', 'NoConflicts', 'no conflicts found'),
          condition(
            'Established',
            'True',
            'InitialNamesAccepted',
            'the initial names have been accepted',
          ),
        ]
      : [
          condition('NamesAccepted', 'False', conflict.reason, conflict.message),
          condition('Established', 'False', 'NotAccepted', 'not all names are accepted'),
        ]
  const kept = listAt(status, ['conditions']).filter((one) => {
    const found = wanted.find(({ type }) => type === textAt(one, ['type']))
    return found === undefined || isStill(found, one)
  }) as DraftValue[]
  const isKept = (type: string) => kept.some((one) => textAt(one, ['type']) === type)
  const added = wanted
    .filter(({ type }) => !isKept(type))
    .map(({ type, status, reason, message }) => ({
      type,
      status,
      lastTransitionTime: now,
      reason,
      message,
    }))
  if (added.length > 0) status['conditions'] = [...kept, ...added]
  return draft
}

interface WantedCondition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
}

function condition(type: string, status: string, reason: string, message: string): WantedCondition {
  return { type, status, reason, message }
}

/** Once established, a definition stays so, whatever names come up for it later. */
function isStill(wanted: WantedCondition, there: Json): boolean {
  const isEstablished = wanted.type === 'Established' && textAt(there, ['status']) === 'True'
  return isEstablished || textAt(there, ['status']) === wanted.status
}

function namesOf(registry: Registry, crd: JsonObject) {
  const others = registry.store.list(bucket, '').map((entry) => entry.object as JsonObject)
  return decideNames(crd, others)
}

function noteStoredVersion(status: Draft, crd: JsonObject): void {
  const stored = listAt(crd, ['spec', 'versions']).find(
    (version) => fieldOf(version, 'storage') === true,
  )
  const known = listAt(status, ['storedVersions'])
  const version = textAt(stored, ['name'])
  if (!known.includes(version)) status['storedVersions'] = [...(known as DraftValue[]), version]
}

/** Deletes the objects of the kind; when none is left, the definition may go. */
async function clearUp(registry: Registry, own: Served, crd: JsonObject): Promise<void> {
  const finalizers = listAt(crd, ['metadata', 'finalizers'])
  if (!finalizers.includes(cleanup)) return
  const [served] = servedBy({ ...crd, spec: everyVersionServed(crd) })
  if (served !== undefined) await deleteAll(registry, served)
  if (served !== undefined && registry.store.count(served.bucket) > 0) {
    // Objects with finalizers of their own are waited for.
    registry.clock.after(1000, () => void clearUp(registry, own, crd).catch(() => {}))
    return
  }
  await ignoringGone(() =>
    updateObject(registry, contextFor(own, ''), nameOf(crd), {
      transform: (old) => {
        const draft = draftOf(old ?? crd)
        const metadata = ensureChild(draft, 'metadata')
        metadata['finalizers'] = listAt(metadata, ['finalizers']).filter(
          (name) => name !== cleanup,
        ) as DraftValue[]
        return draft
      },
      options: { mayCreate: false, isApply: false },
    }),
  )
}

function everyVersionServed(crd: JsonObject): JsonObject {
  const spec = fieldOf(crd, 'spec')
  const versions = listAt(spec, ['versions']).map((version): Json =>
    isJsonObject(version) ? { ...version, served: true } : version,
  )
  return { ...(isJsonObject(spec) ? spec : {}), versions }
}

async function deleteAll(registry: Registry, served: Served): Promise<void> {
  for (const entry of registry.store.list(served.bucket, '')) {
    const namespace = textAt(entry.object, ['metadata', 'namespace'])
    const context = { ...contextFor(served, ''), namespace }
    await ignoringGone(() =>
      deleteObject(registry, context, textAt(entry.object, ['metadata', 'name']), inBackground),
    )
  }
}

async function ignoringGone<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StatusError && error.code === 404) return undefined
    throw error
  }
}

function contextFor(served: Served, subresource: string): WriteContext {
  return {
    served,
    subresource,
    namespace: '',
    user: controller,
    manager: 'kube-apiserver',
    dryRun: false,
    options: {},
    warn: () => {},
  }
}

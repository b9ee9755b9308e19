import { ObjectsError } from '../../../src/objects/errors.ts'
import { parseJson } from '../../../src/objects/json-text.ts'
import {
  compareJson,
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../src/objects/json.ts'
import { listAt, readPath, textAt } from '../../../src/objects/kube-object.ts'
import { conflictCauses, conflictMessage } from '../../../src/objects/merge/conflict-text.ts'
import {
  applyObject,
  restoreResetFields,
  updateObject,
  type ManagedKind,
} from '../../../src/objects/merge/field-manager.ts'
import {
  decodeManagedFields,
  encodeManagedFields,
} from '../../../src/objects/merge/managers/managed-fields.ts'
import { builtInKind, customKind } from '../../../src/objects/merge/managed-kind.ts'
import { fieldElement } from '../../../src/objects/merge/path-element.ts'
import { managedAfterScale, managedOfScale } from '../../../src/objects/merge/scale-fields.ts'
import type { ApiSchemas } from '../../../src/objects/schema/api-schemas.ts'
import { writePath } from '../../../src/objects/write-path.ts'
import { fixtures } from './fixtures.ts'
import type { Answer, KubeRow, RequestStep } from './row.ts'

/** The answers of the server and of src/objects to the same step, in the same form. */
export interface Verdict {
  readonly step: number
  readonly server: Json
  readonly ours: Json
}

/**
 * Replays the writes of a row in src/objects, each on the object that the server had before it, and
 * puts both outcomes side by side. Steps about which merging has no say are left out.
 */
export function replayRow(
  row: KubeRow,
  answers: readonly Answer[],
  schemas: ApiSchemas,
): readonly Verdict[] {
  const objects = new Map<string, JsonObject>()
  const plain = answers.map(withPlainNames)
  const unseen = new Set<string>()
  return row.steps.flatMap((step, at) => {
    const answer = plain[at]
    if (step.do !== 'request' || answer === undefined) return []
    const write = readWrite(step, plain)
    const live = objects.get(write.object)
    const verdict = unseen.has(write.object)
      ? undefined
      : judge({ write, live, answer, kind: kindAt(write, schemas, objects) })
    // Of what only prepares, the answer is not recorded: the object is not known until the next one.
    if (step.prepares === true)
      unseen.add(write.object).add(`${write.object}/${textAt(write.body, ['metadata', 'name'])}`)
    else unseen.delete(write.object)
    if (write.subresource === 'scale') rememberScale(objects, { write, live, answer, schemas })
    else remember(objects, write, answer)
    return verdict === undefined ? [] : [{ step: at, ...verdict }]
  })
}

// The names that stand for identifiers must not be escaped inside of field sets.
export function withPlainNames(answer: Answer): Answer {
  return JSON.parse(
    JSON.stringify(answer).replaceAll(/<(uid|time|ip|now)( \d+)?>/g, '$1$2'),
  ) as Answer
}

export interface Write {
  readonly method: string
  readonly type: string
  /** The path of the object, without the subresource and in whatever version. */
  readonly object: string
  readonly group: string
  readonly version: string
  readonly subresource: string
  readonly query: URLSearchParams
  readonly body: Json
}

interface Case {
  readonly write: Write
  readonly live: JsonObject | undefined
  readonly answer: Answer
  readonly kind: (name: string) => ManagedKind | undefined
}

function judge(one: Case): Omit<Verdict, 'step'> | undefined {
  const { write, answer } = one
  const body = 'body' in answer ? (answer.body as Json) : null
  if (!isJsonObject(body)) return undefined
  if (write.type === 'application/apply-patch+yaml') return judgeApply(one, body)
  const writes = ['POST', 'PUT', 'PATCH'].includes(write.method)
  if (!writes || answer.status >= 300 || write.subresource === 'scale') return undefined
  return judgeUpdate(one, body)
}

function judgeApply(one: Case, body: JsonObject): Omit<Verdict, 'step'> | undefined {
  const { write, live, answer } = one
  if (!isJsonObject(write.body)) return undefined
  const kind = one.kind(textAt(write.body, ['kind']))
  if (kind === undefined || textAt(write.body, ['metadata', 'managedFields', '0']) !== '')
    return undefined
  const isRefusal = answer.status >= 400
  const message = textAt(body, ['message'])
  // Everything else is refused before or after the merge.
  if (isRefusal && !/^Apply failed with|failed to create typed/.test(message)) return undefined
  const request = {
    live,
    config: write.body,
    manager: write.query.get('fieldManager') ?? '',
    force: write.query.get('force') === 'true',
    now,
  }
  const server = isRefusal ? { message, causes: causesOf(body) } : written(body)
  try {
    const outcome = applyObject(kind, request)
    if (outcome.did === 'apply') {
      const restored = restoreResetFields(kind, live, outcome.object)
      const object = kind.nulls === 'kept' ? restored : asStored(restored)
      return { server, ours: fit(written(object), server) }
    }
    const causes = sorted(conflictCauses(outcome.conflicts).map((cause) => ({ ...cause })))
    return { server, ours: { message: conflictMessage(outcome.conflicts), causes } }
  } catch (error) {
    if (error instanceof ObjectsError)
      return { server, ours: { message: error.message, causes: [] } }
    throw error
  }
}

function judgeUpdate(one: Case, body: JsonObject): Omit<Verdict, 'step'> | undefined {
  const { write, live } = one
  const name = textAt(body, ['kind'])
  const kind = one.kind(name)
  if (kind === undefined || (live === undefined && filledInLater.has(name))) return undefined
  // A row that writes managed fields writes them as they are; all others send what they saw.
  const sent = readPath(write.body, ['metadata', 'managedFields'])
  if (isJsonList(write.body) && JSON.stringify(write.body).includes('managedFields'))
    return undefined
  const seen = sent ?? readPath(live, ['metadata', 'managedFields'])
  const object = writePath(body, ['metadata', 'managedFields'], seen)
  const manager =
    write.query.get('fieldManager') ??
    textAt(listAt(body, ['metadata', 'managedFields']).at(-1), ['manager'])
  const after = updateObject(kind, { live, object, manager, now })
  return { server: managersOf(body), ours: managersOf(after) }
}

/** The server adds fields to these when they are made, after the owners were recorded. */
const filledInLater = new Set([
  'Job',
  'Namespace',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'Pod',
  'Service',
])

const now = '2030-01-01T00:00:00Z'

export function written(object: JsonObject): JsonObject {
  const fields = Object.entries(object).filter(([name]) => name !== 'metadata')
  const metadata = fieldOf(object, 'metadata')
  const kept = ['labels', 'annotations', 'finalizers', 'ownerReferences']
  const own = isJsonObject(metadata) ? Object.entries(metadata) : []
  return withoutNulls({
    ...Object.fromEntries(fields),
    metadata: Object.fromEntries(own.filter(([name]) => kept.includes(name))),
    managers: managersOf(object),
  }) as JsonObject
}

// Go's types change an object on its way: empty lists are left out, text becomes data.
function asStored(object: JsonObject): JsonObject {
  const kept = Object.entries(object).filter(
    ([name, value]) => name !== 'stringData' && !(isJsonList(value) && value.length === 0),
  )
  return Object.fromEntries(
    kept.map(([name, value]) => [name, isJsonObject(value) ? asStored(value) : value]),
  )
}

// By manager, because the order of entries depends on times, and these are not recorded.
function managersOf(object: JsonObject): JsonObject {
  const entries = listAt(object, ['metadata', 'managedFields']).filter(isJsonObject)
  return Object.fromEntries(
    entries.map((entry) => {
      const names = ['manager', 'operation', 'apiVersion', 'subresource']
      const identity = names.map((name) => textAt(entry, [name])).join(' ')
      return [identity, fieldOf(entry, 'time') === undefined ? entry : { ...entry, time: '' }]
    }),
  )
}

function sorted(values: readonly Json[]): Json {
  return values.toSorted(compareJson)
}

function withoutNulls(value: Json): Json {
  if (isJsonList(value)) return value.map(withoutNulls)
  if (!isJsonObject(value)) return value
  const kept = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutNulls(inner)]))
}

// Defaults of the server are no result of the merge: they are taken over.
export function fit(ours: Json, server: Json): Json {
  if (isJsonList(ours) && isJsonList(server) && ours.length === server.length)
    return ours.map((item, at) => fit(item, server[at] ?? null))
  if (!isJsonObject(ours) || !isJsonObject(server)) return ours
  const names = new Set([...Object.keys(server), ...Object.keys(ours)])
  const { managers } = ours
  const merged = Object.fromEntries(
    [...names].flatMap((name) => {
      const mine = fieldOf(ours, name)
      const theirs = fieldOf(server, name)
      if (mine === undefined) return theirs === undefined ? [] : [[name, theirs]]
      return [[name, theirs === undefined ? mine : fit(mine, theirs)]]
    }),
  )
  return managers === undefined ? merged : { ...merged, managers }
}

function causesOf(status: JsonObject): Json {
  return sorted(
    listAt(status, ['details', 'causes']).filter(
      (cause) => textAt(cause, ['reason']) === 'FieldManagerConflict',
    ),
  )
}

export function readWrite(step: RequestStep, answers: readonly Answer[]): Write {
  const [path = '', query = ''] = fill(step.path, answers).split('?')
  const match =
    /^(.*\/(?:api|apis\/[^/]+)\/([^/]+)\/(?:namespaces\/[^/]+\/)?[^/]+(?:\/[^/]+)?)(?:\/([^/]+))?$/.exec(
      path,
    )
  const group = /^\/apis\/([^/]+)/.exec(path)?.[1] ?? ''
  return {
    method: step.method,
    type: [step.headers?.['content-type'] ?? ''].flat().join(),
    object: (match?.[1] ?? path).replace(/^(\/apis\/[^/]+)\/[^/]+/, '$1'),
    group,
    version: match?.[2] ?? '',
    subresource: match?.[3] ?? '',
    query: new URLSearchParams(query),
    body: bodyOf(step, answers),
  }
}

function bodyOf(step: RequestStep, answers: readonly Answer[]): Json {
  if (step.body === undefined || 'answer' in step.body) return null
  const text = 'text' in step.body ? step.body.text : JSON.stringify(step.body.json)
  try {
    return parseJson(fill(text, answers))
  } catch {
    return null
  }
}

function fill(text: string, answers: readonly Answer[]): string {
  return text.replaceAll(/\{\{(\d+)\.([^}]+)\}\}/g, (_all, at: string, path: string) => {
    const answer = answers[Number(at)]
    const body = answer !== undefined && 'body' in answer ? (answer.body as Json) : null
    const value = readPath(body, path.split('.'))
    return typeof value === 'string' ? value : JSON.stringify(value)
  })
}

export function remember(objects: Map<string, JsonObject>, write: Write, answer: Answer): void {
  const body = 'body' in answer ? (answer.body as Json) : null
  if (!isJsonObject(body) || answer.status >= 300 || write.query.has('dryRun')) return
  if (textAt(body, ['kind']) === 'Status') return
  const name = textAt(body, ['metadata', 'name'])
  const path = write.method === 'POST' ? `${write.object}/${name}` : write.object
  objects.set(path, body)
}

interface Scaling {
  readonly write: Write
  readonly live: JsonObject | undefined
  readonly answer: Answer
  readonly schemas: ApiSchemas
}

// A scale shows no managed fields of its own: what it does to those of the object shows later.
function rememberScale(objects: Map<string, JsonObject>, one: Scaling): void {
  const { write, live, answer, schemas } = one
  const scale = 'body' in answer ? (answer.body as Json) : null
  const kind = builtInKind(schemas, scaleKind, 'scale')
  if (answer.status >= 300 || !isJsonObject(scale) || live === undefined || kind === undefined)
    return
  const apiVersion = textAt(live, ['apiVersion'])
  const paths = new Map([[apiVersion, replicas.map(fieldElement)]])
  const before = decodeManagedFields(listAt(live, managedFields))
  const shown = encodeManagedFields(managedOfScale(before, paths))
  const liveScale = writePath(
    writePath(scale, replicas, readPath(live, replicas)),
    managedFields,
    shown,
  )
  const manager = write.query.get('fieldManager') ?? ''
  const written = updateObject(kind, { live: liveScale, object: scale, manager, now })
  const after = decodeManagedFields(listAt(written, managedFields))
  const managed = managedAfterScale(before, after, apiVersion, paths)
  const scaled = writePath(live, replicas, readPath(scale, replicas))
  objects.set(write.object, writePath(scaled, managedFields, encodeManagedFields(managed)))
}

const scaleKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' }
const replicas = ['spec', 'replicas']
const managedFields = ['metadata', 'managedFields']

/** The kinds served at a path: fixtures, those that the row has defined, and built-in ones. */
export function kindAt(
  write: Write,
  schemas: ApiSchemas,
  objects: ReadonlyMap<string, JsonObject>,
): (name: string) => ManagedKind | undefined {
  const { group, version, subresource } = write
  return (kind) => {
    const definition = [...fixtures, ...objects.values()].find(
      (one) =>
        textAt(one, ['kind']) === 'CustomResourceDefinition' &&
        textAt(one, ['spec', 'group']) === group &&
        textAt(one, ['spec', 'names', 'kind']) === kind,
    )
    if (definition !== undefined) return customKind(definition, version, subresource)
    return builtInKind(schemas, { group, version, kind }, subresource)
  }
}

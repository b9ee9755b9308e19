import { ObjectsError } from '../errors.ts'
import { equalJson, fieldOf, isJsonList, isJsonObject, withField } from '../json.ts'
import type { Json, JsonList, JsonObject } from '../json.ts'

// JSON patch (RFC 6902) as the API server applies it: its messages, and its liberties. Negative
// indexes count from the end, and a replace of a field that is not there adds it.

/** As many operations as the API server takes. */
const maxOperations = 10000

/** A document with the operations of a JSON patch applied one after the other. */
export function applyJsonPatch(document: Json, patch: Json): Json {
  if (!isJsonList(patch)) throw new ObjectsError('invalid-patch', 'a JSON patch is a list')
  if (patch.length > maxOperations)
    throw new ObjectsError(
      'invalid-patch',
      `The allowed maximum operations in a JSON patch is ${maxOperations}, got ${patch.length}`,
    )
  return patch.reduce<Json>(applyOperation, document)
}

function applyOperation(document: Json, operation: Json): Json {
  const kind = fieldOf(operation, 'op')
  switch (kind) {
    case 'add':
      return add(document, operation)
    case 'remove':
      return remove(document, operation)
    case 'replace':
      return replace(document, operation)
    case 'move':
      return move(document, operation)
    case 'copy':
      return copy(document, operation)
    case 'test':
      return test(document, operation)
    default:
      throw failed(`Unexpected kind: ${typeof kind === 'string' ? kind : 'unknown'}`)
  }
}

function add(document: Json, operation: Json): Json {
  const path = pathOf(operation) ?? fail(`add operation failed to decode path: ${missing}`)
  const place = `add operation does not apply: doc is missing path: "${path}": ${missing}`
  const value = fieldOf(operation, 'value') ?? null
  return change(document, path, place, (holder, key) =>
    explain(`error in add for path: '${path}'`, () => insert(holder, key, value)),
  )
}

function remove(document: Json, operation: Json): Json {
  const path = pathOf(operation) ?? fail(`remove operation failed to decode path: ${missing}`)
  const place = `remove operation does not apply: doc is missing path: "${path}": ${missing}`
  return change(document, path, place, (holder, key) =>
    explain(`error in remove for path: '${path}'`, () => take(holder, key)),
  )
}

function replace(document: Json, operation: Json): Json {
  const path =
    pathOf(operation) ??
    fail(`replace operation failed to decode path: operation missing path field: ${missing}`)
  const value = fieldOf(operation, 'value') ?? null
  if (path === '') return value
  const place = `replace operation does not apply: doc is missing path: ${path}: ${missing}`
  return change(document, path, place, (holder, key) => {
    if (isJsonObject(holder)) return withField(holder, key, value)
    const index = indexOf(holder, key)
    if (typeof index === 'string')
      throw failed(`replace operation does not apply: doc is missing key: ${path}: ${missing}`)
    return holder.with(index, value)
  })
}

function move(document: Json, operation: Json): Json {
  const from = fromOf(operation, 'move')
  const place = `move operation does not apply: doc is missing from path: ${from}: ${missing}`
  const { holder, key } = find(document, from) ?? fail(place)
  const value = explain(`error in move for path: '${key}'`, () => read(holder, key)) ?? null
  const without = change(document, from, place, (inner, last) =>
    explain(`error in move for path: '${last}'`, () => take(inner, last)),
  )
  const path =
    pathOf(operation) ??
    fail(`move operation failed to decode path: operation missing path field: ${missing}`)
  const target = `move operation does not apply: doc is missing destination path: ${path}: ${missing}`
  return change(without, path, target, (inner, last) =>
    explain(`error in move for path: '${path}'`, () => insert(inner, last, value)),
  )
}

function copy(document: Json, operation: Json): Json {
  const from = fromOf(operation, 'copy')
  const found = find(document, from)
  if (found === undefined)
    throw failed(`copy operation does not apply: doc is missing from path: ${from}: ${missing}`)
  const source = `error in copy for from: '${from}'`
  const value = explain(source, () => read(found.holder, found.key)) ?? null
  const path = pathOf(operation) ?? fail(`copy operation failed to decode path: ${missing}`)
  const target = `copy operation does not apply: doc is missing destination path: ${path}: ${missing}`
  return change(document, path, target, (inner, last) =>
    explain('error while adding value during copy', () => insert(inner, last, value)),
  )
}

function test(document: Json, operation: Json): Json {
  const path =
    pathOf(operation) ??
    fail(`test operation failed to decode path: operation missing path field: ${missing}`)
  const wanted = fieldOf(operation, 'value') ?? null
  const found = path === '' ? { value: document } : valueForTest(document, path)
  if (!equalJson(found.value ?? null, wanted))
    throw failed(`testing value ${path} failed: test failed`)
  return document
}

function valueForTest(document: Json, path: string): { readonly value: Json | undefined } {
  const found = find(document, path)
  if (found === undefined)
    throw failed(`test operation does not apply: is missing path: ${path}: ${missing}`)
  return {
    value: explain(`error in test for path: '${path}'`, () => read(found.holder, found.key)),
  }
}

const missing = 'missing value'

type Holder = JsonObject | JsonList

interface Place {
  readonly holder: Holder
  readonly key: string
}

// The object or list that a pointer leads into, and its last step.
function find(document: Json, pointer: string): Place | undefined {
  const steps = stepsOf(pointer)
  const key = steps?.at(-1)
  if (steps === undefined || key === undefined) return undefined
  let holder: Json | undefined = document
  for (const step of steps.slice(0, -1)) holder = isHolder(holder) ? peek(holder, step) : undefined
  return isHolder(holder) ? { holder, key } : undefined
}

function change(
  document: Json,
  pointer: string,
  otherwise: string,
  edit: (holder: Holder, key: string) => Json,
): Json {
  const place = find(document, pointer) ?? fail(otherwise)
  const steps = (stepsOf(pointer) ?? []).slice(0, -1)
  return rebuild(document, steps, edit(place.holder, place.key))
}

function rebuild(value: Json, steps: readonly string[], inner: Json): Json {
  const [step, ...rest] = steps
  if (step === undefined || !isHolder(value)) return inner
  const below = rebuild(peek(value, step) ?? null, rest, inner)
  if (isJsonObject(value)) return withField(value, step, below)
  const index = indexOf(value, step)
  return typeof index === 'string' ? value : value.with(index, below)
}

function stepsOf(pointer: string): readonly string[] | undefined {
  const parts = pointer.split('/')
  if (parts.length < 2) return undefined
  return parts.slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function peek(holder: Holder, key: string): Json | undefined {
  if (isJsonObject(holder)) return fieldOf(holder, key)
  const index = indexOf(holder, key)
  return typeof index === 'string' ? undefined : holder[index]
}

function read(holder: Holder, key: string): Json | undefined {
  if (isJsonObject(holder)) return fieldOf(holder, key)
  const index = indexOf(holder, key)
  if (typeof index === 'string') throw failed(index)
  return holder[index]
}

function insert(holder: Holder, key: string, value: Json): Json {
  if (isJsonObject(holder)) return withField(holder, key, value)
  if (key === '-') return [...holder, value]
  const number = integerOf(key)
  if (number === undefined)
    throw failed(`value was not a proper array index: '${key}': ${notInteger(key)}`)
  const index = number < 0 ? number + holder.length + 1 : number
  if (index < 0 || index > holder.length) throw failed(badIndex(number))
  return holder.toSpliced(index, 0, value)
}

function take(holder: Holder, key: string): Json {
  if (isJsonObject(holder)) {
    if (!Object.hasOwn(holder, key))
      throw failed(`Unable to remove nonexistent key: ${key}: ${missing}`)
    return withField(holder, key, undefined)
  }
  const index = indexOf(holder, key)
  if (typeof index === 'string') throw failed(index)
  return holder.toSpliced(index, 1)
}

// The index that a step names, or what is wrong with it.
function indexOf(list: JsonList, key: string): number | string {
  const number = integerOf(key)
  if (number === undefined) return notInteger(key)
  const index = number < 0 ? number + list.length : number
  return index < 0 || index >= list.length ? badIndex(number) : index
}

function integerOf(text: string): number | undefined {
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}

function notInteger(text: string): string {
  return `strconv.Atoi: parsing ${JSON.stringify(text)}: invalid syntax`
}

function badIndex(index: number): string {
  return `Unable to access invalid index: ${index}: invalid index referenced`
}

function pathOf(operation: Json): string | undefined {
  const path = fieldOf(operation, 'path')
  return typeof path === 'string' ? path : undefined
}

function fromOf(operation: Json, kind: string): string {
  const from = fieldOf(operation, 'from')
  if (typeof from === 'string') return from
  throw failed(`${kind} operation failed to decode from: operation, missing from field: ${missing}`)
}

function explain<Result>(prefix: string, run: () => Result): Result {
  try {
    return run()
  } catch (cause) {
    if (!(cause instanceof ObjectsError)) throw cause
    throw failed(`${prefix}: ${cause.message}`, cause)
  }
}

function isHolder(value: Json | undefined): value is Holder {
  return isJsonList(value) || isJsonObject(value)
}

function fail(message: string): never {
  throw failed(message)
}

function failed(message: string, cause?: unknown): ObjectsError {
  return new ObjectsError('patch-failed', message, cause === undefined ? {} : { cause })
}

import { ObjectsError } from '../errors.ts'
import { equalJson, fieldOf, isJsonList, isJsonObject, type Json } from '../json.ts'
import { type Holder, PatchedDocument } from './patched-document.ts'

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
  const patched = new PatchedDocument(document)
  for (const operation of patch) applyOperation(patched, operation)
  return patched.root
}

function applyOperation(document: PatchedDocument, operation: Json): void {
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

function add(document: PatchedDocument, operation: Json): void {
  const path = pathOf(operation) ?? fail(`add operation failed to decode path: ${missing}`)
  const place = `add operation does not apply: doc is missing path: "${path}": ${missing}`
  const value = fieldOf(operation, 'value') ?? null
  const { holder, key } = change(document, path, place)
  explain(`error in add for path: '${path}'`, () => insert(document, holder, key, value))
}

function remove(document: PatchedDocument, operation: Json): void {
  const path = pathOf(operation) ?? fail(`remove operation failed to decode path: ${missing}`)
  const place = `remove operation does not apply: doc is missing path: "${path}": ${missing}`
  const { holder, key } = change(document, path, place)
  explain(`error in remove for path: '${path}'`, () => take(document, holder, key))
}

function replace(document: PatchedDocument, operation: Json): void {
  const path =
    pathOf(operation) ??
    fail(`replace operation failed to decode path: operation missing path field: ${missing}`)
  const value = fieldOf(operation, 'value') ?? null
  if (path === '') {
    document.root = value
    return
  }
  const place = `replace operation does not apply: doc is missing path: ${path}: ${missing}`
  const { holder, key } = change(document, path, place)
  const step = isJsonObject(holder) ? key : indexOf(holder, key)
  if (isJsonList(holder) && typeof step === 'string')
    throw failed(`replace operation does not apply: doc is missing key: ${path}: ${missing}`)
  document.write(holder, step, value)
}

function move(document: PatchedDocument, operation: Json): void {
  const from = fromOf(operation, 'move')
  const place = `move operation does not apply: doc is missing from path: ${from}: ${missing}`
  const { holder, key } = find(document, from) ?? fail(place)
  const value = explain(`error in move for path: '${key}'`, () => read(holder, key)) ?? null
  const source = change(document, from, place)
  explain(`error in move for path: '${key}'`, () => take(document, source.holder, key))
  const path =
    pathOf(operation) ??
    fail(`move operation failed to decode path: operation missing path field: ${missing}`)
  const target = `move operation does not apply: doc is missing destination path: ${path}: ${missing}`
  const into = change(document, path, target)
  explain(`error in move for path: '${path}'`, () => insert(document, into.holder, into.key, value))
}

function copy(document: PatchedDocument, operation: Json): void {
  const from = fromOf(operation, 'copy')
  const found = find(document, from)
  if (found === undefined)
    throw failed(`copy operation does not apply: doc is missing from path: ${from}: ${missing}`)
  const source = `error in copy for from: '${from}'`
  const value = explain(source, () => read(found.holder, found.key)) ?? null
  const path = pathOf(operation) ?? fail(`copy operation failed to decode path: ${missing}`)
  const target = `copy operation does not apply: doc is missing destination path: ${path}: ${missing}`
  const copied = document.copyOf(value)
  const into = change(document, path, target)
  explain('error while adding value during copy', () =>
    insert(document, into.holder, into.key, copied),
  )
}

function test(document: PatchedDocument, operation: Json): void {
  const path =
    pathOf(operation) ??
    fail(`test operation failed to decode path: operation missing path field: ${missing}`)
  const wanted = fieldOf(operation, 'value') ?? null
  const found = path === '' ? { value: document.root } : valueForTest(document, path)
  document.chargeWalk(found.value)
  if (!equalJson(found.value ?? null, wanted))
    throw failed(`testing value ${path} failed: test failed`)
}

function valueForTest(
  document: PatchedDocument,
  path: string,
): { readonly value: Json | undefined } {
  const found = find(document, path)
  if (found === undefined)
    throw failed(`test operation does not apply: is missing path: ${path}: ${missing}`)
  return {
    value: explain(`error in test for path: '${path}'`, () => read(found.holder, found.key)),
  }
}

const missing = 'missing value'

interface PointerTarget {
  readonly holder: Holder
  readonly key: string
}

// The object or list that a pointer leads into, and its last step.
function find(document: PatchedDocument, pointer: string): PointerTarget | undefined {
  const steps = stepsOf(pointer)
  const key = steps?.at(-1)
  if (steps === undefined || key === undefined) return undefined
  let holder: Json | undefined = document.root
  for (const step of steps.slice(0, -1)) holder = isHolder(holder) ? peek(holder, step) : undefined
  return isHolder(holder) ? { holder, key } : undefined
}

// The same, to be changed: what leads there is the patch's own from then on.
function change(document: PatchedDocument, pointer: string, otherwise: string): PointerTarget {
  const steps = stepsOf(pointer)
  const key = steps?.at(-1)
  if (steps === undefined || key === undefined) throw failed(otherwise)
  let holder = document.ownRoot() ?? fail(otherwise)
  for (const step of steps.slice(0, -1)) {
    const name = isJsonObject(holder) ? step : indexOf(holder, step)
    const isThere = isJsonObject(holder) ? Object.hasOwn(holder, step) : typeof name === 'number'
    holder = (isThere ? document.own(holder, name) : undefined) ?? fail(otherwise)
  }
  return { holder, key }
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

function insert(document: PatchedDocument, holder: Holder, key: string, value: Json): void {
  if (isJsonObject(holder)) return document.write(holder, key, value)
  if (key === '-') return document.insert(holder, holder.length, value)
  const number = integerOf(key)
  if (number === undefined)
    throw failed(`value was not a proper array index: '${key}': ${notInteger(key)}`)
  const index = number < 0 ? number + holder.length + 1 : number
  if (index < 0 || index > holder.length) throw failed(badIndex(number))
  document.insert(holder, index, value)
}

function take(document: PatchedDocument, holder: Holder, key: string): void {
  if (isJsonObject(holder)) {
    if (!Object.hasOwn(holder, key))
      throw failed(`Unable to remove nonexistent key: ${key}: ${missing}`)
    return document.remove(holder, key)
  }
  const index = indexOf(holder, key)
  if (typeof index === 'string') throw failed(index)
  document.remove(holder, index)
}

// The index that a step names, or what is wrong with it.
function indexOf(list: readonly Json[], key: string): number | string {
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

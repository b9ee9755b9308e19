import { compareStrings } from '../../formats/go-string.ts'
import { quote } from '../../formats/quote.ts'
import { fieldOf, isJsonList, isJsonObject, type Json, type JsonObject } from '../json.ts'
import { parseJson, printCanonicalJson } from '../json-text.ts'

/**
 * One step into a value, in the form that managed fields write it: `f:` and a field's name, `k:` and
 * the key fields of a list item, `v:` and the value of a set's item, `i:` and an index. The text is
 * canonical, so two steps are the same exactly when their texts are.
 */
export type PathElement = string

export type FieldPath = readonly PathElement[]

/** The step to a field. */
export function fieldElement(name: string): PathElement {
  return `f:${name}`
}

/** The step to the item of a keyed list that has these values in its key fields. */
export function keyElement(key: JsonObject): PathElement {
  return `k:${printCanonicalJson(key)}`
}

/** The step to an item of a set. */
export function valueElement(value: Json): PathElement {
  return `v:${printCanonicalJson(value)}`
}

/** The name of the field that a step leads to; undefined for steps into lists. */
export function fieldNameOf(element: PathElement): string | undefined {
  return element.startsWith('f:') ? element.slice(2) : undefined
}

/** The values of the key fields that a step names; undefined for other steps. */
export function keyOf(element: PathElement): JsonObject | undefined {
  const key = element.startsWith('k:') ? parseJson(element.slice(2)) : undefined
  return isJsonObject(key) ? key : undefined
}

/**
 * A step read from managed fields, canonical; undefined when its kind is not known, which a reader
 * passes over. Throws when it is malformed.
 */
export function readElement(text: string): PathElement | undefined {
  if (text.length < 2) throw new Error('key must be 2 characters long:')
  if (text.charAt(1) !== ':') throw new Error(`missing colon: ${text}`)
  switch (text.charAt(0)) {
    case 'f':
    case 'i':
      return text
    case 'v':
      return valueElement(parseJson(text.slice(2)))
    case 'k': {
      const key = parseJson(text.slice(2))
      if (!isJsonObject(key)) throw new Error(`not an object: ${text}`)
      return keyElement(key)
    }
    default:
      return undefined
  }
}

/**
 * Steps in their order: fields, keys, values, indexes; each by its content. Each is read once, not once
 * for every comparison.
 */
export function sortElements(elements: Iterable<PathElement>): readonly PathElement[] {
  const read = Array.from(elements, (element) => ({ element, content: contentOf(element) }))
  read.sort((a, b) => compareRead(a, b))
  return read.map(({ element }) => element)
}

interface ReadElement {
  readonly element: PathElement
  /** The key fields of a `k:`, the value of a `v:`. */
  readonly content: Json
}

function contentOf(element: PathElement): Json {
  const kind = element.charAt(0)
  return kind === 'k' || kind === 'v' ? parseJson(element.slice(2)) : null
}

function compareRead(a: ReadElement, b: ReadElement): number {
  const byKind = kinds.indexOf(a.element.charAt(0)) - kinds.indexOf(b.element.charAt(0))
  if (byKind !== 0) return byKind
  if (a.element === b.element) return 0
  switch (a.element.charAt(0)) {
    case 'k':
      return compareKeys(asKey(a.content), asKey(b.content))
    case 'v':
      return compareValues(a.content, b.content)
    case 'i':
      return Number(a.element.slice(2)) - Number(b.element.slice(2))
    default:
      return compareStrings(a.element, b.element)
  }
}

function asKey(content: Json): JsonObject {
  return isJsonObject(content) ? content : {}
}

/** A path for people, as conflicts print it: `.spec.containers[name="web"].image`. */
export function printPath(path: FieldPath): string {
  return path.map(printElement).join('')
}

/** A step for people. */
export function printElement(element: PathElement): string {
  const content = element.slice(2)
  switch (element.charAt(0)) {
    case 'f':
      return `.${content}`
    case 'k': {
      const fields = Object.entries(keyOf(element) ?? {})
      return `[${fields.map(([name, value]) => `${name}=${printValue(value)}`).join(',')}]`
    }
    case 'v':
      return `[=${printValue(parseJson(content))}]`
    default:
      return `[${content}]`
  }
}

const kinds = 'fkvi'

function compareKeys(a: JsonObject, b: JsonObject): number {
  const left = Object.entries(a)
  const right = Object.entries(b)
  for (const [at, [name, value]] of left.entries()) {
    const other = right[at]
    if (other === undefined) return 1
    const order = compareStrings(name, other[0]) || compareValues(value, other[1])
    if (order !== 0) return order
  }
  return left.length - right.length
}

// Not the order of compareJson: strings come before booleans, and null last.
function compareValues(a: Json, b: Json): number {
  const byType = rankOf(a) - rankOf(b)
  if (byType !== 0) return byType
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b)
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (isNumeric(a) && isNumeric(b)) return a < b ? -1 : Number(a > b)
  return compareStrings(printCanonicalJson(a), printCanonicalJson(b))
}

function rankOf(value: Json): number {
  if (isNumeric(value)) return 0
  if (typeof value === 'string') return 1
  if (typeof value === 'boolean') return 2
  if (isJsonList(value)) return 3
  return value === null ? 5 : 4
}

function isNumeric(value: Json): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint'
}

function printValue(value: Json): string {
  if (typeof value === 'string') return quote(value)
  if (isJsonList(value)) return `[${value.map(printValue).join(',')}]`
  if (!isJsonObject(value)) return String(value)
  const names = Object.keys(value)
  return names.map((name) => `${name}=${printValue(fieldOf(value, name) ?? null)}`).join('')
}

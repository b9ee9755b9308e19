// JSON as Go's encoding/json writes it. JavaScript's JSON.stringify differs in key order, in what it
// escapes and in what it refuses.

import { encodeBase64 } from '../base64.ts'
import { compareStrings } from '../go-string.ts'
import { Sized, TypedList, TypedMap, typeOf, type GoObject, type Value } from '../value.ts'
import { writeJsonString } from './encode-string.ts'

export interface JsonStyle {
  /** Whether <, > and & are escaped, as Marshal does and an Encoder can leave. */
  readonly html: boolean
  /** The indentation of one level; without it everything is on one line. */
  readonly indent?: string
}

/** Go refuses to indent what is nested deeper. */
const maxIndentDepth = 10000
/** From this depth on Go looks for cycles. */
const cycleDepth = 1000

/** The JSON text of a value. Throws an error with Go's text. */
export function encodeJson(value: Value, style: JsonStyle): string {
  const writer = new JsonWriter(style)
  try {
    writer.write(value)
  } catch (error) {
    // Go's stack takes some hundred times more levels than ours, about 4000.
    if (error instanceof RangeError)
      throw new Error('json: value is nested too deeply', { cause: error })
    throw error
  }
  // Reading a character makes the engine join the text that was appended piece by piece: callers
  // keep it, and the pieces would keep the collector busy.
  writer.out.charCodeAt(0)
  return writer.out
}

class JsonWriter {
  out = ''
  private readonly html: boolean
  private readonly indent: string | undefined
  private depth = 0
  private readonly open = new Set<Value>()

  constructor(style: JsonStyle) {
    this.html = style.html
    this.indent = style.indent
  }

  write(value: Value): void {
    switch (typeof value) {
      case 'string':
        this.out += writeJsonString(value, this.html)
        return
      case 'number':
        this.out += formatJsonNumber(value)
        return
      case 'boolean':
        this.out += value ? 'true' : 'false'
        return
      case 'bigint':
        this.out += value.toString()
        return
      case 'undefined':
        this.out += 'null'
        return
      default:
        this.writeObject(value)
    }
  }

  private writeObject(value: Exclude<Value, undefined | boolean | number | bigint | string>): void {
    if (value === null) this.out += 'null'
    else if (Array.isArray(value)) this.writeList(value, value)
    else if (value instanceof Map) this.writeMap(value)
    else if (value instanceof Sized) this.out += value.value.toString()
    else if (value instanceof Uint8Array) this.out += `"${encodeBase64(value)}"`
    else if (value instanceof TypedList) this.writeTypedList(value)
    else this.writeGoObject(value as GoObject)
  }

  private writeTypedList(list: TypedList): void {
    if (list.items === undefined) this.out += 'null'
    else this.writeList(list, list.items)
  }

  private writeList(list: Value, items: readonly Value[]): void {
    if (items.length === 0) {
      this.out += '[]'
      return
    }
    this.enter(list, '[')
    for (let i = 0; i < items.length; i++) {
      this.startMember(i === 0 ? '[' : ',')
      this.write(items[i])
    }
    this.leave(list, ']')
  }

  private writeMap(map: ReadonlyMap<string, Value>): void {
    if (map instanceof TypedMap && map.isNil) {
      this.out += 'null'
      return
    }
    this.writeMembers(map, [...map].toSorted(compareKeys))
  }

  private writeMembers(map: Value, members: readonly (readonly [string, Value])[]): void {
    if (members.length === 0) {
      this.out += '{}'
      return
    }
    this.enter(map, '{')
    let before = '{'
    for (const [key, value] of members) {
      this.startMember(before)
      this.out += writeJsonString(key, this.html) + (this.indent === undefined ? ':' : ': ')
      this.write(value)
      before = ','
    }
    this.leave(map, '}')
  }

  // The fields of a struct keep the order of their declaration.
  private writeGoObject(object: GoObject): void {
    if (object.kind === 'func' || object.kind === 'complex128')
      throw new Error(`json: unsupported type: ${object.type}`)
    const json = object.json()
    if (json instanceof Map && !(json instanceof TypedMap)) this.writeMembers(json, [...json])
    else this.write(json)
  }

  private startMember(before: string): void {
    this.out += before
    if (this.indent !== undefined) this.out += '\n' + this.indent.repeat(this.depth)
  }

  private enter(container: Value, open: '[' | '{'): void {
    this.depth++
    if (this.depth > cycleDepth) {
      if (this.open.has(container))
        throw new Error(`json: unsupported value: encountered a cycle via ${typeOf(container)}`)
      this.open.add(container)
    }
    if (this.indent !== undefined && this.depth > maxIndentDepth)
      throw new Error(`invalid character '${open}' exceeded max depth`)
  }

  private leave(container: Value, close: string): void {
    if (this.depth > cycleDepth) this.open.delete(container)
    this.depth--
    if (this.indent !== undefined) this.out += '\n' + this.indent.repeat(this.depth)
    this.out += close
  }
}

// Go chose the notation of ECMAScript, but keeps the sign of zero.
function formatJsonNumber(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`json: unsupported value: ${nameOf(value)}`)
  return Object.is(value, -0) ? '-0' : String(value)
}

function nameOf(value: number): string {
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}

function compareKeys(a: readonly [string, Value], b: readonly [string, Value]): number {
  return compareStrings(a[0], b[0])
}

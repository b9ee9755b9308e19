import { type ApiResource, apiVersionOf } from '../../kube/api-resource.ts'
import { readJson, writeJson } from '../../kube/json.ts'
import { withKind } from '../../kube/objects/list-objects.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, nameOf, namespaceOf } from '../../objects/kube-object.ts'
import { itemRanges } from './item-ranges.ts'
import { shownObject } from './shown-object.ts'

/** A list as it was answered the last time, and its items in the same order. */
interface KeptList {
  readonly bytes: Buffer
  /** The begin of each item; it is as long as it was. */
  readonly begins: readonly number[]
  readonly items: readonly Item[]
}

interface Item {
  readonly object: KubeObject
  readonly length: number
}

interface WrittenPage {
  readonly items: readonly KubeObject[]
  readonly tail: string
  readonly bytes: Uint8Array
}

const mostPages = 8
/** Lists that are kept, and the bytes of the largest of them. */
const mostLists = 16
const mostBytes = 8 * 1024 * 1024

/**
 * Reads the lists that the cluster answers. An item that is byte for byte what it was before is not read again, whoever asks:
 * what comes out depends on the bytes that the asker was given, and on nothing else.
 */
export class ListReader {
  private readonly kept = new Map<string, KeptList>()
  private readonly texts = new WeakMap<KubeObject, Uint8Array>()
  private readonly pages: WrittenPage[] = []

  /** The objects of an answer, without the book-keeping of field managers. `place` tells lists apart that are alike. */
  read(resource: ApiResource, place: string, answer: Uint8Array): readonly KubeObject[] {
    const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
    const key = `${resource.group}/${resource.resource} ${place}`
    const before = this.kept.get(key)
    const list = readItems(bytes, before, resource)
    this.kept.delete(key)
    if (bytes.length <= mostBytes) this.kept.set(key, list)
    const [oldest] = this.kept.keys()
    if (this.kept.size > mostLists && oldest !== undefined) this.kept.delete(oldest)
    return list.items.map(({ object }) => object)
  }

  /** A page as JSON. Each object is written once for all pages that it is on, and a page that is the same once for all askers. */
  write(items: readonly KubeObject[], rest: JsonObject): Uint8Array {
    const tail = `],${writeJson(rest).slice(1)}`
    const known = this.pages.find((page) => page.tail === tail && isSame(page.items, items))
    if (known !== undefined) return known.bytes
    const between = Buffer.from(',')
    const parts: Uint8Array[] = [Buffer.from('{"items":[')]
    for (const [at, object] of items.entries()) {
      if (at > 0) parts.push(between)
      parts.push(this.textOf(object))
    }
    const bytes = Buffer.concat([...parts, Buffer.from(tail)])
    this.pages.unshift({ items, tail, bytes })
    if (this.pages.length > mostPages) this.pages.pop()
    return bytes
  }

  private textOf(object: KubeObject): Uint8Array {
    const known = this.texts.get(object)
    if (known !== undefined) return known
    const text = Buffer.from(writeJson(object))
    this.texts.set(object, text)
    return text
  }
}

function readItems(bytes: Buffer, before: KeptList | undefined, resource: ApiResource): KeptList {
  const begins: number[] = []
  const items: Item[] = []
  const old = new OldItems(before)
  for (const range of itemRanges(bytes, (at) => old.lengthAt(bytes, at))) {
    const [begin, end] = range
    const item = old.same(begin) ?? readItem(bytes.subarray(begin, end), resource)
    old.passed(item)
    begins.push(begin)
    items.push(item)
  }
  return { bytes, begins, items }
}

function readItem(bytes: Buffer, resource: ApiResource): Item {
  const object = readJson(bytes) as JsonObject
  const whole = withKind(object, apiVersionOf(resource), resource.kind)
  return { object: shownObject(whole), length: bytes.length }
}

/** The items of the answer before, which most of those of the next one are. */
class OldItems {
  private readonly before: KeptList | undefined
  private readonly places = new Map<string, number>()
  private next = 0
  private found: { readonly at: number; readonly item: Item } | undefined

  constructor(before: KeptList | undefined) {
    this.before = before
  }

  /** The length of the item at a place, if it is the one that is expected there; 0 otherwise. */
  lengthAt(bytes: Buffer, at: number): number {
    const { before, next } = this
    const item = before?.items[next]
    if (before === undefined || item === undefined) return 0
    const begin = before.begins[next] ?? 0
    const { length } = item
    if (at + length > bytes.length) return 0
    if (before.bytes.compare(bytes, at, at + length, begin, begin + length) !== 0) return 0
    this.found = { at, item }
    return length
  }

  /** The item that was found at a place. */
  same(at: number): Item | undefined {
    return this.found?.at === at ? this.found.item : undefined
  }

  /** Goes on behind an item; one that changed is looked up by its name. */
  passed(item: Item): void {
    if (this.before === undefined) return
    if (this.found?.item === item) {
      this.next++
      return
    }
    if (this.places.size === 0) {
      for (const [at, { object }] of this.before.items.entries()) {
        this.places.set(keyOf(object), at)
      }
    }
    this.next = (this.places.get(keyOf(item.object)) ?? this.next - 1) + 1
  }
}

function isSame(some: readonly KubeObject[], others: readonly KubeObject[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at])
}

function keyOf(object: KubeObject): string {
  return `${namespaceOf(object)}/${nameOf(object)}`
}

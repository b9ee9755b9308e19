import type { Informer } from '../controller/informer.ts'
import { keyOf } from '../controller/object-store.ts'
import type { JsonRecord } from '../kinds/json-value.ts'
import type { Parsed } from '../kinds/parse-object.ts'
import { isOlder } from '../kube/watch/resource-version.ts'
import { type KubeObject, textAt } from '../objects/kube-object.ts'

/** An object of one of our kinds, as it came and as it reads. */
export interface Known<T> {
  readonly object: KubeObject
  readonly parsed: Parsed<T>
}

/** The objects of a kind, read once for each state, with what we wrote before the watch tells it. */
export class KindShelf<T> {
  readonly informer: Informer
  private readonly parse: (object: JsonRecord) => Parsed<T>
  private readonly written = new Map<string, KubeObject>()
  private readonly read = new WeakMap<KubeObject, Known<T>>()

  constructor(informer: Informer, parse: (object: JsonRecord) => Parsed<T>) {
    this.informer = informer
    this.parse = parse
    informer.addHandler(({ type, object }) => {
      if (type === 'deleted') this.written.delete(keyOf(object))
    })
  }

  /** Makes objects that read findable by more than their key. */
  addIndex(name: string, valuesOf: (value: T) => readonly string[]): void {
    this.informer.addIndex(name, (object) => {
      const { parsed } = this.knownOf(object)
      return parsed.ok ? valuesOf(parsed.value) : []
    })
  }

  at(key: string): Known<T> | undefined {
    const told = this.informer.get(key)
    if (told === undefined) return undefined
    const written = this.written.get(key)
    if (written === undefined) return this.knownOf(told)
    if (isOlder(versionOf(told), versionOf(written))) return this.knownOf(written)
    this.written.delete(key)
    return this.knownOf(told)
  }

  /** The object, when it is there and reads. */
  value(key: string): T | undefined {
    const parsed = this.at(key)?.parsed
    return parsed?.ok === true ? parsed.value : undefined
  }

  values(): readonly T[] {
    return this.valuesOf(this.informer.list())
  }

  by(index: string, value: string): readonly T[] {
    return this.valuesOf(this.informer.byIndex(index, value))
  }

  /** Notes what the server answered to a write. */
  note(object: KubeObject): void {
    this.written.set(keyOf(object), object)
  }

  private valuesOf(objects: readonly KubeObject[]): readonly T[] {
    return objects.flatMap((object) => this.value(keyOf(object)) ?? [])
  }

  private knownOf(object: KubeObject): Known<T> {
    const before = this.read.get(object)
    if (before !== undefined) return before
    const known = { object, parsed: this.parse(object) }
    this.read.set(object, known)
    return known
  }
}

function versionOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'resourceVersion'])
}

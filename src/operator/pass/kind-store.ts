import type { Informer } from '../../controller/informer.ts'
import { keyOf } from '../../controller/object-store.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { Parsed } from '../../kinds/parse-object.ts'
import { isOlder } from '../../kube/watch/resource-version.ts'
import { type KubeObject, textAt } from '../../objects/kube-object.ts'

/** An object of one of our kinds, as it came and as it reads. */
export interface Known<T> {
  readonly object: KubeObject
  readonly parsed: Parsed<T>
}

/** The objects of a kind, parsed once for each state. Our own last write is in it before the watch delivers it. */
export class KindStore<T> {
  readonly informer: Informer
  private readonly parse: (object: JsonRecord) => Parsed<T>
  private readonly written = new Map<string, KubeObject>()
  private readonly known = new WeakMap<KubeObject, Known<T>>()

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
      const { parsed } = this.read(object)
      return parsed.ok ? valuesOf(parsed.value) : []
    })
  }

  /** The object of a key; our own last write until the watch has delivered it. */
  at(key: string): Known<T> | undefined {
    const told = this.informer.get(key)
    if (told === undefined) return undefined
    const written = this.written.get(key)
    if (written === undefined) return this.read(told)
    if (isOlder(versionOf(told), versionOf(written))) return this.read(written)
    this.written.delete(key)
    return this.read(told)
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

  keysBy(index: string, value: string): readonly string[] {
    return this.informer.byIndex(index, value).map(keyOf)
  }

  /** Notes what the server answered to a write. */
  note(object: KubeObject): void {
    this.written.set(keyOf(object), object)
  }

  /** An object as it reads; parsed once for each state. */
  read(object: KubeObject): Known<T> {
    const before = this.known.get(object)
    if (before !== undefined) return before
    const known = { object, parsed: this.parse(object) }
    this.known.set(object, known)
    return known
  }

  private valuesOf(objects: readonly KubeObject[]): readonly T[] {
    return objects.flatMap((object) => this.value(keyOf(object)) ?? [])
  }
}

function versionOf(object: KubeObject): string {
  return textAt(object, ['metadata', 'resourceVersion'])
}

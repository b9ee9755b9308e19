import { type KubeObject, nameOf, namespaceOf } from '../objects/kube-object.ts'

/** `namespace/name`, or `name` alone for what is in no namespace. */
export type ObjectKey = string

/** The values under which an object can be found again. */
export type IndexValues = (object: KubeObject) => readonly string[]

/** The key of an object. */
export function keyOf(object: KubeObject): ObjectKey {
  const namespace = namespaceOf(object)
  return namespace === '' ? nameOf(object) : `${namespace}/${nameOf(object)}`
}

/** The parts of a key; the namespace is empty for what is in none. */
export function splitKey(key: ObjectKey): { readonly namespace: string; readonly name: string } {
  const slash = key.indexOf('/')
  return { namespace: key.slice(0, Math.max(0, slash)), name: key.slice(slash + 1) }
}

interface Index {
  readonly valuesOf: IndexValues
  readonly keys: Map<string, Set<ObjectKey>>
}

/** Objects of one kind by key, and by whatever else they are looked for. */
export class ObjectStore {
  private readonly objects = new Map<ObjectKey, KubeObject>()
  private readonly indexes = new Map<string, Index>()

  /** Makes objects findable by more; those that are there already too. */
  addIndex(name: string, valuesOf: IndexValues): void {
    if (this.indexes.has(name)) throw new Error(`there is an index ${name} already`)
    const index: Index = { valuesOf, keys: new Map() }
    for (const [key, object] of this.objects) enter(index, key, object)
    this.indexes.set(name, index)
  }

  get size(): number {
    return this.objects.size
  }

  get(key: ObjectKey): KubeObject | undefined {
    return this.objects.get(key)
  }

  keys(): readonly ObjectKey[] {
    return [...this.objects.keys()]
  }

  list(): readonly KubeObject[] {
    return [...this.objects.values()]
  }

  /** The objects that an index has under a value. */
  byIndex(name: string, value: string): readonly KubeObject[] {
    const index = this.indexes.get(name)
    if (index === undefined) throw new Error(`there is no index ${name}`)
    const keys = [...(index.keys.get(value) ?? [])]
    return keys.flatMap((key) => this.objects.get(key) ?? [])
  }

  set(key: ObjectKey, object: KubeObject): void {
    this.delete(key)
    this.objects.set(key, object)
    for (const index of this.indexes.values()) enter(index, key, object)
  }

  delete(key: ObjectKey): void {
    const object = this.objects.get(key)
    if (object === undefined) return
    this.objects.delete(key)
    for (const index of this.indexes.values()) leave(index, key, object)
  }
}

function enter(index: Index, key: ObjectKey, object: KubeObject): void {
  for (const value of index.valuesOf(object)) {
    const keys = index.keys.get(value)
    if (keys === undefined) index.keys.set(value, new Set([key]))
    else keys.add(key)
  }
}

function leave(index: Index, key: ObjectKey, object: KubeObject): void {
  for (const value of index.valuesOf(object)) {
    const keys = index.keys.get(value)
    keys?.delete(key)
    if (keys?.size === 0) index.keys.delete(value)
  }
}

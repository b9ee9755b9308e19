import { mapType, TypedMap, type Value } from '../../formats/value.ts'

/**
 * A map as Go hands it out of a `map[string]interface {}` parameter: of that type, whatever named type
 * it had (such as common.Values), and still the same map for later changes.
 */
export function asPlainMap(map: Map<string, Value>): Map<string, Value> {
  return map instanceof TypedMap && map.type !== mapType ? new PlainView(map) : map
}

class PlainView extends TypedMap {
  private readonly map: Map<string, Value>

  constructor(map: Map<string, Value>) {
    super(mapType, [])
    this.map = map
  }

  override get size(): number {
    return this.map.size
  }

  override get(key: string): Value {
    return this.map.get(key)
  }

  override has(key: string): boolean {
    return this.map.has(key)
  }

  override set(key: string, value: Value): this {
    this.map.set(key, value)
    return this
  }

  override delete(key: string): boolean {
    return this.map.delete(key)
  }

  override clear(): void {
    this.map.clear()
  }

  override forEach(visit: (value: Value, key: string, map: Map<string, Value>) => void): void {
    for (const [key, value] of this.map) visit(value, key, this)
  }

  override entries(): MapIterator<[string, Value]> {
    return this.map.entries()
  }

  override keys(): MapIterator<string> {
    return this.map.keys()
  }

  override values(): MapIterator<Value> {
    return this.map.values()
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.map.entries()
  }
}

import type { Value } from '../../formats/value.ts'
import { entriesOf, isContainer, type OriginStore } from './container-origins.ts'

/** The contents of maps before a trial, to put them back afterwards. */
export class Journal {
  private readonly origins: OriginStore
  private readonly seen = new Set<Value>()
  private readonly undo: (() => void)[] = []

  constructor(origins: OriginStore) {
    this.origins = origins
  }

  /** To be called before a map is changed. */
  save(container: Value): void {
    if (!isContainer(container) || this.seen.has(container)) return
    this.seen.add(container)
    this.undo.push(this.origins.snapshot(container))
    if (!(container instanceof Map)) return
    const map = container as Map<string, Value>
    const entries = [...map]
    this.undo.push(() => {
      map.clear()
      for (const [key, value] of entries) map.set(key, value)
    })
  }

  /** To be called before a map and what is inside it are changed. */
  saveDeep(container: Value): void {
    if (!isContainer(container) || this.seen.has(container)) return
    this.save(container)
    for (const [, entry] of entriesOf(container)) this.saveDeep(entry)
  }

  restore(): void {
    for (const undo of this.undo.toReversed()) undo()
  }
}

// The tables that a TOML document fills, and the rules by which its keys may meet.

import { quote } from '../quote.ts'
import { TypedList, type Value } from '../value.ts'
import { TomlProblem } from './cursor.ts'
import { writeDottedKey } from './key.ts'

type Table = Map<string, Value>
type Path = readonly string[]

/** An array of tables, which grows while the document is read. */
class TableArray extends TypedList {
  readonly tables: Table[]

  constructor() {
    const tables: Table[] = []
    super('[]map[string]interface {}', tables)
    this.tables = tables
  }
}

export class TomlTables {
  readonly root: Table = new Map()
  /** The table that keys go into. */
  context: Path = []
  /** The key whose value is being read. */
  key = ''
  /** The line of the first part of the last key. */
  line = 0
  // Tables that exist only because a longer key went through them; they may still be defined once.
  private readonly implicit = new Set<string>()
  private readonly arrays = new Set<string>()

  /** The key that an error message names. */
  lastKey(): string {
    if (this.key === '') return writeDottedKey(this.context)
    return this.context.length === 0 ? this.key : `${writeDottedKey(this.context)}.${this.key}`
  }

  markImplicit(path: Path): void {
    this.implicit.add(writeDottedKey(path))
  }

  /** Enters a table on the way to a dotted key. */
  enterImplicit(path: Path): void {
    this.markImplicit(path)
    this.enterTable(path)
  }

  /** Makes a table the context, and creates it and what leads to it. */
  enterTable(path: Path): void {
    this.enterParents(path)
    this.set(path.at(-1) ?? '', new Map())
    this.context = [...this.context, path.at(-1) ?? '']
  }

  /** Adds a table to an array of tables and makes it the context. */
  enterArrayTable(path: Path): void {
    const parent = this.enterParents(path)
    const name = path.at(-1) ?? ''
    if (!parent.has(name)) parent.set(name, new TableArray())
    const array = parent.get(name)
    if (!(array instanceof TableArray))
      this.refuse(
        `Key '${writeDottedKey(path)}' was already created and cannot be used as an array.`,
      )
    array.tables.push(new Map())
    this.context = [...this.context, name]
  }

  private enterParents(path: Path): Table {
    let table = this.root
    const way: string[] = []
    for (const name of path.slice(0, -1)) {
      way.push(name)
      if (!table.has(name)) {
        this.markImplicit(way)
        table.set(name, new Map())
      }
      table =
        tableIn(table.get(name)) ??
        this.refuse(`Key '${writeDottedKey(way)}' was already created as a hash.`)
    }
    this.context = way
    return table
  }

  /** Gives a key of the context its value; a key that has one already is refused. */
  set(key: string, value: Value): void {
    const table = this.contextTable()
    if (!table.has(key)) {
      table.set(key, value)
      return
    }
    const path = writeDottedKey([...this.context, key])
    if (!this.implicit.has(path)) this.refuse(`Key '${path}' has already been defined.`)
    this.implicit.delete(path)
    // What was made for the inline tables of an array gives way to the array itself.
    if (this.arrays.has(path)) table.set(key, value)
  }

  private contextTable(): Table {
    let table = this.root
    this.context.forEach((name, at) => {
      const path = this.context.slice(0, at + 1)
      table =
        tableIn(table.get(name)) ??
        this.refuse(`Key '${writeDottedKey(path)}' has already been defined.`)
    })
    return table
  }

  /** Notes what kind of value a key has; an empty key stands for the context. */
  note(key: string, kind: 'array' | 'other'): void {
    const path = key === '' ? this.context : [...this.context, key]
    const name = writeDottedKey(path.length === 0 ? [''] : path)
    if (kind === 'array') this.arrays.add(name)
    else this.arrays.delete(name)
  }

  /** Says that a key goes through a value that is not a table. */
  refuseContext(): never {
    this.refuse(`${quote(writeDottedKey(this.context))} is not a table`)
  }

  private refuse(message: string): never {
    throw new TomlProblem(message, this.line)
  }
}

function tableIn(value: Value): Table | undefined {
  if (value instanceof TableArray) return value.tables.at(-1)
  return value instanceof Map ? value : undefined
}

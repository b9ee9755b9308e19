// The tables that a TOML document fills, and the rules by which its keys may meet.

import { quote } from '../quote.ts'
import { TypedList, type Value } from '../value.ts'
import { TomlProblem } from './cursor.ts'
import { writeDottedKey } from './key.ts'

type Table = Map<string, Value>

/**
 * A dotted key, by its last part and the key before it. The facts about a key stand here, so that a
 * key far down costs no more than one at the top.
 */
export class TomlKey {
  readonly parent: TomlKey | undefined
  readonly name: string
  /** A table that exists only because a longer key went through it; it may still be defined once. */
  isImplicit = false
  isArray = false
  private readonly children = new Map<string, TomlKey>()

  constructor(parent?: TomlKey, name = '') {
    this.parent = parent
    this.name = name
  }

  child(name: string): TomlKey {
    const known = this.children.get(name)
    if (known !== undefined) return known
    const made = new TomlKey(this, name)
    this.children.set(name, made)
    return made
  }

  text(): string {
    return writeDottedKey(pathOf(this))
  }
}

function pathOf(last: TomlKey): readonly string[] {
  const path: string[] = []
  for (let key = last; key.parent !== undefined; key = key.parent) path.push(key.name)
  return path.toReversed()
}

/** A table that keys go into: where it is, and the table itself once it is looked for. */
export interface TomlContext {
  readonly key: TomlKey
  readonly outer: TomlContext | undefined
  table: Table | undefined
}

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
  private readonly top: TomlContext = { key: new TomlKey(), outer: undefined, table: this.root }
  /** The table that keys go into. */
  context = this.top
  /** The key whose value is being read. */
  key = ''
  /** The line of the first part of the last key. */
  line = 0

  /** The key that an error message names. */
  lastKey(): string {
    const context = this.context.key.text()
    if (this.key === '') return context
    return context === '' && this.context === this.top ? this.key : `${context}.${this.key}`
  }

  /** The table that a key of a context leads to. */
  below(context: TomlContext, name: string): TomlContext {
    return { key: context.key.child(name), outer: context, table: undefined }
  }

  /** Enters a table on the way to a dotted key. */
  enterImplicit(context: TomlContext): void {
    context.key.isImplicit = true
    this.enterTable(context)
  }

  /** Makes the table of a header the context, and creates what leads to it. */
  enterPath(path: readonly string[], kind: 'table' | 'array'): void {
    let context = this.top
    for (const name of path.slice(0, -1)) {
      const table = this.parentTable(context)
      context = this.below(context, name)
      if (!table.has(name)) {
        context.key.isImplicit = true
        table.set(name, new Map())
      }
      this.parentTable(context)
    }
    const last = this.below(context, path.at(-1) ?? '')
    if (kind === 'array') this.enterArrayTable(last)
    else this.enterTable(last)
  }

  /** Makes a table the context, and creates it. */
  enterTable(context: TomlContext): void {
    const { outer, key } = context
    if (outer !== undefined) {
      this.parentTable(outer)
      this.context = outer
      this.set(key.name, new Map())
    }
    this.context = context
  }

  /** Adds a table to an array of tables and makes it the context. */
  enterArrayTable(context: TomlContext): void {
    const { outer, key } = context
    const parent = this.parentTable(outer ?? this.top)
    this.context = outer ?? this.top
    if (!parent.has(key.name)) parent.set(key.name, new TableArray())
    const array = parent.get(key.name)
    if (!(array instanceof TableArray))
      this.refuse(`Key '${key.text()}' was already created and cannot be used as an array.`)
    array.tables.push(new Map())
    this.context = context
  }

  private parentTable(context: TomlContext): Table {
    return (
      tableOf(context) ?? this.refuse(`Key '${context.key.text()}' was already created as a hash.`)
    )
  }

  /** Gives a key of the context its value; a key that has one already is refused. */
  set(name: string, value: Value): void {
    const { context } = this
    const table =
      tableOf(context) ?? this.refuse(`Key '${context.key.text()}' has already been defined.`)
    if (!table.has(name)) {
      table.set(name, value)
      return
    }
    const key = context.key.child(name)
    if (!key.isImplicit) this.refuse(`Key '${key.text()}' has already been defined.`)
    key.isImplicit = false
    // The tables that were made for the inline tables of an array give way to the array itself.
    if (key.isArray) table.set(name, value)
  }

  /** Notes what kind of value a key has; an empty key stands for the context. */
  note(name: string, kind: 'array' | 'other'): void {
    const { key } = this.context
    const noted = name === '' && key.parent !== undefined ? key : key.child(name)
    noted.isArray = kind === 'array'
  }

  /** Says that a key goes through a value that is not a table. */
  refuseContext(): never {
    this.refuse(`${quote(this.context.key.text())} is not a table`)
  }

  private refuse(message: string): never {
    throw new TomlProblem(message, this.line)
  }
}

function tableOf(context: TomlContext): Table | undefined {
  if (context.outer === undefined) return context.table
  context.table ??= tableIn(tableOf(context.outer)?.get(context.key.name))
  return context.table
}

function tableIn(value: Value): Table | undefined {
  if (value instanceof TableArray) return value.tables.at(-1)
  return value instanceof Map ? value : undefined
}

// TOML as Helm's toToml writes it, with BurntSushi's encoder: direct keys before tables, tables under
// headers and indented, maps inside mixed arrays inline.

import { formatFloat } from '../format-float.ts'
import { GoObject, Sized, isList, isMap, itemsOf, type Value } from '../value.ts'
import { TomlError } from './errors.ts'
import { quoteToml, writeDottedKey, writeKey } from './key.ts'
import { isNil, isTable, membersOf, textOf, tomlType, type TableMember } from './encode-type.ts'

/** The TOML text of a value. Throws a TomlError with the encoder's text, or an Error where it panics. */
export function encodeToml(value: Value): string {
  if (value === null || value === undefined)
    throw new Error('reflect: call of reflect.Value.Type on zero Value')
  const encoder = new TomlEncoder()
  encoder.write([], value)
  return encoder.out
}

class TomlEncoder {
  out = ''

  write(path: readonly string[], value: Value): void {
    if (value instanceof GoObject && value.kind === 'func')
      throw new TomlError(`unsupported type for key '${writeDottedKey(path)}': func`)
    if (isMap(value) && isNil(value)) return
    const type = tomlType(value)
    if (type === 'tables') this.writeTables(path, itemsOf(value as readonly Value[]))
    else if (type === 'table') this.writeTable(path, value)
    else this.writeAssignment(path, value)
  }

  private writeTables(path: readonly string[], tables: readonly Value[]): void {
    if (path.length === 0) throw new TomlError('toml: top-level values must be Go maps or structs')
    for (const table of tables) {
      this.separate()
      this.out += `${indentOf(path)}[[${writeDottedKey(path)}]]\n`
      this.writeMembers(path, membersOf(table))
    }
  }

  private writeTable(path: readonly string[], table: Value): void {
    if (path.length === 1) this.separate()
    if (path.length > 0) this.out += `${indentOf(path)}[${writeDottedKey(path)}]\n`
    this.writeMembers(path, membersOf(table))
  }

  private writeMembers(path: readonly string[], members: readonly TableMember[]): void {
    for (const { key, value } of inOrder(members))
      if (!isNil(value)) this.write([...path, key], value)
  }

  private writeAssignment(path: readonly string[], value: Value): void {
    if (path.length > 0) this.out += `${indentOf(path)}${writeKey(path.at(-1) ?? '')} = `
    this.writeElement(value)
    if (path.length > 0) this.out += '\n'
  }

  // The encoder writes no line break before the first thing it writes.
  private separate(): void {
    if (this.out !== '') this.out += '\n'
  }

  private writeElement(value: Value): void {
    if (typeof value === 'string') this.out += quoteToml(value)
    else if (typeof value === 'number') this.out += formatTomlFloat(value)
    else if (typeof value === 'boolean' || typeof value === 'bigint') this.out += String(value)
    else if (value instanceof Sized) this.out += value.value.toString()
    else if (value instanceof Uint8Array) this.out += `[${value.join(', ')}]`
    else if (isList(value)) this.writeArray(itemsOf(value))
    else if (isMap(value)) this.writeInlineMap(value)
    else this.writeObject(value as GoObject)
  }

  private writeArray(items: readonly Value[]): void {
    this.out += '['
    items.forEach((item, at) => {
      if (at > 0) this.out += ', '
      this.writeElement(item)
    })
    this.out += ']'
  }

  // Nil members are left out, but not the comma before them.
  private writeInlineMap(map: ReadonlyMap<string, Value>): void {
    const members = inOrder(membersOf(map))
    this.out += '{'
    members.forEach(({ key, value }, at) => {
      if (isNil(value)) return
      this.writeInlineMember(key, value)
      if (at < members.length - 1) this.out += ', '
    })
    this.out += '}'
  }

  private writeInlineMember(key: string, value: Value): void {
    this.out += `${writeKey(key)} = `
    this.writeElement(value)
  }

  private writeObject(object: GoObject): void {
    if (object.type === 'time.Time' || object.type === '*time.Time') {
      this.out += String(textOf(object))
      return
    }
    const text = textOf(object)
    if (text !== undefined) this.out += quoteToml(text)
    else if (isTable(tomlType(object))) this.writeInlineStruct(object)
    else this.writeElement(object.json())
  }

  // The comma depends on the place of the field among all fields, hidden ones included, compared with
  // the number of exported ones: a slip of the encoder.
  private writeInlineStruct(object: GoObject): void {
    const members = inOrder(membersOf(object))
    this.out += '{'
    for (const { key, value, place } of members) {
      if (isNil(value)) continue
      this.writeInlineMember(key, value)
      if (place !== members.length - 1) this.out += ', '
    }
    this.out += '}'
  }
}

/** Direct keys first, then tables; the keys of a map are sorted, fields keep their order. */
function inOrder(members: readonly TableMember[]): readonly TableMember[] {
  const direct: TableMember[] = []
  const tables: TableMember[] = []
  for (const member of members) {
    if (isTable(tomlType(member.value))) tables.push(member)
    else direct.push(member)
  }
  return [...direct, ...tables]
}

function indentOf(path: readonly string[]): string {
  return '  '.repeat(path.length - 1)
}

function formatTomlFloat(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const text = formatFloat(value, 'g', -1)
  return text.includes('.') || text.includes('e') ? text : `${text}.0`
}

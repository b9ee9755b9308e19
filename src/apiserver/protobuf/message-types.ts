import table from './messages.json' with { type: 'json' }

// The table is made from the Go types by test/testbed/api-tables/wire, whose types.go says how a
// field is written. Reading all of it would take longer than most servers need it, so that each
// message is read when the first of its kind comes.

export type Scalar = 'text' | 'bytes' | 'integer' | 'boolean' | 'double'

export interface FieldType {
  readonly number: number
  /** In JSON; undefined for a struct whose fields stand among those of the outer one. */
  readonly name: string | undefined
  readonly shape: 'one' | 'list' | 'map'
  /** The type of the field, or of its items. */
  readonly of: Scalar | { readonly message: string }
  /** Left out of JSON when empty, and when it is a struct of zeros. */
  readonly omitEmpty: boolean
  readonly omitZero: boolean
  readonly isPointer: boolean
}

/** A message; one that is only a list has no fields of its own. */
export type MessageType =
  | { readonly is: 'struct'; readonly fields: readonly FieldType[] }
  | { readonly is: 'list'; readonly of: FieldType['of'] }

const kinds = table.kinds as Readonly<Record<string, string>>
const messages = table.messages as Readonly<Record<string, string>>
const known = new Map<string, MessageType>()

/** The message of a kind; options have the same one in every group. */
export function messageOfKind(apiVersion: string, kind: string): string | undefined {
  const key = `${apiVersion} ${kind}`
  if (Object.hasOwn(kinds, key)) return kinds[key]
  return Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
}

export function messageType(name: string): MessageType {
  const read = known.get(name) ?? readMessage(messages[name] ?? '')
  known.set(name, read)
  return read
}

function readMessage(text: string): MessageType {
  if (text.startsWith('=')) return { is: 'list', of: readType(text.slice(1)) }
  const fields = text === '' ? [] : text.split(',').map(readField)
  return { is: 'struct', fields }
}

const shapes: Readonly<Record<string, FieldType['shape']>> = { '[': 'list', '{': 'map' }

function readField(text: string): FieldType {
  const [number = '', name = '', type = '', flags = ''] = text.split(' ')
  const shape = shapes[type.charAt(0)] ?? 'one'
  return {
    number: Number(number),
    name: name === '-' ? undefined : name,
    shape,
    of: readType(shape === 'one' ? type : type.slice(1)),
    omitEmpty: flags.includes('?'),
    omitZero: flags.includes('0'),
    isPointer: flags.includes('*'),
  }
}

const scalars: Readonly<Record<string, Scalar>> = {
  s: 'text',
  y: 'bytes',
  i: 'integer',
  b: 'boolean',
  d: 'double',
}

function readType(text: string): FieldType['of'] {
  return scalars[text] ?? { message: text }
}

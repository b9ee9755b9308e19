import {
  type Json,
  compareJson,
  equalJson,
  fieldOf,
  isJsonList,
  isJsonObject,
} from '../../../objects/json.ts'
import { printJson } from '../../../objects/json-text.ts'

/** A change of a definition that objects, or those who write them, may not survive. */
export interface CrdDanger {
  readonly rule: CrdRule
  /** Where in the schema, from the version on: `v1: spec.size`; what is in lists has `[]`. */
  readonly path: string
  readonly message: string
}

export type CrdRule =
  | 'stored-version-removed'
  | 'version-removed'
  | 'version-no-longer-served'
  | 'scope-changed'
  | 'names-changed'
  | 'field-removed'
  | 'type-changed'
  | 'required-added'
  | 'validation-tightened'

/** How a schema became narrower: what was valid before may not be any more, or is cut off. */
export function schemaDangers(before: Json, after: Json, path: string): readonly CrdDanger[] {
  const here = rules.flatMap((rule) => rule(before, after, path))
  // If the type differs, the other differences need not be listed.
  if (here.some(({ rule }) => rule === 'type-changed')) return here
  return [...here, ...fieldDangers(before, after, path), ...innerDangers(before, after, path)]
}

type SchemaRule = (before: Json, after: Json, path: string) => readonly CrdDanger[]

const rules: readonly SchemaRule[] = [
  typeRule,
  requiredRule,
  enumRule,
  ...['minimum', 'minLength', 'minItems', 'minProperties'].map((name) => boundRule(name, 1)),
  ...['maximum', 'maxLength', 'maxItems', 'maxProperties'].map((name) => boundRule(name, -1)),
  ...[
    'pattern',
    'format',
    'multipleOf',
    'x-kubernetes-list-type',
    'x-kubernetes-list-map-keys',
  ].map(addedOrChangedRule),
  ...['exclusiveMinimum', 'exclusiveMaximum', 'uniqueItems'].map(turnedOnRule),
  ...['nullable', 'x-kubernetes-preserve-unknown-fields'].map(turnedOffRule),
  ...['x-kubernetes-validations', 'allOf', 'not'].map(entriesAddedRule),
]

function typeRule(before: Json, after: Json, path: string): readonly CrdDanger[] {
  const was = typeName(before)
  const is = typeName(after)
  if (was === is || is === 'any') return []
  if (is === 'integer or string' && (was === 'integer' || was === 'string')) return []
  if (was === 'integer' && is === 'number') return []
  return [{ rule: 'type-changed', path, message: `its type changes from ${was} to ${is}` }]
}

function typeName(schema: Json): string {
  if (fieldOf(schema, 'x-kubernetes-int-or-string') === true) return 'integer or string'
  const type = fieldOf(schema, 'type')
  return typeof type === 'string' && type !== '' ? type : 'any'
}

function requiredRule(before: Json, after: Json, path: string): readonly CrdDanger[] {
  const was = new Set(textsOf(fieldOf(before, 'required')))
  return textsOf(fieldOf(after, 'required'))
    .filter((name) => !was.has(name) && !hasDefault(after, name))
    .map((name) => ({
      rule: 'required-added',
      path: below(path, name),
      message: 'becomes required and has no default',
    }))
}

function hasDefault(schema: Json, name: string): boolean {
  return fieldOf(fieldOf(fieldOf(schema, 'properties'), name), 'default') !== undefined
}

function enumRule(before: Json, after: Json, path: string): readonly CrdDanger[] {
  const was = fieldOf(before, 'enum')
  const is = fieldOf(after, 'enum')
  if (!isJsonList(is)) return []
  if (!isJsonList(was)) return [tightened(path, `only ${is.map(printJson).join(', ')} are allowed`)]
  const gone = was.filter((value) => !is.some((other) => equalJson(value, other)))
  return gone.map((value) => tightened(path, `${printJson(value)} is no longer allowed`))
}

function boundRule(name: string, direction: 1 | -1): SchemaRule {
  return (before, after, path) => {
    const was = fieldOf(before, name)
    const is = fieldOf(after, name)
    if (is === undefined) return []
    if (was === undefined) return [tightened(path, `gets a ${name} of ${printJson(is)}`)]
    if (compareJson(is, was) * direction <= 0) return []
    return [tightened(path, `${name} changes from ${printJson(was)} to ${printJson(is)}`)]
  }
}

function addedOrChangedRule(name: string): SchemaRule {
  return (before, after, path) => {
    const was = fieldOf(before, name)
    const is = fieldOf(after, name)
    if (is === undefined || equalJson(was, is)) return []
    const from = was === undefined ? '' : `from ${printJson(was)} `
    return [tightened(path, `${name} changes ${from}to ${printJson(is)}`)]
  }
}

function turnedOnRule(name: string): SchemaRule {
  return (before, after, path) =>
    fieldOf(after, name) === true && fieldOf(before, name) !== true
      ? [tightened(path, `${name} is turned on`)]
      : []
}

function turnedOffRule(name: string): SchemaRule {
  return (before, after, path) =>
    fieldOf(before, name) === true && fieldOf(after, name) !== true
      ? [tightened(path, `${name} is turned off`)]
      : []
}

function entriesAddedRule(name: string): SchemaRule {
  return (before, after, path) => {
    const was = listOf(fieldOf(before, name))
    return listOf(fieldOf(after, name))
      .filter((entry) => !was.some((other) => equalJson(other, entry)))
      .map((entry) => tightened(path, `gets a rule in ${name}: ${ruleText(entry)}`))
  }
}

function ruleText(entry: Json): string {
  const text = fieldOf(entry, 'rule')
  return typeof text === 'string' ? text : printJson(entry)
}

function fieldDangers(before: Json, after: Json, path: string): readonly CrdDanger[] {
  const was = fieldOf(before, 'properties')
  const is = fieldOf(after, 'properties')
  if (!isJsonObject(was)) return []
  const isOpen = fieldOf(after, 'x-kubernetes-preserve-unknown-fields') === true
  return Object.entries(was).flatMap(([name, schema]) => {
    const next = fieldOf(is, name) ?? openField(after)
    if (next !== undefined) return schemaDangers(schema, next, below(path, name))
    if (isOpen) return []
    const message = 'is removed; what objects have there is cut off'
    return [{ rule: 'field-removed' as const, path: below(path, name), message }]
  })
}

function openField(schema: Json): Json | undefined {
  const open = fieldOf(schema, 'additionalProperties')
  return open === true ? {} : isJsonObject(open) ? open : undefined
}

function innerDangers(before: Json, after: Json, path: string): readonly CrdDanger[] {
  const pairs = [
    [fieldOf(before, 'items'), fieldOf(after, 'items'), `${path}[]`],
    [openField(before), openField(after), below(path, '*')],
  ] as const
  return pairs.flatMap(([was, is, where]) => {
    if (was === undefined) return []
    if (is !== undefined) return schemaDangers(was, is, where)
    const isOpen = fieldOf(after, 'x-kubernetes-preserve-unknown-fields') === true
    return isOpen
      ? []
      : [{ rule: 'field-removed', path: where, message: 'other fields are no longer allowed' }]
  })
}

function tightened(path: string, message: string): CrdDanger {
  return { rule: 'validation-tightened', path, message }
}

function below(path: string, name: string): string {
  return path.endsWith(': ') ? `${path}${name}` : `${path}.${name}`
}

function textsOf(value: Json | undefined): readonly string[] {
  return listOf(value).filter((item) => typeof item === 'string')
}

// `not` holds one schema, the others a list.
function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return []
  return isJsonList(value) ? value : [value]
}

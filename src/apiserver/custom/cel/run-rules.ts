import { printCanonicalJson } from '../../../objects/json-text.ts'
import {
  equalJson,
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonList,
  type JsonObject,
} from '../../../objects/json.ts'
import type { FieldError } from '../../field-errors.ts'
import type { StructuralSchema } from '../structural-schema.ts'
import { compileRules, type CompiledRule } from './compile-rules.ts'
import { createConverter, runRule } from './run-rule.ts'

/** The rules of a schema, compiled when they are first needed. */
export type RuleCheck = (object: JsonObject, old: JsonObject | undefined) => readonly FieldError[]

/** The most that all rules together may cost for one object. */
const budgetOfAnObject = 10_000_000

export function createRuleCheck(schema: StructuralSchema): RuleCheck {
  let root: RuleNode | undefined
  return (object, old) => {
    root ??= compileNode(schema, 'root') ?? { schema, rules: [], allOf: [], properties: new Map() }
    const run: Run = { errors: [], budget: budgetOfAnObject }
    runNode(root, { value: object, old, path: '', isUnchanged: false }, run)
    return run.errors
  }
}

interface RuleNode {
  readonly schema: StructuralSchema
  readonly rules: readonly CompiledRule[]
  readonly allOf: readonly RuleNode[]
  readonly properties: ReadonlyMap<string, RuleNode>
  readonly values?: RuleNode
  readonly items?: RuleNode
}

interface CheckedValue {
  readonly value: Json
  readonly old: Json | undefined
  readonly path: string
  /** Something around it is as it was before. */
  readonly isUnchanged: boolean
}

interface Run {
  readonly errors: FieldError[]
  /** Below zero: nothing more is run. */
  budget: number
}

/** The part of a schema that has rules; undefined when there are none. */
function compileNode(schema: StructuralSchema, place: 'root' | 'within'): RuleNode | undefined {
  const within = (inner: StructuralSchema) => compileNode(inner, 'within')
  const properties = new Map<string, RuleNode>()
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const node = within(inner)
    if (node !== undefined) properties.set(name, node)
  }
  const { additionalProperties, items: declared } = schema
  const values = typeof additionalProperties === 'object' ? within(additionalProperties) : undefined
  const items = declared === undefined ? undefined : within(declared)
  const rules = compileRules(schema, place)
  const allOf = (schema.allOf ?? []).flatMap((part) => within(typedLike(part, schema)) ?? [])
  const isBare = values === undefined && items === undefined && properties.size === 0
  if (isBare && rules.length === 0 && allOf.length === 0) return undefined
  return {
    schema,
    rules,
    allOf,
    properties,
    ...(values !== undefined && { values }),
    ...(items !== undefined && { items }),
  }
}

/** A part that only adds conditions has the type of what it is a part of. */
function typedLike(part: StructuralSchema, whole: StructuralSchema): StructuralSchema {
  const rules = part['x-kubernetes-validations']
  return { ...whole, allOf: [], 'x-kubernetes-validations': rules ?? [] }
}

function runNode(node: RuleNode, place: CheckedValue, run: Run): void {
  const { value, old } = place
  if (value === null || run.budget < 0) return
  const isUnchanged = old === undefined ? place.isUnchanged : equalJson(value, old)
  const convert = createConverter()
  for (const rule of node.rules) {
    if (run.budget < 0) return
    const found = runRule(rule, { ...place, isUnchanged, convert, schema: node.schema }, run.budget)
    run.budget = found.budget
    if (found.error !== undefined) run.errors.push(found.error)
  }
  for (const part of node.allOf) runNode(part, place, run)
  const here = { ...place, isUnchanged }
  if (isJsonList(value)) runItems(node, value, here, run)
  else if (isJsonObject(value)) runFields(node, value, here, run)
}

function runFields(node: RuleNode, value: JsonObject, place: CheckedValue, run: Run): void {
  const { old, path, isUnchanged } = place
  const isCorrelatable = node.schema['x-kubernetes-map-type'] !== 'atomic'
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue
    const before = isCorrelatable && isJsonObject(old) ? own(old, name) : undefined
    const at = { value: inner, old: before, isUnchanged }
    const property = node.properties.get(name)
    const field = path === '' ? name : `${path}.${name}`
    if (property !== undefined) runNode(property, { ...at, path: field }, run)
    else if (node.values !== undefined) {
      runNode(node.values, { ...at, path: `${path}[${name}]` }, run)
    }
  }
}

function own(object: JsonObject, name: string): Json | undefined {
  const value = Object.hasOwn(object, name) ? object[name] : undefined
  return value === null ? undefined : value
}

/** Only the items of lists that are maps can be found again in the old list. */
function runItems(node: RuleNode, list: JsonList, place: CheckedValue, run: Run): void {
  const { items, schema } = node
  if (items === undefined) return
  const { old, path, isUnchanged } = place
  const keys = schema['x-kubernetes-list-map-keys'] ?? []
  const isMap = schema['x-kubernetes-list-type'] === 'map' && isJsonList(old)
  const known = isMap ? new Map(old.map((item) => [keyOf(item, keys), item])) : undefined
  for (const [at, value] of list.entries()) {
    const before = known?.get(keyOf(value, keys))
    runNode(items, { value, old: before, path: `${path}[${at}]`, isUnchanged }, run)
  }
}

function keyOf(item: Json, keys: readonly string[]): string {
  return printCanonicalJson(keys.map((key) => fieldOf(item, key) ?? null))
}

import type { Json } from '../../../objects/json.ts'
import {
  forbiddenField,
  invalid,
  required,
  unsupported,
  type FieldError,
} from '../../field-errors.ts'
import type { StructuralSchema } from '../structural-schema.ts'
import { compileRules, type CompiledRule } from './compile-rules.ts'
import { withObjectFields } from './declare-type.ts'
import { mostOften } from './declared-size.ts'
import { estimateCost } from './estimate-cost.ts'
import { normaliseFieldPath } from './field-path.ts'
import type { ValidationRule } from './validation-rule.ts'

const reasons = [
  'FieldValueDuplicate',
  'FieldValueForbidden',
  'FieldValueInvalid',
  'FieldValueRequired',
]
const mostOfARule = 10_000_000
const mostOfASchema = 100_000_000

/** The errors in the form of the rules at one place of a schema. */
export function checkRuleFields(schema: StructuralSchema, path: string): readonly FieldError[] {
  return (schema['x-kubernetes-validations'] ?? []).flatMap((rule, at) =>
    checkFields(rule, schema, `${path}.x-kubernetes-validations[${at}]`),
  )
}

function checkFields(
  { rule = '', message = '', messageExpression = '', reason, fieldPath = '' }: ValidationRule,
  schema: StructuralSchema,
  path: string,
): readonly FieldError[] {
  const errors: FieldError[] = []
  if (rule.trim() === '') errors.push(required(`${path}.rule`, 'rule is not specified'))
  else if (message !== '' && message.trim() === '') {
    errors.push(invalid(`${path}.message`, message, 'must be non-empty if specified'))
  } else if (isBroken(message)) {
    errors.push(invalid(`${path}.message`, message, 'must not contain line breaks'))
  } else if (isBroken(rule) && message.trim() === '') {
    const detail = 'message must be specified if rule contains line breaks'
    errors.push(required(`${path}.message`, detail))
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    const detail = 'messageExpression must be non-empty if specified'
    errors.push(required(`${path}.messageExpression`, detail))
  }
  if (reason !== undefined && !reasons.includes(reason)) {
    errors.push(unsupported(`${path}.reason`, reason, reasons))
  }
  if (fieldPath !== '' && normaliseFieldPath(fieldPath, schema) === undefined) {
    errors.push(invalid(`${path}.fieldPath`, fieldPath, 'must be a valid path'))
  }
  return errors
}

function isBroken(text: string): boolean {
  return /[\n\r]/.test(text.trim())
}

interface Spot {
  readonly path: string
  readonly place: 'root' | 'within'
  /** How often a value can be there; undefined when nothing bounds it. */
  readonly count: number | undefined
  /** The outermost list that is no map, or atomic map: nothing in it can be found again. */
  readonly uncorrelated?: string
}

interface Found {
  readonly errors: FieldError[]
  readonly costs: { readonly path: string; readonly cost: number }[]
}

/**
 * The errors in the rules of a schema that is fine otherwise: whether they compile and what they
 * may cost.
 */
export function checkRules(schema: StructuralSchema, path: string): readonly FieldError[] {
  const found: Found = { errors: [], costs: [] }
  checkPlace(schema, { path, place: 'root', count: 1 }, found)
  const total = found.costs.reduce((sum, { cost }) => sum + cost, 0)
  if (total <= mostOfASchema) return found.errors
  const worst = found.costs
    .filter(({ cost }) => cost >= mostOfASchema / 100)
    .toSorted((a, b) => b.cost - a.cost)
  const detail =
    'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'
  const subject = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema'
  return [
    ...found.errors,
    ...worst.slice(0, 4).map((one) => forbiddenField(one.path, detail)),
    forbiddenField(path, costText(subject, total, mostOfASchema)),
  ]
}

function checkPlace(schema: StructuralSchema, spot: Spot, found: Found): void {
  const { path, count, uncorrelated } = spot
  const { additionalProperties, items } = schema
  const isLost =
    schema.type === 'array'
      ? schema['x-kubernetes-list-type'] !== 'map'
      : schema['x-kubernetes-map-type'] === 'atomic'
  const lostIn = uncorrelated ?? (isLost ? path : undefined)
  const below: Spot = {
    path,
    place: 'within',
    count,
    ...(lostIn !== undefined && { uncorrelated: lostIn }),
  }
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    checkPlace(inner, { ...below, path: `${path}.properties[${name}]` }, found)
  }
  const declared = schema.type === 'array' ? schema.maxItems : schema.maxProperties
  const times = count === undefined || declared === undefined ? undefined : count * declared
  if (typeof additionalProperties === 'object') {
    const at = `${path}.additionalProperties`
    checkPlace(additionalProperties, { ...below, path: at, count: times }, found)
  }
  if (items !== undefined) {
    checkPlace(items, { ...below, path: `${path}.items`, count: times }, found)
  }
  for (const [at, compiled] of compileRules(schema, spot.place).entries()) {
    const field = `${path}.x-kubernetes-validations[${at}]`
    checkCompiled(compiled, schema, { ...spot, path: field }, found)
  }
}

function checkCompiled(
  compiled: CompiledRule,
  schema: StructuralSchema,
  spot: Spot,
  { errors, costs }: Found,
): void {
  const { path, uncorrelated } = spot
  const { rule, program, fault, messageFault, messageProgram } = compiled
  const own = spot.place === 'root' ? withObjectFields(schema) : schema
  const times = spot.count ?? mostOften(own)
  for (const [field, subject, cost] of [
    ['rule', 'rule', program === undefined ? 0 : times * estimateCost(program.root, own)],
    [
      'messageExpression',
      'messageExpression',
      messageProgram === undefined ? 0 : estimateCost(messageProgram.root, own),
    ],
  ] as const) {
    costs.push({ path: `${path}.${field}`, cost })
    if (cost > mostOfARule) {
      const detail = costText(`estimated ${subject} cost`, cost, mostOfARule)
      errors.push(forbiddenField(`${path}.${field}`, detail))
    }
  }
  const shown = shownRule(rule)
  const refuse = (field: string, detail: string) =>
    errors.push({ ...invalid(`${path}.${field}`, shown, detail), order: 'kept' })
  if (fault !== undefined) refuse('rule', fault)
  if (messageFault !== undefined) refuse('messageExpression', messageFault)
  if (program?.usesOldSelf === true && uncorrelated !== undefined) {
    const detail = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${uncorrelated}`
    errors.push(invalid(`${path}.rule`, rule.rule ?? '', detail))
  } else if (program?.usesOldSelf !== true && rule.optionalOldSelf !== undefined) {
    const detail = 'may not be set if oldSelf is not used in rule'
    errors.push(invalid(`${path}.optionalOldSelf`, rule.optionalOldSelf, detail))
  }
}

/** A rule as Go prints the struct that the server works with. */
function shownRule(rule: ValidationRule): Json {
  return {
    Rule: rule.rule ?? '',
    Message: rule.message ?? '',
    MessageExpression: rule.messageExpression ?? '',
    Reason: rule.reason ?? null,
    FieldPath: rule.fieldPath ?? '',
    OptionalOldSelf: rule.optionalOldSelf ?? null,
  }
}

function costText(subject: string, cost: number, limit: number): string {
  const factor = cost / limit
  const few = factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`
  const shown = factor > 100 ? 'more than 100x' : few
  return `${subject} exceeds budget by factor of ${shown} (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared)`
}

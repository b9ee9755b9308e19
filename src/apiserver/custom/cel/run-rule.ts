import { EvaluationError, Optional } from '@marcbachmann/cel-js'
import type { Json } from '../../../objects/json.ts'
import { forbiddenField, invalid, required, type FieldError } from '../../field-errors.ts'
import type { StructuralSchema } from '../structural-schema.ts'
import type { CompiledRule } from './compile-rules.ts'
import type { RuleType } from './declare-type.ts'
import { normaliseFieldPath } from './field-path.ts'
import { OutOfBudget } from './meter.ts'
import type { Program } from './program.ts'
import { meter } from './rule-environment.ts'
import type { ValidationRule } from './validation-rule.ts'

/** The values that one rule is asked about. */
interface Question {
  readonly value: Json
  readonly old: Json | undefined
  readonly path: string
  readonly schema: StructuralSchema
  readonly isUnchanged: boolean
  readonly convert: Converter
}

/** Gives the value of a type for JSON. */
export type Converter = (type: RuleType, value: Json) => unknown

/** Converts what several rules look at only once. */
export function createConverter(): Converter {
  const known = new Map<RuleType, Map<Json, unknown>>()
  return (type, value) => {
    const values = known.get(type) ?? new Map<Json, unknown>()
    known.set(type, values)
    if (!values.has(value)) values.set(value, type.convert(value))
    return values.get(value)
  }
}

interface Answer {
  readonly error?: FieldError
  /** The budget that is left for other rules; below zero when nothing more may run. */
  readonly budget: number
}

/** The most that one run of one rule may cost. */
const budgetOfARun = 1_000_000
const longestMessage = 5 * 1024

/** Asks one rule about one value. */
export function runRule(compiled: CompiledRule, question: Question, budget: number): Answer {
  const { rule, program, self } = compiled
  const { value, old, path, schema } = question
  const type = schema.type ?? ''
  if (program === undefined || self === undefined) {
    return { error: invalid(path, type, `rule compile error: ${compiled.fault}`), budget }
  }
  const isOptional = rule.optionalOldSelf === true
  if (program.usesOldSelf && old === undefined && !isOptional) return { budget }
  const before = old === undefined ? undefined : question.convert(self, old)
  const optional = before === undefined ? Optional.none() : Optional.of(before)
  const variables = { self: question.convert(self, value), oldSelf: isOptional ? optional : before }
  const result = evaluate(program, variables, budget)
  const left = budget - meter.spent()
  if (result.fault instanceof OutOfBudget) {
    return { error: invalid(path, type, outOfBudget(result.fault, rule, budget)), budget: -1 }
  }
  if (result.fault !== undefined) {
    return { error: invalid(path, type, faultText(result.fault, rule)), budget: left }
  }
  if (result.value === true) return { budget: left }
  // A value that is as it was is not refused because the rule is new.
  if (!program.usesOldSelf && question.isUnchanged) return { budget: left }
  const message = messageOf(compiled, variables, left)
  return { error: errorFor(question, rule, message), budget: left - meter.spent() }
}

function evaluate(
  program: Program,
  variables: Readonly<Record<string, unknown>>,
  budget: number,
): { readonly value?: unknown; readonly fault?: Error } {
  meter.start(Math.min(budget, budgetOfARun))
  try {
    return { value: program.run(variables) }
  } catch (error) {
    return { fault: error instanceof Error ? error : new Error(String(error)) }
  }
}

function outOfBudget(fault: Error, rule: ValidationRule, budget: number): string {
  if (budget < budgetOfARun) {
    return 'validation failed due to running out of cost budget, no further validation rules will be run'
  }
  return `'${fault.message}': no further validation rules will be run due to call cost exceeds limit for rule: ${shownRule(rule)}`
}

function faultText(fault: Error, rule: ValidationRule): string {
  const text = fault instanceof EvaluationError ? fault.summary : fault.message
  if (fault instanceof EvaluationError && fault.code === 'no_matching_overload') {
    return `'no such overload': call arguments did not match a supported operator, function or macro signature for rule: ${shownRule(rule)}`
  }
  const first = text.replace(/^No such key: (?=index)/, '').replace(/^No such/, 'no such')
  return `${first} evaluating rule: ${shownRule(rule)}`
}

function shownRule({ message = '', rule = '' }: ValidationRule): string {
  return (message === '' ? rule : message).trim()
}

function messageOf(
  { messageProgram, rule }: CompiledRule,
  variables: Readonly<Record<string, unknown>>,
  budget: number,
): string {
  const { message = '' } = rule
  const fixed = message === '' ? `failed rule: ${shownRule(rule)}` : message.trim()
  if (messageProgram === undefined) {
    meter.start(0)
    return fixed
  }
  const { value } = evaluate(messageProgram, variables, budget)
  if (typeof value !== 'string') return fixed
  const made = value.trim()
  const isUsable = made !== '' && !made.includes('\n') && Buffer.byteLength(made) <= longestMessage
  return isUsable ? made : fixed
}

function errorFor(
  { value, path, schema }: Question,
  rule: ValidationRule,
  detail: string,
): FieldError {
  const inner = rule.fieldPath === undefined ? '' : normaliseFieldPath(rule.fieldPath, schema)
  const field = joined(path, inner ?? '')
  const isShown = schema.type !== 'object' && schema.type !== 'array'
  const shown = isShown ? { value } : {}
  switch (rule.reason) {
    case 'FieldValueForbidden':
      return forbiddenField(field, detail)
    case 'FieldValueRequired':
      return required(field, detail)
    case 'FieldValueDuplicate':
      return { type: 'duplicate', field, ...shown, detail: '' }
    default:
      return { type: 'invalid', field, ...shown, detail }
  }
}

function joined(path: string, inner: string): string {
  if (inner === '') return path === '' ? '<nil>' : path
  return path === '' ? inner : `${path}.${inner}`
}

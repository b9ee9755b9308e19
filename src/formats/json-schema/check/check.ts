import { typeOf, type Value } from '../../value.ts'
import { checkArray } from './check-array.ts'
import { checkCombinations, checkUnevaluated } from './check-combinations.ts'
import { checkObject } from './check-object.ts'
import { checkReference, checkReferences, cycleProblem } from './check-references.ts'
import { checkNumber, checkText } from './check-scalar.ts'
import { isWhole } from '../numbers/decimal.ts'
import { isEqual } from '../equality.ts'
import { Findings } from './findings.ts'
import { type Frame, type FrameOptions, rootFrame } from './frame.ts'
import { decimalOf, isNumber } from '../numbers/json-number.ts'
import { asArray, asObject, jsonTypeOf, type JsonType, typeNames } from '../json-type.ts'
import { flatten, type Problem } from './problem.ts'
import type { Schema } from '../schema.ts'
import { displayValue } from '../display.ts'

/** The problems that a schema has with a value; none when there are none. */
export function findProblems(
  schema: Schema,
  value: Value,
  options: FrameOptions,
): readonly Problem[] {
  const problem = check(rootFrame(schema, value, options))
  return problem === undefined ? [] : flatten(problem)
}

function check(frame: Frame): Problem | undefined {
  frame.budget.spend(1)
  const { schema } = frame
  if (schema.verdict === true) return undefined
  const findings = new Findings(frame, check)
  if (schema.verdict === false) return findings.problem(() => 'false schema')
  const first = cycleProblem(findings) ?? checkWhole(findings)
  if (first !== undefined) return first
  if (schema.ref !== undefined) {
    const problem = checkReference(findings, schema.ref, '$ref')
    if (schema.version < 2019) return problem
    findings.add(problem)
  }
  checkByType(findings)
  if (!findings.isSettled) checkRest(findings)
  const { problems } = findings
  if (problems.length < 2) return problems[0]
  return findings.problem(() => 'validation failed', problems, 'group')
}

/** Keywords about the whole value; only the first that fails is reported. */
function checkWhole(findings: Findings): Problem | undefined {
  const { schema, value, budget } = findings.frame
  const type = jsonTypeOf(value)
  if (type === undefined) return findings.problem(() => `invalid jsonType ${typeOf(value)}`)
  const { types } = schema
  if (types !== undefined && !isOfTypes(value, type, types)) {
    const wanted = typeNames.filter((name) => types.has(name))
    return findings.problem(() => `got ${type}, want ${wanted.join(' or ')}`)
  }
  const wanted = schema.const
  if (wanted !== undefined && !isEqual(value, wanted.value, budget)) {
    return findings.problem(() => constText(wanted.value))
  }
  const choices = schema.enum
  if (choices !== undefined && !isAmong(value, type, choices, findings)) {
    return findings.problem(() => enumText(choices))
  }
  if (schema.format === undefined || typeof value !== 'string') return undefined
  const { name, fault } = schema.format
  const reason = fault(value, budget)
  if (reason === undefined) return undefined
  return findings.problem(() => `${displayValue(value)} is not valid ${name}: ${reason}`)
}

function isOfTypes(value: Value, type: JsonType, types: ReadonlySet<JsonType>): boolean {
  if (types.has(type)) return true
  if (!types.has('integer') || !isNumber(value)) return false
  const decimal = decimalOf(value)
  return decimal !== undefined && isWhole(decimal)
}

function isAmong(
  value: Value,
  type: JsonType,
  choices: readonly Value[],
  { frame }: Findings,
): boolean {
  // Without a choice of its type a value has none, although a number may equal a string.
  if (!choices.some((choice) => jsonTypeOf(choice) === type)) return false
  return choices.some((choice) => isEqual(value, choice, frame.budget))
}

function constText(wanted: Value): string {
  return isSimple(wanted) ? `value must be ${displayValue(wanted)}` : "'const' failed"
}

function enumText(choices: readonly Value[]): string {
  if (!choices.every(isSimple)) return "'enum' failed"
  const wanted = choices.map(displayValue).join(', ')
  return choices.length === 1 ? `value must be ${wanted}` : `value must be one of ${wanted}`
}

function isSimple(value: Value): boolean {
  return asArray(value) === undefined && asObject(value) === undefined
}

function checkByType(findings: Findings): void {
  const { value } = findings.frame
  if (typeof value === 'string') checkText(findings, value)
  else if (isNumber(value)) checkNumber(findings, value)
  else {
    const object = asObject(value)
    if (object !== undefined) checkObject(findings, object, findProblems)
    const list = asArray(value)
    if (list !== undefined) checkArray(findings, list)
  }
}

function checkRest(findings: Findings): void {
  const isModern = findings.frame.schema.version >= 2019
  if (isModern) checkReferences(findings)
  checkCombinations(findings)
  if (isModern) checkUnevaluated(findings)
}

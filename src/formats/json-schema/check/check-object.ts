import { compareStrings } from '../../go-string.ts'
import type { Value } from '../../value.ts'
import { matchCost } from './check-scalar.ts'
import { singleQuote, singleQuoteAll } from '../display.ts'
import type { Findings } from './findings.ts'
import type { FrameOptions } from './frame.ts'
import type { JsonObject } from '../json-type.ts'
import { steps } from '../limits.ts'
import { printInteger } from '../numbers/print-number.ts'
import type { Problem } from './problem.ts'
import { Schema } from '../schema.ts'

type FindProblems = (schema: Schema, value: Value, options: FrameOptions) => readonly Problem[]

/** The keywords for objects. Names are checked as values of their own, by `findProblems`. */
export function checkObject(
  findings: Findings,
  object: JsonObject,
  findProblems: FindProblems,
): void {
  const { schema } = findings.frame
  checkSize(findings, object)
  if (findings.isSettled) return
  checkDependencies(findings, object)
  checkMembers(findings, object)
  if (schema.version === 4) return
  if (schema.propertyNames !== undefined) {
    checkNames(findings, object, schema.propertyNames, findProblems)
  }
  checkDependents(findings, object)
}

function checkSize(findings: Findings, object: JsonObject): void {
  const { counts, required } = findings.frame.schema
  if (counts.size + required.length === 0) return
  const { size } = object
  const least = counts.get('minProperties') ?? 0
  const most = counts.get('maxProperties') ?? Infinity
  if (size < least) {
    findings.report(() => `minProperties: got ${printInteger(size)}, want ${printInteger(least)}`)
  }
  if (size > most) {
    findings.report(() => `maxProperties: got ${printInteger(size)}, want ${printInteger(most)}`)
  }
  if (required.every((name) => object.has(name))) return
  const missing = required.filter((name) => !object.has(name))
  const word = missing.length === 1 ? 'property' : 'properties'
  findings.report(() => `missing ${word} ${singleQuoteAll(missing)}`)
}

/** The `dependencies` of early drafts. */
function checkDependencies(findings: Findings, object: JsonObject): void {
  const { dependencies } = findings.frame.schema
  if (dependencies.size === 0) return
  for (const [name, dependency] of sorted(dependencies)) {
    if (!object.has(name)) continue
    if (dependency instanceof Schema) findings.add(findings.checkSame(dependency))
    else checkDependency(findings, object, name, dependency)
  }
}

/**
 * Checks `dependentSchemas` and `dependentRequired`, which have taken the place of `dependencies`.
 */
function checkDependents(findings: Findings, object: JsonObject): void {
  const { dependentSchemas, dependentRequired } = findings.frame.schema
  if (dependentSchemas.size + dependentRequired.size === 0) return
  for (const [name, dependent] of sorted(dependentSchemas)) {
    if (object.has(name)) findings.add(findings.checkSame(dependent))
  }
  for (const [name, required] of sorted(dependentRequired)) {
    if (object.has(name)) checkDependency(findings, object, name, required)
  }
}

function checkDependency(
  findings: Findings,
  object: JsonObject,
  name: string,
  required: readonly string[],
): void {
  const missing = required.filter((other) => !object.has(other))
  if (missing.length === 0) return
  findings.report(
    () => `properties ${singleQuoteAll(missing)} required, if ${singleQuote(name)} exists`,
  )
}

function checkMembers(findings: Findings, object: JsonObject): void {
  const { schema, unevaluated, budget } = findings.frame
  const { properties, patternProperties, additionalProperties } = schema
  if (properties.size + patternProperties.length === 0 && additionalProperties === undefined) return
  const found: (readonly [string, Problem])[] = []
  const surplus: string[] = []
  budget.spend(object.size * steps.perMember)
  for (const [name, value] of object) {
    if (findings.frame.isQuiet && found.length > 0) break
    const schemas: Schema[] = []
    const own = properties.get(name)
    if (own !== undefined) schemas.push(own)
    for (const [pattern, subschema] of patternProperties) {
      budget.spend(matchCost(pattern, name))
      if (pattern.matches(name)) schemas.push(subschema)
    }
    if (schemas.length === 0) {
      if (additionalProperties === undefined) continue
      if (additionalProperties === false) surplus.push(name)
      else if (additionalProperties !== true) schemas.push(additionalProperties)
    }
    unevaluated.properties.delete(name)
    for (const subschema of schemas) {
      const problem = findings.checkInner(subschema, value, name)
      if (problem !== undefined) found.push([name, problem])
    }
  }
  findings.addSorted(found)
  if (surplus.length === 0) return
  const names = () => singleQuoteAll(surplus.toSorted(compareStrings))
  findings.report(() => `additional properties ${names()} not allowed`)
}

function checkNames(
  findings: Findings,
  object: JsonObject,
  schema: Schema,
  findProblems: FindProblems,
): void {
  const { budget, meta } = findings.frame
  const found: (readonly [string, Problem])[] = []
  for (const name of object.keys()) {
    const causes = findProblems(schema, name, { budget, meta })
    if (causes.length === 0) continue
    const describe = () => `invalid propertyName ${singleQuote(name)}`
    // The library forgets where the object is.
    found.push([name, { kind: 'plain', place: undefined, describe, causes }])
  }
  findings.addSorted(found)
}

function sorted<Member>(members: ReadonlyMap<string, Member>): Iterable<readonly [string, Member]> {
  if (members.size < 2) return members
  return [...members].toSorted(([a], [b]) => compareStrings(a, b))
}

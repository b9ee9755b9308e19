import type { Findings } from './findings.ts'
import { isFullyEvaluated } from './frame.ts'
import { asArray, asObject } from '../json-type.ts'
import type { Problem } from './problem.ts'

/** `not`, `allOf`, `anyOf`, `oneOf` and `if`. */
export function checkCombinations(findings: Findings): void {
  const { not, allOf, anyOf, oneOf } = findings.frame.schema
  if (not !== undefined && findings.checkSame(not, { isQuiet: true }) === undefined) {
    findings.report(() => "'not' failed")
  }
  // Most schemas have none of them.
  if (allOf.length > 0) checkAllOf(findings)
  if (anyOf.length > 0) checkAnyOf(findings)
  if (oneOf.length > 0) checkOneOf(findings)
  checkCondition(findings)
}

/**
 * Checks the properties and items that are left for `unevaluatedProperties` and `unevaluatedItems`.
 */
export function checkUnevaluated(findings: Findings): void {
  const { schema, value, unevaluated } = findings.frame
  const { unevaluatedProperties, unevaluatedItems } = schema
  const object = asObject(value)
  if (object !== undefined && unevaluatedProperties !== undefined) {
    const found: (readonly [string, Problem])[] = []
    for (const name of unevaluated.properties) {
      const problem = findings.checkInner(unevaluatedProperties, object.get(name), name)
      if (problem !== undefined) found.push([name, problem])
    }
    findings.addSorted(found)
    unevaluated.properties.clear()
  }
  const list = asArray(value)
  if (list !== undefined && unevaluatedItems !== undefined) {
    for (const i of unevaluated.items) {
      findings.add(findings.checkInner(unevaluatedItems, list[i], `${i}`))
    }
    unevaluated.items.clear()
  }
}

function checkAllOf(findings: Findings): void {
  const problems: Problem[] = []
  for (const schema of findings.frame.schema.allOf) {
    const problem = findings.checkSame(schema)
    if (problem !== undefined) problems.push(problem)
    if (findings.frame.isQuiet && problems.length > 0) break
  }
  if (problems.length > 0) findings.report(() => "'allOf' failed", problems)
}

function checkAnyOf(findings: Findings): void {
  const { schema, unevaluated } = findings.frame
  const problems: Problem[] = []
  let isMatched = false
  for (const choice of schema.anyOf) {
    const problem = findings.checkSame(choice)
    if (problem !== undefined) problems.push(problem)
    else {
      isMatched = true
      // Every schema that matches evaluates members of its own.
      if (isFullyEvaluated(unevaluated)) break
    }
  }
  if (!isMatched) findings.report(() => "'anyOf' failed", problems)
}

function checkOneOf(findings: Findings): void {
  const { oneOf } = findings.frame.schema
  const problems: Problem[] = []
  let matched: number | undefined
  for (const [i, schema] of oneOf.entries()) {
    const problem = findings.checkSame(schema, { isQuiet: matched !== undefined })
    if (problem !== undefined) {
      if (matched === undefined) problems.push(problem)
      continue
    }
    if (matched !== undefined) {
      const first = matched
      findings.report(() => `'oneOf' failed, subschemas ${first}, ${i} matched`)
      return
    }
    matched = i
  }
  if (matched === undefined) {
    findings.report(() => "'oneOf' failed, none matched", problems)
  }
}

function checkCondition(findings: Findings): void {
  const { schema } = findings.frame
  if (schema.condition === undefined) return
  const isMet = findings.checkSame(schema.condition, { isQuiet: true }) === undefined
  const branch = isMet ? schema.whenMet : schema.whenNotMet
  if (branch !== undefined) findings.add(findings.checkSame(branch))
}

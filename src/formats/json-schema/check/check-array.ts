import { findDuplicate } from '../equality.ts'
import type { Findings } from './findings.ts'
import type { JsonArray } from '../json-type.ts'
import { printInteger } from '../numbers/print-number.ts'
import type { Problem } from './problem.ts'
import type { Schema } from '../schema.ts'

/** The keywords for lists. */
export function checkArray(findings: Findings, list: JsonArray): void {
  checkLength(findings, list)
  checkItems(findings, list)
  const { contains } = findings.frame.schema
  if (contains !== undefined) checkContains(findings, list, contains)
}

function checkLength(findings: Findings, list: JsonArray): void {
  const { counts, isUnique } = findings.frame.schema
  if (counts.size === 0 && !isUnique) return
  const { length } = list
  const least = counts.get('minItems') ?? 0
  const most = counts.get('maxItems') ?? Infinity
  if (length < least) {
    findings.report(() => `minItems: got ${printInteger(length)}, want ${printInteger(least)}`)
  }
  if (length > most) {
    findings.report(() => `maxItems: got ${printInteger(length)}, want ${printInteger(most)}`)
  }
  const [first, second] = (isUnique ? findDuplicate(list, findings.frame.budget) : undefined) ?? []
  if (first === undefined || second === undefined) return
  findings.report(() => `items at ${printInteger(first)} and ${printInteger(second)} are equal`)
}

function checkItems(findings: Findings, list: JsonArray): void {
  const { prefixItems, items, additionalItems } = findings.frame.schema
  for (const [i, schema] of prefixItems.entries()) {
    if (i >= list.length) break
    findings.add(findings.checkInner(schema, list[i], `${i}`))
  }
  const schema = typeof additionalItems === 'object' ? additionalItems : items
  if (schema === undefined && additionalItems !== false) return
  const rest = list.slice(prefixItems.length)
  if (additionalItems === false && rest.length > 0) {
    findings.report(() => `last ${printInteger(rest.length)} additionalItem(s) not allowed`)
  }
  if (schema === undefined) return
  // The library counts the rest from zero.
  for (const [i, item] of rest.entries()) findings.add(findings.checkInner(schema, item, `${i}`))
}

function checkContains(findings: Findings, list: JsonArray, contains: Schema): void {
  const { schema, unevaluated } = findings.frame
  const problems: Problem[] = []
  const matched: number[] = []
  for (const [i, item] of list.entries()) {
    const problem = findings.checkInner(contains, item, `${i}`)
    if (problem !== undefined) problems.push(problem)
    else {
      matched.push(i)
      if (schema.version >= 2020) unevaluated.items.delete(i)
    }
  }
  const { minContains, maxContains = Infinity } = schema
  if (minContains === undefined) {
    if (matched.length === 0) findings.report(() => 'no items match contains schema', problems)
  } else if (matched.length < minContains) {
    findings.report(() => containsText('min', minContains, matched), problems)
  }
  if (matched.length > maxContains) {
    findings.report(() => containsText('max', maxContains, matched))
  }
}

function containsText(limit: 'min' | 'max', wanted: number, matched: readonly number[]): string {
  const rule = `${limit} ${printInteger(wanted)} items required to match contains schema`
  if (limit === 'min' && matched.length === 0) return `${rule}, but none matched`
  const places = matched.join(' ')
  return `${rule}, but matched ${printInteger(matched.length)} items at ${places}`
}

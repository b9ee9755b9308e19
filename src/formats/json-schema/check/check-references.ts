import { quote } from '../../quote.ts'
import type { Findings } from './findings.ts'
import type { Frame } from './frame.ts'
import { flatten, type Problem } from './problem.ts'
import type { Schema } from '../schema.ts'

/** Frames on the way up that one step pays for. */
const framesPerStep = 16

/** The problem of a schema that leads back to itself without going into the value. */
export function cycleProblem(findings: Findings): Problem | undefined {
  const { frame } = findings
  for (let at = frame.parent; at !== undefined && at.level === frame.level; at = at.parent) {
    if (at.named !== frame.named) continue
    const earlier = at
    return findings.problem(() => {
      const places = `both ${keywordPath(frame)} and ${keywordPath(earlier)}`
      return `${places} resolve to ${quote(frame.schema.text)} causing reference cycle`
    })
  }
  return undefined
}

/** Checks by the schema that a reference leads to. */
export function checkReference(
  findings: Findings,
  target: Schema,
  keyword: string,
): Problem | undefined {
  const problem = findings.checkSame(target, { reference: keyword })
  if (problem === undefined) return undefined
  return findings.problem(() => 'validation failed', flatten(problem), 'reference')
}

/** The references of drafts since 2019-09 that depend on the way by which a schema was reached. */
export function checkReferences(findings: Findings): void {
  const { recursiveRef, dynamicRef } = findings.frame.schema
  if (recursiveRef !== undefined) {
    const target = recursiveRef.isRecursiveAnchor
      ? outermost(findings.frame, recursiveRef, recursiveTarget)
      : recursiveRef
    findings.add(checkReference(findings, target, '$recursiveRef'))
  }
  if (dynamicRef === undefined) return
  const { schema, anchor } = dynamicRef
  const isDynamic = anchor !== '' && schema.dynamicAnchor === anchor
  const target = isDynamic
    ? outermost(findings.frame, schema, (frame) => frame.named.resource.dynamicAnchors.get(anchor))
    : schema
  findings.add(checkReference(findings, target, '$dynamicRef'))
}

function recursiveTarget({ named }: Frame): Schema | undefined {
  return named.resource.isRecursiveAnchor ? named : undefined
}

function outermost(
  frame: Frame,
  fallback: Schema,
  targetOf: (frame: Frame) => Schema | undefined,
): Schema {
  frame.budget.spend(Math.ceil(frame.depth / framesPerStep))
  let target = fallback
  for (let at: Frame | undefined = frame; at !== undefined; at = at.parent) {
    target = targetOf(at) ?? target
  }
  return target
}

/** The keywords on the way from the first schema to this one. */
function keywordPath(frame: Frame): string {
  const steps: string[] = []
  for (let at = frame; at.parent !== undefined; at = at.parent) {
    const { named, reference, parent } = at
    steps.push(reference === '' ? named.text.slice(parent.named.text.length) : `/${reference}`)
  }
  return steps.toReversed().join('')
}

// The rule of each function. A function that is not named here depends on everything that its arguments
// hold.
import { isEmpty } from '../../functions/reflection/kinds.ts'
import { dictRules } from './dict-rules.ts'
import { encodingRules } from './encoding-rules.ts'
import { listRules } from './list-rules.ts'
import { mergeRules } from './merge-rules.ts'
import { readRules } from './read-rules.ts'
import { allReads, dependingOn, shallowReads, type OriginRule } from './origin-rule.ts'
import { alignLines } from './align-lines.ts'
import { nowhere, type Traced } from '../provenance.ts'
import { noReads } from '../read-set.ts'
import { isContainer } from '../container-origins.ts'
import type { Tracing } from '../tracing.ts'

/** The rule of a function by its name; everything its arguments hold where no other is known. */
export function originRuleOf(name: string): OriginRule {
  return rules.get(name) ?? everything
}

/** A text that grew out of one of several lines keeps them apart. */
const everything: OriginRule = (tracing, args, call) => {
  const value = call()
  const reads = allReads(tracing, args)
  if (typeof value !== 'string') return dependingOn(tracing, value, reads)
  const lines = alignLines(tracing, args, value)
  return { value, from: lines === undefined ? { reads } : { reads, lines } }
}

/** Looks at what its arguments are, not at what is inside them. */
const shape: OriginRule = (tracing, args, call) => {
  const kinds = args.map(({ value, from }) =>
    isContainer(value) ? shapeReads(tracing, { value, from }) : from.reads,
  )
  return { value: call(), from: { reads: tracing.sets.all(kinds) } }
}

function shapeReads(tracing: Tracing, { value, from }: Traced) {
  if (!isContainer(value)) return from.reads
  const origins = tracing.origins.find(value)
  return tracing.sets.all([from.reads, origins?.rest ?? noReads, origins?.absent ?? noReads])
}

/** Looks only at the type of a scalar, which another value of the type leaves as it is. */
const kind: OriginRule = (tracing, args, call) => {
  const reads = args.map(({ from }) => tracing.sets.asPresence(from.reads))
  return { value: call(), from: { reads: tracing.sets.all(reads) } }
}

/** `default fallback given`: the fallback counts only where it was taken. */
const fallback: OriginRule = (tracing, args, call) => {
  const value = call()
  const [spare, given] = [args[0], args.length > 1 ? args[1] : undefined]
  if (given !== undefined && !isEmpty(given.value)) return { value, from: given.from }
  const from = spare?.from ?? nowhere
  return { value, from: tracing.origins.adding(from, given?.from.reads ?? noReads) }
}

const coalesce: OriginRule = (tracing, args, call) => {
  const value = call()
  let before = noReads
  for (const { value: candidate, from } of args) {
    if (!isEmpty(candidate)) return { value, from: tracing.origins.adding(from, before) }
    before = tracing.sets.union(before, from.reads)
  }
  return { value, from: { reads: before } }
}

const ternary: OriginRule = (tracing, args, call) => {
  const [yes, no, test] = args
  const chosen = (test?.value === true ? yes : no) ?? { value: null, from: nowhere }
  return { value: call(), from: tracing.origins.adding(chosen.from, test?.from.reads ?? noReads) }
}

const secondArgument: OriginRule = (_tracing, args, call) => ({
  value: call(),
  from: args[1]?.from ?? nowhere,
})

/** Compares; only what it compares itself counts. */
const shallow: OriginRule = (tracing, args, call) => ({
  value: call(),
  from: { reads: shallowReads(tracing, args) },
})

const rules: ReadonlyMap<string, OriginRule> = new Map<string, OriginRule>([
  ...Object.entries({
    default: fallback,
    coalesce,
    ternary,
    required: secondArgument,
    len: shape,
    empty: shape,
    not: shape,
    all: shape,
    any: shape,
    kindOf: kind,
    kindIs: kind,
    typeOf: kind,
    typeIs: kind,
    typeIsLike: kind,
    eq: shallow,
    ne: shallow,
    fail: shallow,
  }),
  ...Object.entries(dictRules),
  ...Object.entries(listRules),
  ...Object.entries(mergeRules),
  ...Object.entries(readRules),
  ...Object.entries(encodingRules),
])

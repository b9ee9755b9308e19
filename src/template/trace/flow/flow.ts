// The flow of each function. A function that is not named here owes everything that its arguments
// hold.
import { isEmpty } from '../../functions/reflection/kinds.ts'
import { dictFlows } from './flow-dicts.ts'
import { encodingFlows } from './flow-encoding.ts'
import { listFlows } from './flow-lists.ts'
import { mergeFlows } from './flow-merge.ts'
import { readFlows } from './flow-reads.ts'
import { allReads, owing, shallowReads, type Flow } from './flow-step.ts'
import { alignLines } from './flow-text.ts'
import { nowhere, type Traced } from '../provenance.ts'
import { noReads } from '../read-set.ts'
import { isContainer } from '../shadow.ts'
import type { Tracing } from '../tracing.ts'

/** The flow of a function by its name; everything its arguments hold where no other is known. */
export function flowOf(name: string): Flow {
  return flows.get(name) ?? everything
}

/** A text that grew out of one of several lines keeps them apart. */
const everything: Flow = (tracing, args, call) => {
  const value = call()
  const reads = allReads(tracing, args)
  if (typeof value !== 'string') return owing(tracing, value, reads)
  const lines = alignLines(tracing, args, value)
  return { value, from: lines === undefined ? { reads } : { reads, lines } }
}

/** Looks at what its arguments are, not at what is inside them. */
const shape: Flow = (tracing, args, call) => {
  const kinds = args.map(({ value, from }) =>
    isContainer(value) ? shapeReads(tracing, { value, from }) : from.reads,
  )
  return { value: call(), from: { reads: tracing.sets.all(kinds) } }
}

function shapeReads(tracing: Tracing, { value, from }: Traced) {
  if (!isContainer(value)) return from.reads
  const shadow = tracing.shadows.find(value)
  return tracing.sets.all([from.reads, shadow?.rest ?? noReads, shadow?.absent ?? noReads])
}

/** Looks only at the type of a scalar, which another value of the type leaves as it is. */
const kind: Flow = (tracing, args, call) => {
  const reads = args.map(({ from }) => tracing.sets.asPresence(from.reads))
  return { value: call(), from: { reads: tracing.sets.all(reads) } }
}

/** `default fallback given`: the fallback counts only where it was taken. */
const fallback: Flow = (tracing, args, call) => {
  const value = call()
  const [spare, given] = [args[0], args.length > 1 ? args[1] : undefined]
  if (given !== undefined && !isEmpty(given.value)) return { value, from: given.from }
  const from = spare?.from ?? nowhere
  return { value, from: tracing.shadows.adding(from, given?.from.reads ?? noReads) }
}

const coalesce: Flow = (tracing, args, call) => {
  const value = call()
  let before = noReads
  for (const { value: candidate, from } of args) {
    if (!isEmpty(candidate)) return { value, from: tracing.shadows.adding(from, before) }
    before = tracing.sets.union(before, from.reads)
  }
  return { value, from: { reads: before } }
}

const ternary: Flow = (tracing, args, call) => {
  const [yes, no, test] = args
  const chosen = (test?.value === true ? yes : no) ?? { value: null, from: nowhere }
  return { value: call(), from: tracing.shadows.adding(chosen.from, test?.from.reads ?? noReads) }
}

const secondArgument: Flow = (_tracing, args, call) => ({
  value: call(),
  from: args[1]?.from ?? nowhere,
})

/** Compares; only what it compares itself counts. */
const shallow: Flow = (tracing, args, call) => ({
  value: call(),
  from: { reads: shallowReads(tracing, args) },
})

const flows: ReadonlyMap<string, Flow> = new Map<string, Flow>([
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
  ...Object.entries(dictFlows),
  ...Object.entries(listFlows),
  ...Object.entries(mergeFlows),
  ...Object.entries(readFlows),
  ...Object.entries(encodingFlows),
])

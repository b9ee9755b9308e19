// Merging dicts: entries come from where merging took them.
import { isMap, type Value } from '../../../formats/value.ts'
import { isEmpty } from '../../functions/reflection/kinds.ts'
import { entryOf, type OriginRule } from './origin-rule.ts'
import { nowhere, type Traced } from '../provenance.ts'
import { noReads, type ReadSet } from '../read-set.ts'
import type { Tracing } from '../tracing.ts'

function merging(overwrite: boolean): OriginRule {
  return (tracing, args, call) => {
    const [first, ...sources] = args
    const plans =
      first === undefined
        ? []
        : sources.map((source) => planMerge(tracing, first.value, source, overwrite))
    tracing.journal?.saveDeep(first?.value)
    const value = call()
    if (first === undefined) return { value, from: nowhere }
    tracing.origins.share(value, first.value)
    for (const plan of plans) for (const apply of plan) apply()
    return { value, from: first.from }
  }
}

/** The effect of a merge on each entry, worked out before the merge is done. */
function planMerge(
  tracing: Tracing,
  into: Value,
  source: Traced,
  overwrite: boolean,
): (() => void)[] {
  const { value: from } = source
  if (!(into instanceof Map) || !(from instanceof Map) || into === from) return []
  const plan: (() => void)[] = []
  const decided = tracing.sets.union(decidedBy(tracing), source.from.reads)
  for (const [key, given] of from as ReadonlyMap<string, Value>) {
    const present: Value = into.get(key)
    const givenFrom = entryOf(tracing, source, key)
    if (isMap(present) && isMap(given)) {
      plan.push(...planMerge(tracing, present, { value: given, from: givenFrom }, overwrite))
      if (!isEmpty(present)) continue
    }
    const presentFrom = tracing.origins.entry(into, key, present)
    const isKept = !isEmpty(present) && !overwrite
    if (given === null && !overwrite) continue
    if (isKept) continue
    // An empty entry gives way; that it was empty has decided.
    const reads = overwrite ? decided : tracing.sets.union(decided, presentFrom.reads)
    plan.push(() => tracing.origins.set(into, key, tracing.origins.adding(givenFrom, reads)))
  }
  return plan
}

const merge = merging(false)

const mergeOverwrite = merging(true)

/** A change of a map outlives the branch in which it was made. */
export function decidedBy(tracing: Tracing, key?: Traced): ReadSet {
  return tracing.sets.all([tracing.control, tracing.outerControl, key?.from.reads ?? noReads])
}

export const mergeRules: Readonly<Record<string, OriginRule>> = {
  merge,
  mustMerge: merge,
  mergeOverwrite,
  mustMergeOverwrite: mergeOverwrite,
}

import { GoObject, isMap, TypedMap, typeOf, type Value } from '../../../formats/value.ts'
import { FuncError, type CallScope, type FuncMap, type TemplateFunc } from '../../func.ts'
import { checkDepth } from '../cost.ts'
import { defineVariadic } from '../define.ts'
import { panic } from '../go-panic.ts'
import { isEmpty, kindOf } from '../reflection/kinds.ts'
import { asPlainMap } from '../../run/plain-map.ts'

const dictParam = 'map[string]interface {}'

/** Functions that merge dicts into the first one, which they change. */
export const mergeFunctions: FuncMap = {
  merge: merging({ overwrite: false, swallowErrors: true }),
  mustMerge: merging({ overwrite: false, swallowErrors: false }),
  mergeOverwrite: merging({ overwrite: true, swallowErrors: true }),
  mustMergeOverwrite: merging({ overwrite: true, swallowErrors: false }),
}

interface Manner {
  /** Whether later dicts win; otherwise they only fill what is missing or empty. */
  readonly overwrite: boolean
  /** Whether a failed merge is "" instead of an error. */
  readonly swallowErrors: boolean
}

interface Step {
  readonly overwrite: boolean
  readonly scope: CallScope
  readonly depth: number
}

function merging(manner: Manner): TemplateFunc {
  return defineVariadic([dictParam], dictParam, ([first], sources, scope) => {
    let into: Map<string, Value> = first
    try {
      for (const source of sources) {
        if (isNil(into) && isNil(source)) continue
        if (isNil(into)) into = new Map()
        mergeMaps(into, source, { overwrite: manner.overwrite, scope, depth: 0 })
      }
    } catch (error) {
      if (manner.swallowErrors && error instanceof FuncError && error.code === 'returned') return ''
      throw error
    }
    return asPlainMap(into)
  })
}

function isNil(map: Map<string, Value>): boolean {
  return map instanceof TypedMap && map.isNil
}

/** Merges as mergo 1.0 does. Values are shared, not copied: a later change of one shows in the other. */
function mergeMaps(into: Map<string, Value>, from: ReadonlyMap<string, Value>, step: Step): void {
  checkDepth(step.depth)
  step.scope.spend(from.size)
  // The keys at the start count, because a dict may be merged into itself.
  for (const key of from.keys().toArray()) {
    const given = from.get(key)
    if (given === undefined) continue
    if (given === null) {
      if (step.overwrite) assign(into, key, given, from)
      continue
    }
    mergeEntry(into, key, given, from, step)
  }
}

// oxlint-disable-next-line max-params -- an object for each call would slow every render
function mergeEntry(
  into: Map<string, Value>,
  key: string,
  given: Value,
  from: ReadonlyMap<string, Value>,
  step: Step,
): void {
  const present = into.get(key)
  if (isMap(given) || given instanceof GoObject) mergeInside(present, given, step)
  const isKept = !isEmpty(present) && !step.overwrite
  const wereMerged = !isEmpty(present) && isMap(given) && isMap(present)
  if (!isKept && !wereMerged) assign(into, key, given, from)
}

/**
 * Merges a map or an object into the value that is there, before that value is kept or replaced.
 */
function mergeInside(present: Value, given: Value, step: Step): void {
  if (isMap(present) && isMap(given)) {
    if (!(present instanceof TypedMap && present.isNil)) {
      mergeMaps(present as Map<string, Value>, given, { ...step, depth: step.depth + 1 })
    }
    return
  }
  if (kindOf(present) === 'ptr' && kindOf(given) !== 'ptr' && !step.overwrite) {
    throw new FuncError('src and dst must be of same type')
  }
}

/** Sets an element, which a map of another type than the usual one may refuse. */
function assign(
  into: Map<string, Value>,
  key: string,
  value: Value,
  from: ReadonlyMap<string, Value>,
): void {
  const wanted = elementType(into)
  const found = elementType(from)
  if (wanted !== 'interface {}' && wanted !== found) {
    throw panic(
      `reflect.Value.SetMapIndex: value of type ${found} is not assignable to type ${wanted}`,
    )
  }
  into.set(key, value)
}

function elementType(map: ReadonlyMap<string, Value>): string {
  if (!(map instanceof TypedMap)) return 'interface {}'
  return /^map\[string\](.*)$/.exec(typeOf(map))?.[1] ?? 'interface {}'
}

import { draftOf, isDraft, type Draft, type DraftValue } from '../../registry/draft.ts'
import { defaultRows } from './default-rows.ts'
import { computedDefaults } from './computed-defaults.ts'
import type { Json } from '../../../objects/json.ts'

interface Step {
  readonly path: readonly string[]
  readonly value: Json
}

/** The function that fills in the defaults of a kind; undefined when there are none. */
export function defaultsOf(key: string): ((draft: Draft) => void) | undefined {
  const rows = defaultRows[key]
  const computed = computedDefaults[key]
  if (rows === undefined && computed === undefined) return undefined
  const steps = (rows ?? []).map(([path, value]): Step => ({ path: path.split('.'), value }))
  return (draft) => {
    for (const step of steps) fill(draft, step, 0)
    computed?.(draft)
  }
}

/** Walks down to the field and sets it where it is missing; what is on the way has to be there. */
function fill(at: DraftValue | undefined, step: Step, depth: number): void {
  const name = step.path[depth] ?? ''
  if (!isDraft(at)) return
  if (name.endsWith('[]')) {
    const list = at[name.slice(0, -2)]
    if (Array.isArray(list)) for (const item of list) fill(item, step, depth + 1)
    return
  }
  if (name === '*') {
    for (const inner of Object.values(at)) fill(inner, step, depth + 1)
    return
  }
  if (depth < step.path.length - 1) {
    fill(at[name], step, depth + 1)
    return
  }
  at[name] ??= draftOf({ value: step.value })['value'] ?? null
}

import type { ReuseRule } from '../../release/render/upgrade-values.ts'
import type { OptionSpec } from '../command-spec.ts'

/** The use of the values of the revision before, as helm names it. */
export const reuseOptions = {
  'reset-values': { kind: 'switch', summary: "forget the values of before: the chart's own" },
  'reuse-values': {
    kind: 'switch',
    summary: "keep the values of before and the old chart's defaults",
  },
  'reset-then-reuse-values': {
    kind: 'switch',
    summary: "keep the values of before over the new chart's defaults",
  },
} as const satisfies Record<string, OptionSpec>

/** As in Helm the first of them wins. */
export function reuseRuleOf(
  given: Readonly<Record<keyof typeof reuseOptions, boolean>>,
): ReuseRule {
  if (given['reset-values']) return 'reset'
  if (given['reuse-values']) return 'reuse'
  return given['reset-then-reuse-values'] ? 'reset-then-reuse' : 'default'
}

import type { RenderOutcome } from './render-job.ts'
import type { Verdict } from './corpus.ts'

export type Comparison =
  | { readonly same: true; readonly maskedLines: number }
  | { readonly same: false; readonly difference: string }

/**
 * Compares what we made of a case with what helm printed. Where helm itself varies from run to run,
 * `ours` holds several of our runs with different seeds: tokens that differ between them may differ
 * from helm's, everything else may not.
 */
export function compareOutcome(
  verdict: Verdict,
  ours: readonly RenderOutcome[],
  expected: string,
): Comparison {
  const first = ours[0]
  if (first === undefined) throw new Error('nothing to compare')
  if (verdict === 'error') return compareErrors(first, expected)
  const failed = ours.find((outcome) => 'error' in outcome)
  if (failed !== undefined && 'error' in failed) {
    return { same: false, difference: `ours failed: ${failed.error}` }
  }
  const outputs = ours.map((outcome) => ('output' in outcome ? outcome.output : ''))
  if (outputs[0] === expected) return { same: true, maskedLines: 0 }
  if (verdict === 'same')
    return { same: false, difference: firstDifference(outputs[0] ?? '', expected) }
  return compareMasked(outputs, expected)
}

function compareErrors(outcome: RenderOutcome, expected: string): Comparison {
  if ('output' in outcome) return { same: false, difference: `ours rendered; helm: ${expected}` }
  if (outcome.error.trimEnd() === expected) return { same: true, maskedLines: 0 }
  return { same: false, difference: firstDifference(outcome.error, expected) }
}

const separators = /([\s"'`]+)/

function compareMasked(outputs: readonly string[], expected: string): Comparison {
  const runs = outputs.map((output) => output.split('\n'))
  const wanted = expected.split('\n')
  const lengths = runs.map((lines) => lines.length)
  const mine = runs[0] ?? []
  if (!lengths.includes(wanted.length)) {
    const difference = `${mine.length} lines, helm ${wanted.length}; ${firstDifference(mine.join('\n'), expected)}`
    return { same: false, difference }
  }
  const best = runs.find((lines) => lines.length === wanted.length) ?? mine
  const unmatched: { readonly line: number; readonly ours: string; readonly helm: string }[] = []
  let maskedLines = 0
  wanted.forEach((line, i) => {
    if (runs.some((lines) => lines[i] === line)) return
    if (
      matchesMasked(
        runs.map((lines) => lines[i] ?? ''),
        line,
      )
    )
      maskedLines++
    else unmatched.push({ line: i + 1, ours: best[i] ?? '', helm: line })
  })
  // The order of keys and values is a draw in Go: lines that depend on it are compared as a set.
  if (
    sameSet(
      unmatched.map((one) => one.ours),
      unmatched.map((one) => one.helm),
    )
  ) {
    return { same: true, maskedLines: maskedLines + unmatched.length }
  }
  const [worst] = unmatched
  if (worst === undefined) return { same: true, maskedLines }
  return { same: false, difference: `line ${worst.line}\n- ${worst.helm}\n+ ${worst.ours}` }
}

/** Whether a line is ours but for tokens that differ between our own runs. */
function matchesMasked(ours: readonly string[], helm: string): boolean {
  const tokens = ours.map((line) => line.split(separators))
  const wanted = helm.split(separators)
  const [first = []] = tokens
  if (tokens.some((line) => line.length !== wanted.length)) return false
  return wanted.every((token, i) => {
    const varies = tokens.some((line) => line[i] !== first[i])
    return varies || token === first[i]
  })
}

function sameSet(ours: readonly string[], helm: readonly string[]): boolean {
  return ours.toSorted().join('\n') === helm.toSorted().join('\n')
}

/** The first lines that differ, helm's with a minus and ours with a plus. */
function firstDifference(ours: string, helm: string): string {
  const mine = ours.split('\n')
  const wanted = helm.split('\n')
  const at = wanted.findIndex((line, i) => line !== mine[i])
  const line = at < 0 ? wanted.length : at
  const shown = (lines: readonly string[], mark: string) =>
    lines.slice(line, line + 3).map((text) => `${mark} ${text.slice(0, 160)}`)
  return [`line ${line + 1}`, ...shown(wanted, '-'), ...shown(mine, '+')].join('\n')
}

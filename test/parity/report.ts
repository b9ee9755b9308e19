import type { CaseResult } from './run-corpus.ts'

/** Counts and the first differences, for a terminal. */
export function summarize(results: readonly CaseResult[], shown: number): string {
  const failed = results.filter((result) => !result.comparison.same)
  const lines = [
    ...counts(results).map(
      ({ verdict, same, all }) => `${verdict}: ${same} of ${all} equal helm's`,
    ),
    ...failed
      .slice(0, shown)
      .map((result) => `\n${nameOf(result)} (${result.verdict})\n${differenceOf(result)}`),
    ...(failed.length > shown ? [`\n… and ${failed.length - shown} more`] : []),
  ]
  return lines.join('\n')
}

/** docs/parity.md: what remains, and what was masked. */
export function parityPage(results: readonly CaseResult[]): string {
  const failed = results.filter((result) => !result.comparison.same)
  const masked = results.filter(({ comparison }) => comparison.same && comparison.maskedLines > 0)
  return [
    '# Parity with Helm 4.2.3',
    '',
    'Made by `npm run parity -- FOLDER`, from a corpus of public charts and what the real Helm 4.2.3 printed for them.',
    'A case is one chart with one values file. *same*: helm prints the same bytes each time, and so must we. *error*: helm',
    'refuses, and we must refuse with the same words. *random*: helm varies from run to run; only tokens that vary between',
    "our own runs with different seeds may differ from helm's, and lines whose order is random in Go are compared as a set.",
    '',
    '| verdict | cases | equal |',
    '|---|---|---|',
    ...counts(results).map(({ verdict, same, all }) => `| ${verdict} | ${all} | ${same} |`),
    '',
    '## What differs',
    '',
    ...(failed.length === 0
      ? ['Nothing.']
      : failed.map((result) => `- ${nameOf(result)} (${result.verdict})`)),
    '',
    '## Masked lines of random cases',
    '',
    ...masked.map((result) => `- ${nameOf(result)}: ${maskedOf(result)}`),
    '',
  ].join('\n')
}

/** One row a case, for other programs. */
export function table(results: readonly CaseResult[]): object[] {
  return results.map((result) => ({
    id: result.id,
    case: result.case,
    verdict: result.verdict,
    equal: result.comparison.same,
    maskedLines: maskedOf(result),
    milliseconds: Math.round(result.milliseconds),
    ...(result.comparison.same ? {} : { difference: result.comparison.difference }),
  }))
}

function counts(results: readonly CaseResult[]) {
  return (['same', 'random', 'error'] as const).map((verdict) => {
    const of = results.filter((result) => result.verdict === verdict)
    return { verdict, all: of.length, same: of.filter((result) => result.comparison.same).length }
  })
}

function nameOf(result: CaseResult): string {
  return `${result.id}/${result.case}`
}

function maskedOf({ comparison }: CaseResult): number {
  return comparison.same ? comparison.maskedLines : 0
}

function differenceOf({ comparison }: CaseResult): string {
  return comparison.same ? '' : comparison.difference
}

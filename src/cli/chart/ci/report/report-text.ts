import { type ChartReport, type CiReport, hasFailed } from './report.ts'

const marks = { passed: '✓', failed: '✗', skipped: '–' } as const

/** The lines about one chart, for a terminal or a log. */
export function textOfChart({ chart, version, folder, checks }: ChartReport): string {
  const lines = checks.map(({ name, state, message }) => {
    const [first = '', ...rest] = message.split('\n')
    const told = first === '' ? '' : `: ${first}`
    return [`  ${marks[state]} ${name}${told}`, ...rest.map((line) => `      ${line}`)].join('\n')
  })
  const title = `${chart} ${version}`.trim()
  return `${title} (${folder})\n${lines.join('\n')}\n`
}

/** The last lines: pushes, which come after all charts are checked, and the count. */
export function textOfEnd({ charts, base, outcome }: CiReport, push: string | undefined): string {
  if (charts.length === 0) {
    const since = base === undefined ? 'there is no chart' : `no chart has changed since ${base}`
    return `${since}\n`
  }
  const pushes = charts.flatMap(({ chart, checks }) =>
    checks
      .filter(({ name }) => name === 'push')
      .map(({ state, message }) => `  ${marks[state]} ${chart}: ${message}\n`),
  )
  const bad = charts.filter(hasFailed).map(({ chart }) => chart)
  const count = charts.length === 1 ? '1 chart' : `${charts.length} charts`
  const end = outcome === 'passed' ? 'all checks passed' : `failed: ${bad.join(', ')}`
  const heading = push === undefined ? '' : `push to ${push}\n`
  return `${heading}${pushes.join('')}${count} checked, ${end}\n`
}

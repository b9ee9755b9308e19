import { type ChartReport, type Check, type CiReport, hasFailed } from './report.ts'

/** A report as Markdown, for the summary of a job or a comment: a row for each chart, then every failure, then the notes. */
export function markdownReport({ charts, base, outcome }: CiReport): string {
  const since = base === undefined ? '' : ` changed since ${base.slice(0, 12)}`
  if (charts.length === 0) return `# Charts\n\nNo chart has${since}.\n`
  const bad = charts.filter(hasFailed).length
  const count = charts.length === 1 ? '1 chart' : `${charts.length} charts`
  const end = outcome === 'passed' ? 'all checks passed' : `${bad} failed`
  const columns = [...new Set(charts.flatMap(({ checks }) => checks.map(groupOf)))]
  return [
    '# Charts',
    `${count}${since}: ${end}.`,
    [
      `| chart | release | ${columns.join(' | ')} |`,
      `|---|---|${columns.map(() => '---|').join('')}`,
      ...charts.map((chart) => rowOf(chart, columns)),
    ].join('\n'),
    ...charts.flatMap(failuresOf),
    ...charts.flatMap(({ releaseNotes }) =>
      releaseNotes === '' ? [] : [releaseNotes.replace(/^#/gm, '##').trimEnd()],
    ),
    '',
  ].join('\n\n')
}

/** `template on 1.34` stands with its like in one column. */
function groupOf({ name }: Check): string {
  return name.split(' ')[0] ?? name
}

function rowOf({ chart, version, previous, checks }: ChartReport, columns: readonly string[]) {
  const cells = columns.map((column) => cellOf(checks.filter((one) => groupOf(one) === column)))
  const from = previous === undefined ? version : `${previous} → ${version}`
  return `| ${cell(chart)} | ${cell(from)} | ${cells.join(' | ')} |`
}

function cellOf(checks: readonly Check[]): string {
  const of = (state: Check['state']) => checks.filter((one) => one.state === state).length
  if (of('failed') > 0) return checks.length === 1 ? '❌' : `❌ ${of('failed')} of ${checks.length}`
  if (of('passed') === 0) return '–'
  return checks.length === 1 ? '✅' : `✅ ${of('passed')}`
}

function failuresOf({ chart, version, checks }: ChartReport): readonly string[] {
  return checks
    .filter(({ state }) => state === 'failed')
    .map(({ name, message }) => `**${cell(`${chart} ${version}`)}: ${name}**\n\n${fenced(message)}`)
}

/** A fence that is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')
}

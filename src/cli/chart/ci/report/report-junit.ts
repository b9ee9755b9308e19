import type { ChartReport, Check, CiReport } from './report.ts'

/** A report as JUnit's XML: a suite for each chart, a case for each check. */
export function junitReport({ charts }: CiReport): string {
  const suites = charts.map(suiteOf).join('')
  const all = charts.flatMap(({ checks }) => checks)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts(all)}>\n${suites}</testsuites>\n`
}

function suiteOf({ chart, version, checks }: ChartReport): string {
  const cases = checks.map((check) => caseOf(chart, check)).join('')
  return `  <testsuite name="${escape(`${chart} ${version}`)}" ${counts(checks)}>\n${cases}  </testsuite>\n`
}

function caseOf(chart: string, { name, state, message, milliseconds }: Check): string {
  const head = `    <testcase classname="${escape(chart)}" name="${escape(name)}" time="${seconds(milliseconds)}"`
  if (state === 'passed') return `${head}/>\n`
  const [line = ''] = message.split('\n')
  const inner =
    state === 'skipped'
      ? `<skipped message="${escape(line)}"/>`
      : `<failure message="${escape(line)}">${escape(message)}</failure>`
  return `${head}>${inner}</testcase>\n`
}

function counts(checks: readonly Check[]): string {
  const of = (state: Check['state']) => checks.filter((check) => check.state === state).length
  const time = checks.reduce((sum, { milliseconds }) => sum + milliseconds, 0)
  return `tests="${checks.length}" failures="${of('failed')}" skipped="${of('skipped')}" time="${seconds(time)}"`
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3)
}

// XML cannot hold control characters, not even escaped.
function escape(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '�')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
}

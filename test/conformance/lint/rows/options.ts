import type { LintRow } from '../lint-row.ts'

const icon = 'icon: https://example.com/i.png\n'
const files = (more: string, template = 'kind: Pod\nmetadata:\n  name: a\n') => ({
  'Chart.yaml': `apiVersion: v2\nname: sample\nversion: 1.2.3\n${more}`,
  'values.yaml': '',
  'templates/a.yaml': template,
})
const warned = files(icon, 'kind: Pod\n')
const failed = files(icon, 'a: [')

const row = (name: string, chart: Record<string, string>, ...args: string[]): LintRow => ({
  name,
  files: chart,
  args,
})

export const rows: readonly LintRow[] = [
  row('a warning alone is no failure', warned, 'sample'),
  row('a warning is a failure when strict', warned, 'sample', '--strict'),
  row('a piece of information is none when strict', files(''), 'sample', '--strict'),
  row('quiet about a good chart', files(icon), 'sample', '--quiet'),
  row('quiet about information', files(''), 'sample', '--quiet'),
  row('quiet about a warning', { ...warned, 'Chart.yaml': files('')['Chart.yaml'] }, 'sample', '--quiet'),
  row('quiet about a failure', failed, 'sample', '--quiet'),
  row('quiet and strict', warned, 'sample', '--quiet', '--strict'),
  row('the same chart twice', files(''), 'sample', './sample/'),
  row('a chart and none', files(icon), 'sample', 'nothing'),
  row('none, quietly', files(icon), 'nothing', '--quiet'),
  row('a file in place of a chart', files(icon), 'sample/Chart.yaml'),
  row('an archive that is not there', files(icon), 'nothing.tgz'),
  row('an archive that is none', { ...files(icon), 'x.tgz': 'this is no archive' }, 'sample/x.tgz'),
  row('a folder of charts', files(icon), '.'),
  row('all subcharts of two charts', { ...files(icon), 'charts/x/Chart.yaml': 'name: x\n' }, 'sample', 'sample/charts/x', '--with-subcharts'),
  row('a values file', { ...files(icon, '{{ .Values.a }}: {'), 'b.yaml': 'a: b\n' }, 'sample', '-f', 'sample/b.yaml'),
  row('no values file, quietly', files(icon), 'sample', '--quiet', '--set', 'a=b'),
]

import { expect, test } from 'vitest'
import { toBytes } from '../../formats/go-string.ts'
import { seededEntropy } from '../render/entropy.ts'
import { ChartError } from '../errors.ts'
import { loadFiles } from '../load/load.ts'
import { lintChart } from './lint-chart.ts'
import { lintLine } from './message.ts'
import { type LintSubject, partsOfFiles } from './subject.ts'

// The rules one by one are held against helm in test/conformance/lint; here they run without any file.

test('a chart in memory is linted in the order of the parts', () => {
  const subject = subjectOf({
    'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'templates/a.yaml': 'kind: Pod\nmetadata: {name: A}\n',
    'templates/b.md': '',
    'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 1.0.0\n',
    'crds/c.yaml': 'kind: Widget\n',
  })
  const messages = lint(subject)
  expect(messages.map(({ severity, path }) => `${severity} ${path}`)).toEqual([
    'info Chart.yaml',
    'info values.yaml',
    'warning templates/a.yaml',
    'error templates/b.md',
    'error web',
    'error crds/c.yaml',
    'error crds/c.yaml',
  ])
})

test('a chart that cannot be loaded says so in every part that needs it', () => {
  const messages = lint(
    subjectOf({
      'Chart.yaml': 'apiVersion: v2\nname: web\n',
      'templates/a.yaml': '',
      'crds/a': '',
    }),
  )
  const problem = 'validation: chart.metadata.version is required'
  expect(messages.map(lintLine).filter((line) => line.includes(problem))).toEqual([
    `[ERROR] templates/: ${problem}`,
    `[ERROR] : unable to load chart\n\t${problem}`,
    `[ERROR] crds/: ${problem}`,
  ])
})

function lint(subject: LintSubject) {
  return lintChart(subject, {
    values: new Map(),
    namespace: 'default',
    skipSchema: false,
    entropy: seededEntropy('seed', 0n),
    warn: () => {},
  })
}

function subjectOf(texts: Readonly<Record<string, string>>): LintSubject {
  const files = Object.entries(texts).map(([name, text]) => ({ name, data: toBytes(text) }))
  const parts = partsOfFiles(files)
  try {
    return { path: 'web', parts, loaded: { chart: loadFiles(files, (data) => data) } }
  } catch (error) {
    if (!(error instanceof ChartError)) throw error
    return { path: 'web', parts, loaded: { problem: error.message } }
  }
}

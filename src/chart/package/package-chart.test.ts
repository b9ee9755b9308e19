import { describe, expect, test } from 'vitest'
import { fromBytes, toBytes } from '../../formats/go-string.ts'
import { readTar } from '../../formats/tar.ts'
import type { Chart } from '../chart.ts'
import { loadFiles } from '../load/load.ts'
import { packageChart } from './package-chart.ts'

const files = {
  'Chart.yaml': 'version: 1.0.0\n# gone\nname: web\napiVersion: v2\n',
  'README.md': '# web\n',
  'templates/b.yaml': 'b: 1\n',
  'templates/a.yaml': 'a: 1\n',
  'values.yaml': '# kept\na: 1\n',
  'values.schema.json': '{}',
  'charts/sub/Chart.yaml': 'apiVersion: v2\nname: sub\nversion: 2.0.0\n',
}

test('an archive holds the files by their part in the chart, subcharts last', () => {
  const { fileName, tar } = packageChart(chartOf(files))
  expect(fileName).toBe('web-1.0.0.tgz')
  expect([...readTar(tar)].map(({ name }) => name)).toEqual([
    'web/Chart.yaml',
    'web/values.yaml',
    'web/values.schema.json',
    'web/templates/b.yaml',
    'web/templates/a.yaml',
    'web/README.md',
    'web/charts/sub/Chart.yaml',
  ])
})

test('Chart.yaml is written anew and values.yaml is kept', () => {
  const [metadata, values] = [...readTar(packageChart(chartOf(files)).tar)]
  expect(fromBytes(metadata?.data ?? new Uint8Array())).toBe(
    'apiVersion: v2\nname: web\nversion: 1.0.0\n',
  )
  expect(fromBytes(values?.data ?? new Uint8Array())).toBe(files['values.yaml'])
})

test('versions can be given', () => {
  const { fileName, tar } = packageChart(chartOf(files), { version: '3.0.0', appVersion: '7' })
  expect(fileName).toBe('web-3.0.0.tgz')
  const [metadata] = [...readTar(tar)]
  expect(fromBytes(metadata?.data ?? new Uint8Array())).toBe(
    'apiVersion: v2\nappVersion: "7"\nname: web\nversion: 3.0.0\n',
  )
})

test('the same chart gives the same bytes', () => {
  expect(packageChart(chartOf(files)).tar).toEqual(packageChart(chartOf(files)).tar)
})

describe('a chart that cannot be packaged is refused', () => {
  const missing = `${files['Chart.yaml']}dependencies: [{name: x, version: 1.0.0}]\n`
  test.each([
    { name: 'for its version', more: {}, version: 'x', says: 'invalid semantic version' },
    {
      name: 'for a dependency that is missing',
      more: { 'Chart.yaml': missing },
      says: 'found in Chart.yaml, but missing in charts/ directory: x',
    },
    {
      name: 'for a schema that is no JSON',
      more: { 'values.schema.json': '{' },
      says: 'invalid JSON in values.schema.json',
    },
    {
      name: 'for a lock file that is no YAML',
      more: { 'Chart.lock': '[' },
      says: 'cannot load Chart.lock: error converting YAML to JSON: yaml: line 1: did not find expected node content',
    },
  ])('$name', ({ more, version, says }) => {
    const chart = chartOf({ ...files, ...more })
    expect(() => packageChart(chart, version === undefined ? {} : { version })).toThrow(says)
  })
})

function chartOf(texts: Readonly<Record<string, string>>): Chart {
  const list = Object.entries(texts).map(([name, text]) => ({ name, data: toBytes(text) }))
  return loadFiles(list, (data) => data)
}

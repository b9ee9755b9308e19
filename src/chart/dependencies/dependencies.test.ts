import { expect, test } from 'vitest'
import { readYamlMap } from '../../formats/yaml/read.ts'
import { chartOf, chartYaml } from '../chart-for-test.ts'
import { resolveDependencies } from './dependencies.ts'

const subcharts = {
  'charts/one/Chart.yaml': chartYaml('one'),
  'charts/two/Chart.yaml': chartYaml('two'),
}

function resolve(declared: string | undefined, values = '{}', defaults = '{}') {
  const more = declared === undefined ? '' : `dependencies: [${declared}]`
  const files = { 'Chart.yaml': chartYaml('top', more), 'values.yaml': defaults, ...subcharts }
  return resolveDependencies(chartOf(files), readYamlMap(values), () => {})
}

test.each([
  { name: 'without declarations all stay', charts: ['one', 'two'] },
  {
    name: 'declared ones come last, in their order',
    declared: '{name: two, version: "*"}, {name: one, version: "*"}',
    charts: ['two', 'one'],
  },
  {
    name: 'undeclared ones stay in front',
    declared: '{name: one, version: "*"}',
    charts: ['two', 'one'],
  },
  {
    name: 'a version that does not fit counts as undeclared',
    declared: '{name: one, version: ">2"}',
    charts: ['one', 'two'],
  },
  {
    name: 'a condition disables',
    declared: '{name: one, version: "*", condition: one.enabled}',
    values: '{one: {enabled: false}}',
    charts: ['two'],
  },
  {
    name: 'the first condition with a value decides',
    declared: '{name: one, version: "*", condition: "x.z,one.enabled"}',
    values: '{one: {enabled: false}, x: {z: true}}',
    charts: ['two', 'one'],
  },
  {
    name: 'a condition that is no truth value is passed over',
    declared: '{name: one, version: "*", condition: "x.z,one.enabled"}',
    values: '{one: {enabled: false}, x: {z: text}}',
    charts: ['two'],
  },
  {
    name: 'a tag disables',
    declared: '{name: one, version: "*", tags: [t]}',
    values: '{tags: {t: false}}',
    charts: ['two'],
  },
  {
    name: 'one true tag is enough',
    declared: '{name: one, version: "*", tags: [t, u]}',
    values: '{tags: {t: false, u: true}}',
    charts: ['two', 'one'],
  },
  {
    name: 'a condition beats a tag',
    declared: '{name: one, version: "*", condition: one.enabled, tags: [t]}',
    values: '{one: {enabled: true}, tags: {t: false}}',
    charts: ['two', 'one'],
  },
  {
    name: 'an alias renames, and makes copies',
    declared: '{name: one, version: "*", alias: a}, {name: one, version: "*", alias: b}',
    charts: ['two', 'a', 'b'],
  },
])('$name', ({ declared, values, charts }) => {
  expect(resolve(declared, values).dependencies.map((sub) => sub.metadata.name)).toEqual(charts)
})

test('what is left of the declarations is what is enabled', () => {
  const declared = '{name: one, version: "*", condition: one.enabled}, {name: two, version: "*"}'
  const { metadata } = resolve(declared, '{one: {enabled: false}}')
  expect(metadata.dependencies?.map(({ name, enabled }) => ({ name, enabled }))).toEqual([
    { name: 'two', enabled: true },
  ])
})

test.each([
  {
    name: 'a name imports a table of exports',
    imports: '[web]',
    values:
      '{port: 1, source: {exports: {web: {port: 80, host: h}}, t: {u: 1}, global: {}}, host: h}',
  },
  {
    name: 'a pair imports a table to a place',
    imports: '[{child: t, parent: a.b}]',
    values:
      '{port: 1, source: {exports: {web: {port: 80, host: h}}, t: {u: 1}, global: {}}, a: {b: {u: 1}}}',
  },
  {
    name: 'a table that is missing imports nothing',
    imports: '[nowhere]',
    values: '{port: 1, source: {exports: {web: {port: 80, host: h}}, t: {u: 1}, global: {}}}',
  },
])('$name', ({ imports, values }) => {
  const chart = chartOf({
    'Chart.yaml': chartYaml(
      'top',
      `dependencies: [{name: source, version: "*", import-values: ${imports}}]`,
    ),
    'values.yaml': 'port: 1',
    'charts/source/Chart.yaml': chartYaml('source'),
    'charts/source/values.yaml': '{exports: {web: {port: 80, host: h}}, t: {u: 1}}',
  })
  expect(resolveDependencies(chart, new Map(), () => {}).values).toEqual(readYamlMap(values))
})

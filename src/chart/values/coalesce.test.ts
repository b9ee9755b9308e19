import { expect, test } from 'vitest'
import { readYamlMap } from '../../formats/yaml/read.ts'
import { chartOf, chartYaml } from '../chart-for-test.ts'
import { coalesceValues } from './coalesce.ts'

function coalesce(defaults: string, sub: string | undefined, user: string) {
  const warnings: string[] = []
  const files = { 'Chart.yaml': chartYaml('top'), 'values.yaml': defaults }
  const below = { 'charts/sub/Chart.yaml': chartYaml('sub'), 'charts/sub/values.yaml': sub ?? '' }
  const chart = chartOf(sub === undefined ? files : { ...files, ...below })
  const values = coalesceValues(chart, readYamlMap(user), 'coalesce', (text) => warnings.push(text))
  return { values, warnings }
}

test.each([
  {
    name: 'defaults complete what the user gave',
    defaults: '{a: 1, b: {x: 1}}',
    user: '{b: {y: 2}}',
    values: '{a: 1, b: {x: 1, y: 2}}',
  },
  {
    name: 'a null deletes a default',
    defaults: '{a: 1, b: {x: 1, y: 2}}',
    user: '{a: null, b: {x: null}}',
    values: '{b: {y: 2}}',
  },
  {
    name: 'a null without a default stays',
    defaults: '{b: {x: 1}}',
    user: '{a: null, b: {y: null}}',
    values: '{a: null, b: {x: 1, y: null}}',
  },
  {
    name: 'nulls among the defaults are dropped',
    defaults: '{a: null, b: {x: null, y: 1}}',
    user: '{}',
    values: '{b: {y: 1}}',
  },
  { name: 'lists are replaced', defaults: '{a: [1, 2]}', user: '{a: [3]}', values: '{a: [3]}' },
  {
    name: 'a subchart gets a table and the globals',
    defaults: '{global: {g: 1}}',
    sub: 'x: 1',
    user: '{}',
    values: '{global: {g: 1}, sub: {x: 1, global: {g: 1}}}',
  },
  {
    name: "the parent's globals win",
    defaults: '{global: {g: 1}}',
    sub: 'global: {g: 2, h: 3}',
    user: '{}',
    values: '{global: {g: 1}, sub: {global: {g: 1, h: 3}}}',
  },
  {
    name: "the parent's table of a subchart wins",
    defaults: '{sub: {x: 1}}',
    sub: '{x: 2, y: 3}',
    user: '{}',
    values: '{sub: {x: 1, y: 3, global: {}}}',
  },
])('$name', ({ defaults, sub, user, values }) => {
  expect(coalesce(defaults, sub, user).values).toEqual(readYamlMap(values))
})

test('a table in place of a scalar is told', () => {
  const { values, warnings } = coalesce('{a: 1}', undefined, '{a: {x: 1}}')
  expect([values, warnings]).toEqual([
    readYamlMap('{a: {x: 1}}'),
    ['warning: skipped value for top.a: Not a table.'],
  ])
})

test.each([
  { user: '{sub: 5}', problem: 'type mismatch on sub: %!t(' },
  { user: '{sub: null}', problem: 'type mismatch on sub: %!t(<nil>)' },
])('$user in place of the table of a subchart is refused', ({ user, problem }) => {
  expect(() => coalesce('{}', 'x: 1', user)).toThrow(problem)
})

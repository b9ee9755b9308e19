import { expect, test } from 'vitest'
import { toBytes } from '../../formats/go-string.ts'
import { readMetadata } from './read-metadata.ts'

function read(chartYaml: string, requirements?: string) {
  const files = [{ name: 'Chart.yaml', data: toBytes(chartYaml) }]
  if (requirements === undefined) return readMetadata(files)
  return readMetadata([...files, { name: 'requirements.yaml', data: toBytes(requirements) }])
}

test.each([
  {
    name: 'no API version is v1',
    text: '{name: a, version: 1.0.0}',
    metadata: { apiVersion: 'v1', name: 'a' },
  },
  {
    name: 'a version may be short',
    text: '{apiVersion: v2, name: a, version: v1}',
    metadata: { version: 'v1' },
  },
  {
    name: 'unknown fields do not count',
    text: '{name: a, version: 1.0.0, engine: x}',
    metadata: { name: 'a' },
  },
  {
    name: 'what cannot be printed goes',
    text: '{name: a, version: 1.0.0, description: "a\\tb\\u0007c"}',
    metadata: { description: 'a bc' },
  },
  {
    name: 'declared dependencies',
    text: '{name: a, version: 1.0.0, dependencies: [{name: b, version: x, alias: c-d}]}',
    metadata: { dependencies: [{ name: 'b', alias: 'c-d', enabled: false }] },
  },
])('$name', ({ text, metadata }) => {
  expect(read(text)).toMatchObject(metadata)
})

test('requirements.yaml adds dependencies', () => {
  const metadata = read('{name: a, version: 1.0.0}', 'dependencies: [{name: b}]')
  expect(metadata.dependencies?.map(({ name }) => name)).toEqual(['b'])
})

test.each([
  { text: '{version: 1.0.0}', problem: 'validation: chart.metadata.name is required' },
  { text: '{name: a}', problem: 'validation: chart.metadata.version is required' },
  {
    text: '{name: a, version: one}',
    problem: 'validation: chart.metadata.version "one" is invalid',
  },
  {
    text: '{name: "..", version: 1.0.0}',
    problem: 'validation: chart.metadata.name ".." is not allowed',
  },
  {
    text: '{name: a/b, version: 1.0.0}',
    problem: 'validation: chart.metadata.name "a/b" is invalid',
  },
  {
    text: '{name: a, version: 1.0.0, type: Library}',
    problem: 'validation: chart.metadata.type must be application or library',
  },
  {
    text: '{name: a, version: 1.0.0, dependencies: [{name: b, alias: "c d"}]}',
    problem: 'validation: dependency "b" has disallowed characters in the alias',
  },
  {
    text: '{name: a, version: 1.0.0, dependencies: [{name: b}, {name: b}]}',
    problem: 'validation: more than one dependency with name or alias "b"',
  },
  {
    text: '{name: a, version: 1.0.0, dependencies: [null]}',
    problem: 'validation: dependencies must not contain empty or null nodes',
  },
  {
    text: '{name: a, version: 1.0.0, maintainers: [null]}',
    problem: 'validation: maintainers must not contain empty or null nodes',
  },
  {
    text: 'name: [',
    problem:
      'cannot load Chart.yaml: error converting YAML to JSON: yaml: line 1: did not find expected node content',
  },
  {
    text: '{name: [a], version: 1.0.0}',
    problem:
      'cannot load Chart.yaml: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go struct field Metadata.name of type string',
  },
])('$text is refused', ({ text, problem }) => {
  expect(() => read(text)).toThrow(problem)
})

test('a chart without Chart.yaml is refused', () => {
  expect(() => readMetadata([])).toThrow('Chart.yaml file is missing')
})

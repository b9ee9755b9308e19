import { expect, test } from 'vitest'
import { parseExtension } from './extension.ts'
import type { JsonValue } from './json-value.ts'

const sourcesOf = (sources: readonly JsonValue[]) => {
  const parsed = parseExtension({ metadata: { name: 'web' }, spec: { sources } })
  if (!parsed.ok) return parsed.problems.map(({ path, message }) => `${path} ${message}`)
  return parsed.value.spec.sources.map(({ kubernetes, repo, name }) =>
    [kubernetes, repo, name].filter((one) => one !== undefined).join(' '),
  )
}

const repo = 'https://charts.example.com'

test.each([
  { name: 'a text', sources: [{ kubernetes: '1.20', repo }], are: [`1.20 ${repo}`] },
  { name: 'a number', sources: [{ kubernetes: 1.31, repo }], are: [`1.31 ${repo}`] },
  {
    name: 'a number that lost its zero',
    sources: [{ kubernetes: 1.2, repo }],
    are: [`1.20 ${repo}`],
  },
  {
    name: 'a map of addresses',
    sources: [
      { name: 'web', repo: { '1.19': 'oci://a.io/web', '1.2': 'oci://b.io/web' } },
      { repo },
    ],
    are: ['1.19 oci://a.io/web web', '1.20 oci://b.io/web web', repo],
  },
  {
    name: 'a map beside a version',
    sources: [{ kubernetes: '1.20', repo: { '1.19': 'oci://a.io/web' } }],
    are: ['spec.sources[0].repo must be a string'],
  },
  {
    name: 'a map of something else',
    sources: [{ repo: { '1.19': 7 } }],
    are: ['spec.sources[0].repo must be a string'],
  },
  {
    name: 'a list for a version',
    sources: [{ kubernetes: ['1.19'], repo }],
    are: ['spec.sources[0].kubernetes must be a string'],
  },
])('$name is understood, or told of', ({ sources, are }) => {
  expect(sourcesOf(sources)).toEqual(are)
})

import { expect, test } from 'vitest'
import { chooseVersion, develRange } from './choose-version.ts'

const rows = ['3.0.0-rc.1', '2.1.0', '2.0.0+b', '2.0.0+a', 'v1.2.3', '1.1.0', '0.1'].map(
  (version) => ({
    version,
  }),
)

test.each([
  { wanted: '', chosen: '2.1.0' },
  { wanted: develRange, chosen: '3.0.0-rc.1' },
  { wanted: '2.0.0+a', chosen: '2.0.0+a' },
  { wanted: '2.0.0', chosen: '2.0.0+b', isFallback: true },
  { wanted: '3.0.0-rc.1', chosen: '3.0.0-rc.1' },
  { wanted: '^1', chosen: 'v1.2.3' },
  { wanted: '1.2', chosen: 'v1.2.3', isFallback: true },
  { wanted: '1.x', chosen: 'v1.2.3' },
  { wanted: '~1.1', chosen: '1.1.0' },
  { wanted: '1.1.0 - 2', chosen: '2.1.0' },
  { wanted: '<1', chosen: '0.1' },
  { wanted: '0.1', chosen: '0.1' },
  { wanted: '>=4', chosen: undefined },
  { wanted: '9.9.9', chosen: undefined },
])('$wanted is $chosen', ({ wanted, chosen, isFallback = false }) => {
  const choice = chooseVersion(rows, wanted)
  expect(choice?.row.version).toBe(chosen)
  expect(choice?.isFallback ?? false).toBe(isFallback)
})

test('what is no range is an error, even where a version is spelt so', () => {
  const odd = [{ version: 'latest' }]
  expect(() => chooseVersion(odd, 'latest')).toThrow(
    '"latest" is no version and no range of versions',
  )
})

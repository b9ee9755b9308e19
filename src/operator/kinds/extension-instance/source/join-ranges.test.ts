import { expect, test } from 'vitest'
import { parseConstraint, satisfies } from '../../../../formats/semver/constraint.ts'
import { parseVersion } from '../../../../formats/semver/version.ts'
import { joinRanges } from './join-ranges.ts'

test.each([
  { ranges: ['<2'], joined: '<2', fits: ['1.0.0'], not: ['2.0.0'] },
  { ranges: ['<2', '<2'], joined: '<2', fits: ['1.0.0'], not: ['2.0.0'] },
  { ranges: ['>=1', '<2'], joined: '>=1,<2', fits: ['1.4.0'], not: ['0.9.0', '2.0.0'] },
  {
    ranges: ['^1 || ^3', '>=1.2 <4'],
    joined: '^1,>=1.2 <4 || ^3,>=1.2 <4',
    fits: ['1.2.0', '3.9.0'],
    not: ['1.1.0', '2.0.0'],
  },
  {
    ranges: ['1 || 2', '2 || 3'],
    joined: '1,2 || 1,3 || 2 || 2,3',
    fits: ['2.5.0'],
    not: ['1.5.0', '3.5.0'],
  },
  { ranges: ['<1', '>=2'], joined: '<1,>=2', fits: [], not: ['0.5.0', '1.0.0', '2.0.0'] },
])('$ranges are one range', ({ ranges, joined, fits, not }) => {
  const range = joinRanges(ranges) ?? ''
  expect(range).toBe(joined)
  expect([...fits, ...not].filter((version) => isIn(version, range))).toEqual(fits)
})

test('none is none', () => expect(joinRanges([])).toBeUndefined())

function isIn(version: string, range: string): boolean {
  const [parsed, constraint] = [parseVersion(version), parseConstraint(range)]
  if (!parsed.ok || !constraint.ok) throw new Error(`${version} or ${range} does not read`)
  return satisfies(constraint.value, parsed.value)
}

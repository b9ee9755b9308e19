// The expectations were printed by Masterminds/semver 3.5.0, the library in helm 4.2.3.

import { expect, test } from 'vitest'
import { bestMatch } from './best-match.ts'
import {
  constraintText,
  parseConstraint,
  refusalsOf,
  satisfies,
  type Constraint,
} from './constraint.ts'
import { parseVersion, type SemverResult, type Version } from './version.ts'

const checked: readonly (readonly [
  constraint: string,
  version: string,
  refusals: readonly string[] | undefined,
])[] = [
  ['1.2.3', '1.2.3', undefined],
  ['=1.2', '1.2.9', undefined],
  ['1.2', '1.3.0', ['"1.3.0" does not have same major and minor version as "1.2"']],
  ['*', '1.0.0', undefined],
  [
    '*',
    '1.0.0-rc',
    ['"1.0.0-rc" is a prerelease version and the constraint is only looking for release versions'],
  ],
  ['x', '0.0.1', undefined],
  ['!=1.2', '1.2.3', ['"1.2.3" is equal to "1.2"']],
  ['!=1.2', '1.3.3', undefined],
  ['!=1', '1.3.3', ['"1.3.3" is equal to "1"']],
  ['!=1.2.3', '1.2.3', ['"1.2.3" is equal to "1.2.3"']],
  ['!=1.2-rc', '1.2.0-rc', ['"1.2.0-rc" is equal to "1.2-rc"']],
  ['>1', '1.9.0', ['"1.9.0" is less than or equal to "1"']],
  ['>1', '2.0.0', undefined],
  ['>1.2', '1.2.9', ['"1.2.9" is less than or equal to "1.2"']],
  ['>1.2', '1.3.0', undefined],
  ['>1.2.3', '1.2.3', ['"1.2.3" is less than or equal to "1.2.3"']],
  ['<1.2', '1.2.0', ['"1.2.0" is greater than or equal to "1.2"']],
  ['<=1', '1.9.9', undefined],
  ['<=1', '2.0.0', ['"2.0.0" is greater than "1"']],
  ['<=1.2', '1.2.9', undefined],
  ['<=1.2', '1.3.0', ['"1.3.0" is greater than "1.2"']],
  ['>=1.2', '1.2.0', undefined],
  ['=>1.2', '1.1.9', ['"1.1.9" is less than "1.2"']],
  ['=<1.2.3', '1.2.4', ['"1.2.4" is greater than "1.2.3"']],
  ['~1', '1.9.0', undefined],
  ['~1.2.3', '1.2.9', undefined],
  ['~1.2.3', '1.3.0', ['"1.3.0" does not have same major and minor version as "1.2.3"']],
  ['~1.2.3', '2.2.3', ['"2.2.3" does not have same major version as "1.2.3"']],
  ['~1.2.3', '1.2.2', ['"1.2.2" is less than "1.2.3"']],
  ['~>1.2', '1.2.5', undefined],
  ['~0.0.0', '5.0.0', undefined],
  ['~*', '5.0.0', undefined],
  ['^1.2.3', '1.9.0', undefined],
  ['^1.2.3', '2.0.0', ['"2.0.0" does not have same major version as "1.2.3"']],
  ['^1.2.3', '1.2.2', ['"1.2.2" is less than "1.2.3"']],
  ['^0.2.3', '0.2.9', undefined],
  [
    '^0.2.3',
    '0.3.0',
    [
      '"0.3.0" does not have same minor version as "0.2.3". Expected minor versions to match when constraint major version is 0',
    ],
  ],
  [
    '^0.0.3',
    '0.0.4',
    [
      '"0.0.4" does not equal "0.0.3". Expect version and constraint to equal when major and minor versions are 0',
    ],
  ],
  ['^0.0.3', '0.1.0', ['"0.1.0" does not have same minor version as "0.0.3"']],
  ['^0.0', '0.0.9', undefined],
  ['^0', '0.9.0', undefined],
  ['^*', '1.0.0', ['"1.0.0" does not have same major version as "*"']],
  ['>=1.2 <1.4', '1.3.0', undefined],
  ['>=1.2, <1.4', '1.4.0', ['"1.4.0" is greater than or equal to "1.4"']],
  ['1.2 - 1.4', '1.4.9', undefined],
  ['1.2.0 - 1.4.0', '1.4.1', ['"1.4.1" is greater than "1.4.0"']],
  ['1.2.0 - 1.4.0 || 2.x', '2.5.0', undefined],
  [
    '<1 || >3',
    '2.0.0',
    ['"2.0.0" is greater than or equal to "1"', '"2.0.0" is less than or equal to "3"'],
  ],
  ['<1 || >3', '4.0.0', undefined],
  ['>=1.19-0', '1.20.0-gke.1', undefined],
  [
    '>=1.19',
    '1.20.0-gke.1',
    [
      '"1.20.0-gke.1" is a prerelease version and the constraint is only looking for release versions',
    ],
  ],
  ['>=1.19-0, <2', '1.20.0-gke.1', undefined],
  [
    '>=1.19-0 || <1',
    '0.5.0-rc',
    [
      '"0.5.0-rc" is less than "1.19-0"',
      '"0.5.0-rc" is a prerelease version and the constraint is only looking for release versions',
    ],
  ],
  [
    '<1 || >3',
    '2.0.0-rc',
    ['"2.0.0-rc" is a prerelease version and the constraint is only looking for release versions'],
  ],
  ['>=1.2', 'v1.2.0+meta', undefined],
]

const parsed: readonly (readonly [
  text: string,
  outcome: { readonly text: string } | { readonly error: string },
])[] = [
  ['', { error: 'improper constraint: ""' }],
  [' ', { error: 'improper constraint: " "' }],
  ['||', { error: 'improper constraint: ""' }],
  ['1.2 ||', { error: 'improper constraint: ""' }],
  ['abc', { error: 'improper constraint: "abc"' }],
  ['>>1', { error: 'improper constraint: ">>1"' }],
  ['1.2.3.4', { error: 'improper constraint: "1.2.3.4"' }],
  ['1,,2', { error: 'improper constraint: "1,,2"' }],
  ['1,', { error: 'improper constraint: "1,"' }],
  [',1', { error: 'improper constraint: ",1"' }],
  ['1.2 1.3 !', { error: 'improper constraint: "1.2 1.3 !"' }],
  ['==1', { error: 'improper constraint: "==1"' }],
  ['~=1', { error: 'improper constraint: "~=1"' }],
  ['1.2-01', { error: 'constraint parser error' }],
  ['1x', { error: 'constraint parser error' }],
  ['1|2', { error: 'constraint parser error' }],
  ['1.é', { error: 'improper constraint: "1.é"' }],
  ['v1.2.x', { text: 'v1.2.x' }],
  ['>= 1.2 -1.3', { error: 'improper constraint: ">= 1.2 -1.3"' }],
  ['\u000b1', { error: 'improper constraint: "\\v1"' }],
  ['>1.2 - 1.4', { error: 'improper constraint: ">>= 1.2, <= 1.4 "' }],
  ['1.2\u00a01.3', { error: 'improper constraint: "1.2\\u00a01.3"' }],
  ['1.2 - 1.4||2.0', { text: '>=1.2 <=1.4 || 2.0' }],
  ['>=1.2,<2', { text: '>=1.2 <2' }],
  ['^1 || ~2.3  =4.5.6', { text: '^1 || ~2.3 =4.5.6' }],
  ['1||'.repeat(32) + '1', { error: 'too many constraint groups (max 32)' }],
  ['1'.repeat(513), { error: 'constraint string is too long (max 512 bytes)' }],
]

function valueOf<T>(result: SemverResult<T>): T {
  if (!result.ok) throw new Error(result.error)
  return result.value
}

function range(text: string): Constraint {
  return valueOf(parseConstraint(text))
}

function versions(...texts: readonly string[]): readonly Version[] {
  return texts.map((text) => valueOf(parseVersion(text)))
}

test.each(checked)('checks %j against %s', (constraint, version, refusals) => {
  const wanted = valueOf(parseVersion(version))
  expect(satisfies(range(constraint), wanted)).toBe(refusals === undefined)
  expect(refusalsOf(range(constraint), wanted)).toEqual(refusals)
})

test.each(parsed)('reads %j', (text, outcome) => {
  const result = parseConstraint(text)
  const seen = result.ok ? { text: constraintText(result.value) } : { error: result.error }
  expect(seen).toEqual(outcome)
})

test('reads hostile spacing in one pass', () => {
  expect(parseConstraint(`${'1   '.repeat(120)}!`)).toMatchObject({ ok: false })
})

test('finds the highest version of a range', () => {
  const offers = versions('1.2.0', '2.0.0-rc.1', '1.10.0', '1.10.0+later', '0.9.0')
  expect(bestMatch(range('>=1'), offers)?.original).toBe('1.10.0')
  expect(bestMatch(range('>=1-0'), offers)?.original).toBe('2.0.0-rc.1')
  expect(bestMatch(range('<0.5'), offers)).toBeUndefined()
})

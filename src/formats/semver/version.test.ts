// The expectations were printed by Masterminds/semver 3.5.0, the library in helm 4.2.3.

import { expect, test } from 'vitest'
import { compareVersions } from './compare.ts'
import {
  incrementMajor,
  incrementMinor,
  incrementPatch,
  parseStrictVersion,
  parseVersion,
  versionText,
  withMetadata,
  withPrerelease,
  type SemverResult,
  type Version,
} from './version.ts'

type Outcome = { readonly text: string } | { readonly error: string }

const parsed: readonly (readonly [text: string, lenient: Outcome, strict: Outcome])[] = [
  ['1.2.3', { text: '1.2.3' }, { text: '1.2.3' }],
  ['v1.2.3', { text: '1.2.3' }, { error: 'invalid characters in version' }],
  ['V1.2.3', { error: 'invalid semantic version' }, { error: 'invalid characters in version' }],
  ['1', { text: '1.0.0' }, { error: 'invalid semantic version' }],
  ['1.2', { text: '1.2.0' }, { error: 'invalid semantic version' }],
  ['01.02.03', { text: '1.2.3' }, { error: 'version segment starts with 0' }],
  ['1.2.3-rc.1', { text: '1.2.3-rc.1' }, { text: '1.2.3-rc.1' }],
  [
    '1.2.3-rc.01',
    { error: 'version segment starts with 0' },
    { error: 'version segment starts with 0' },
  ],
  ['1.2.3+build.5', { text: '1.2.3+build.5' }, { text: '1.2.3+build.5' }],
  ['1.2.3-a+b', { text: '1.2.3-a+b' }, { text: '1.2.3-a+b' }],
  ['1.2-rc', { text: '1.2.0-rc' }, { error: 'invalid semantic version' }],
  ['', { error: 'invalid semantic version' }, { error: 'version string empty' }],
  ['x', { error: 'invalid semantic version' }, { error: 'invalid semantic version' }],
  ['1.2.3.4', { error: 'invalid semantic version' }, { error: 'invalid characters in version' }],
  ['1.2.3-', { error: 'invalid semantic version' }, { error: 'invalid prerelease string' }],
  ['1.2.3-é', { error: 'invalid semantic version' }, { error: 'invalid prerelease string' }],
  ['1.2.3 ', { error: 'invalid semantic version' }, { error: 'invalid characters in version' }],
  [' 1.2.3', { error: 'invalid semantic version' }, { error: 'invalid characters in version' }],
  [
    '18446744073709551616.0.0',
    {
      error:
        'error parsing version segment: strconv.ParseUint: parsing "18446744073709551616": value out of range',
    },
    { error: 'strconv.ParseUint: parsing "18446744073709551616": value out of range' },
  ],
  [
    '1.18446744073709551615.0',
    { text: '1.18446744073709551615.0' },
    { text: '1.18446744073709551615.0' },
  ],
  ['-1.0.0', { error: 'invalid semantic version' }, { error: 'invalid characters in version' }],
  ['1.2.3-a..b', { error: 'invalid semantic version' }, { error: 'invalid prerelease string' }],
  ['1.2.3+', { error: 'invalid semantic version' }, { error: 'invalid metadata string' }],
  [
    '1'.repeat(300),
    { error: 'version string is too long (max 256 bytes)' },
    { error: 'version string is too long (max 256 bytes)' },
  ],
]

const compared: readonly (readonly [a: string, b: string, order: number])[] = [
  ['1.2.3', '1.2.4', -1],
  ['1.10.0', '1.9.0', 1],
  ['1.0.0', '1.0.0-rc', 1],
  ['1.0.0-alpha', '1.0.0-alpha.1', -1],
  ['1.0.0-1', '1.0.0-a', -1],
  ['1.0.0-2', '1.0.0-10', -1],
  ['1.0.0-a', '1.0.0-B', 1],
  ['1.0.0+a', '1.0.0+b', 0],
  ['1.0.0-99999999999999999999', '1.0.0-1', 1],
  ['2', '1.9.9', 1],
  ['1.0.0-rc.1', '1.0.0-rc.1', 0],
]

const incremented: readonly (readonly [
  text: string,
  major: string,
  minor: string,
  patch: string,
])[] = [
  ['1.2.3', '2.0.0', '1.3.0', '1.2.4'],
  ['v1.2.3', 'v2.0.0', 'v1.3.0', 'v1.2.4'],
  ['1.2.3-rc+m', '2.0.0', '1.3.0', '1.2.3'],
  ['1.2.3+m', '2.0.0', '1.3.0', '1.2.4'],
  ['v1', 'v2.0.0', 'v1.1.0', 'v1.0.1'],
]

function outcomeOf(result: SemverResult<Version>): Outcome {
  return result.ok ? { text: versionText(result.value) } : { error: result.error }
}

function read(text: string): Version {
  const result = parseVersion(text)
  if (!result.ok) throw new Error(result.error)
  return result.value
}

test.each(parsed)('reads %j', (text, lenient, strict) => {
  expect(outcomeOf(parseVersion(text))).toEqual(lenient)
  expect(outcomeOf(parseStrictVersion(text))).toEqual(strict)
})

test.each(compared)('orders %s and %s', (a, b, order) => {
  expect(Math.sign(compareVersions(read(a), read(b)))).toBe(order)
  expect(Math.sign(compareVersions(read(b), read(a)))).toBe(order === 0 ? 0 : -order)
})

test.each(incremented)('increments %s', (text, major, minor, patch) => {
  expect(incrementMajor(read(text)).original).toBe(major)
  expect(incrementMinor(read(text)).original).toBe(minor)
  expect(incrementPatch(read(text)).original).toBe(patch)
})

test('refuses to increment the largest part there is', () => {
  const version = read('1.2.18446744073709551615')
  expect(() => incrementPatch(version)).toThrow('patch version increment would overflow uint64')
})

test('replaces prerelease and metadata and keeps the v', () => {
  const version = read('v1.2.3-rc.1+m')
  expect(withPrerelease(version, 'beta')).toMatchObject({ value: { original: 'v1.2.3-beta+m' } })
  expect(withMetadata(version, '')).toMatchObject({ value: { original: 'v1.2.3-rc.1' } })
  expect(withPrerelease(version, '01')).toEqual({
    ok: false,
    error: 'version segment starts with 0',
  })
  expect(withMetadata(version, 'a..b')).toEqual({ ok: false, error: 'invalid metadata string' })
})

import { expect, test } from 'vitest'
import { GoObject, Sized, type Value } from '../../../formats/value.ts'
import { sprintf } from '../../fmt/sprint.ts'
import { FuncError } from '../../func.ts'
import { callFunction, fails } from '../call-for-test.ts'
import { semverFunctions } from './semver.ts'

// Expectations were recorded from Helm 4.2.3.

function semver(text: string): GoObject {
  const version = callFunction(semverFunctions, 'semver', [text])
  if (version instanceof GoObject) return version
  throw new Error(`${text} is no version`)
}

function ask(text: string, method: string, ...args: Value[]): Value | { readonly error: string } {
  try {
    const answer = semver(text).method(method)?.call(args)
    return answer instanceof GoObject ? `${answer.type} ${answer.text()}` : answer
  } catch (error) {
    if (error instanceof FuncError) return fails(error.message)
    throw error
  }
}

const uint64 = (value: bigint): Sized => new Sized('uint64', value)

test.each<readonly [string, string, readonly Value[], Value | { readonly error: string }]>([
  ['v1.2.3-beta.1+build.5', 'String', [], '1.2.3-beta.1+build.5'],
  ['v1.2', 'Original', [], 'v1.2'],
  ['v1.2.3', 'Major', [], uint64(1n)],
  ['v1.2.3', 'Minor', [], uint64(2n)],
  ['v1.2.3', 'Patch', [], uint64(3n)],
  ['v1.2.3-a.b+c', 'Prerelease', [], 'a.b'],
  ['v1.2.3-a.b+c', 'Metadata', [], 'c'],
  ['v1.2.3-beta.1+b', 'IncPatch', [], 'semver.Version 1.2.3'],
  ['v1.2.3', 'IncMinor', [], 'semver.Version 1.3.0'],
  ['v1.2.3-a+b', 'IncMajor', [], 'semver.Version 2.0.0'],
  [
    '18446744073709551615.0.0',
    'IncMajor',
    [],
    fails('major version increment would overflow uint64'),
  ],
  ['1.2.3', 'SetPrerelease', ['beta.1'], 'semver.Version 1.2.3-beta.1'],
  ['1.2.3', 'SetPrerelease', ['01'], fails('version segment starts with 0')],
  ['v1.2.3', 'SetMetadata', ['x.y'], 'semver.Version 1.2.3+x.y'],
  ['1.2.3', 'SetMetadata', ['é'], fails('invalid metadata string')],
  ['1.2.3', 'Compare', [semver('1.2.4')], -1n],
  ['1.2.3', 'LessThan', [semver('1.2.4')], true],
  ['1.2.3', 'LessThanEqual', [semver('1.2.3')], true],
  ['1.2.3', 'GreaterThan', [semver('1.2.3')], false],
  ['1.2.3', 'GreaterThanEqual', [semver('1.2.3')], true],
  ['1.2.3', 'Equal', [semver('v1.2.3+x')], true],
  ['1.2.3', 'Equal', [null], false],
  [
    '1.2.3',
    'Compare',
    [null],
    fails('runtime error: invalid memory address or nil pointer dereference'),
  ],
  ['v1.2.3', 'MarshalText', [], new TextEncoder().encode('1.2.3')],
  ['v1.2.3', 'Value', [], '1.2.3'],
  ['v1.2.3', 'Foo', [], undefined],
])('(semver %s).%s %o', (text, method, args, expected) => {
  expect(ask(text, method, ...args)).toEqual(expected)
})

test('a version that a method gave has no methods of the pointer', () => {
  const next = semver('v1.2.3').method('IncPatch')?.call([]) as GoObject
  expect([next.method('Original'), next.method('Compare')]).toEqual([undefined, undefined])
})

test('a version prints as its text and shows its fields to other verbs', () => {
  const text = sprintf('%v %d %#v %T', [
    semver('v1.2'),
    semver('1.2.3'),
    semver('1.2.3-a+b'),
    semver('1'),
  ])
  expect(text).toBe(
    '1.2.0 &{1 2 3 %!d(string=) %!d(string=) %!d(string=1.2.3)} &semver.Version{major:0x1, minor:0x2, patch:0x3, pre:"a", metadata:"b", original:"1.2.3-a+b"} *semver.Version',
  )
})

test.each<readonly [string, readonly string[], Value | { readonly error: string }]>([
  ['semver', ['a'], fails('invalid semantic version')],
  ['semverCompare', ['>=1.19-0', '1.19.4-gke.5'], true],
  ['semverCompare', ['>1.0', '1.x'], fails('invalid semantic version')],
  ['semverCompare', ['', '1'], fails('improper constraint: ""')],
])('%s %o', (name, args, expected) => {
  expect(callFunction(semverFunctions, name, args)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { compilePathPattern } from './path-match.ts'

// The answers of Go's filepath.Match.
test.each([
  { pattern: '*', path: 'a', expected: true },
  { pattern: '*', path: 'a/b', expected: false },
  { pattern: '*', path: '', expected: true },
  { pattern: 'a*', path: 'abc', expected: true },
  { pattern: 'a*c', path: 'abbc', expected: true },
  { pattern: 'a*c', path: 'abb', expected: false },
  { pattern: '*/b', path: 'a/b', expected: true },
  { pattern: '**', path: 'ab', expected: true },
  { pattern: 'a/**', path: 'a/b/c', expected: false },
  { pattern: '?', path: 'a', expected: true },
  { pattern: '?', path: '/', expected: false },
  { pattern: '?', path: 'ä', expected: true },
  { pattern: '?', path: '🚀', expected: true },
  { pattern: 'a?c', path: 'abc', expected: true },
  { pattern: '[a-c]', path: 'b', expected: true },
  { pattern: '[a-c]', path: 'd', expected: false },
  { pattern: '[^a-c]', path: 'd', expected: true },
  { pattern: '[^a-c]', path: 'b', expected: false },
  { pattern: '[^a]', path: '/', expected: true },
  { pattern: '[!a]', path: '!', expected: true },
  { pattern: '[!a]', path: 'b', expected: false },
  { pattern: '[]a]', path: ']', expected: 'malformed' },
  { pattern: '[-]', path: '-', expected: 'malformed' },
  { pattern: '[a-]', path: 'a', expected: 'malformed' },
  { pattern: '[a', path: 'a', expected: 'malformed' },
  { pattern: '[', path: 'a', expected: 'malformed' },
  { pattern: '[]', path: 'a', expected: 'malformed' },
  { pattern: '[^]', path: 'a', expected: 'malformed' },
  { pattern: '[\\]]', path: ']', expected: true },
  { pattern: '[\\-x]', path: '-', expected: true },
  { pattern: '[a-z][0-9]', path: 'b7', expected: true },
  { pattern: '\\*', path: '*', expected: true },
  { pattern: '\\*', path: 'a', expected: false },
  { pattern: 'a\\', path: 'a', expected: 'malformed' },
  { pattern: '\\a', path: 'a', expected: true },
  { pattern: '[x-a]', path: 'b', expected: false },
  { pattern: 'a[', path: 'b', expected: 'malformed' },
  { pattern: 'a[', path: 'a', expected: 'malformed' },
  { pattern: '[ä-ü]', path: 'ö', expected: true },
  { pattern: '{a,b}', path: 'a', expected: false },
  { pattern: '{a,b}', path: '{a,b}', expected: true },
  { pattern: 'a/b/*.yaml', path: 'a/b/c.yaml', expected: true },
  { pattern: 'a/b/*.yaml', path: 'a/b/d/c.yaml', expected: false },
  { pattern: '*.y*ml', path: 'x.yaml', expected: true },
  { pattern: 'a*b*c*d', path: 'axbxcxd', expected: true },
  { pattern: 'a*b*c*d', path: 'axbxcx', expected: false },
  { pattern: '.*', path: '.a', expected: true },
  { pattern: '*', path: '.a', expected: true },
  { pattern: '', path: '', expected: true },
  { pattern: '', path: 'a', expected: false },
  { pattern: '[a-c', path: 'b', expected: 'malformed' },
])('$pattern on $path is $expected', ({ pattern, path, expected }) => {
  expect(compilePathPattern(pattern)?.(path) ?? 'malformed').toBe(expected)
})

test('a pattern of many stars does not explode', () => {
  expect(compilePathPattern(`${'a*'.repeat(200)}b`)?.('a'.repeat(5000))).toBe(false)
})

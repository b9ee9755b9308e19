import { expect, test } from 'vitest'
import { parseIgnore } from './ignore.ts'

test.each([
  { name: 'nothing is ignored by no rules', rules: '', path: 'a/b', ignored: false },
  { name: 'a name at any depth', rules: 'b', path: 'a/b', ignored: true },
  { name: 'a pattern at any depth', rules: '*.bak', path: 'a/b/c.bak', ignored: true },
  { name: 'a path from the root', rules: '/b', path: 'b', ignored: true },
  { name: 'a path from the root only there', rules: '/b', path: 'a/b', ignored: false },
  { name: 'a path with a slash is whole', rules: 'a/*.md', path: 'a/x.md', ignored: true },
  {
    name: 'a path with a slash is not at any depth',
    rules: 'a/*.md',
    path: 'b/a/x.md',
    ignored: false,
  },
  { name: 'a star stops at a slash', rules: 'a/*', path: 'a/b/c', ignored: false },
  { name: 'a slash at the end: a folder', rules: 'b/', path: 'a/b', folder: true, ignored: true },
  { name: 'a slash at the end: no file', rules: 'b/', path: 'a/b', ignored: false },
  { name: 'blanks around a rule do not count', rules: '  b \r\n', path: 'b', ignored: true },
  { name: 'a comment is no rule', rules: '#b', path: '#b', ignored: false },
  {
    name: 'an exclamation mark ignores all the rest',
    rules: '!keep',
    path: 'other',
    ignored: true,
  },
  { name: 'an exclamation mark keeps what matches', rules: '!keep', path: 'keep', ignored: false },
  {
    name: 'an exclamation mark brings nothing back',
    rules: '*.txt\n!a.txt',
    path: 'a.txt',
    ignored: true,
  },
  {
    name: 'hidden templates are ignored always',
    rules: '',
    path: 'templates/.x.yaml',
    ignored: true,
  },
  {
    name: 'deeper hidden templates are not',
    rules: '',
    path: 'templates/a/.x.yaml',
    ignored: false,
  },
  { name: 'a mark of byte order does not count', rules: '\uFEFFb', path: 'b', ignored: true },
  { name: 'the chart itself is never ignored', rules: '*', path: '', folder: true, ignored: false },
])('$name', ({ rules, path, folder = false, ignored }) => {
  expect(parseIgnore(rules)(path, folder)).toBe(ignored)
})

test.each([
  { rules: 'a/**', problem: 'double-star (**) syntax is not supported' },
  { rules: 'a\n[', problem: 'syntax error in pattern' },
])('$rules cannot be read', ({ rules, problem }) => {
  expect(() => parseIgnore(rules)).toThrow(problem)
})

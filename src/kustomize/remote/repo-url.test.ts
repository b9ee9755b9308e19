import { expect, test } from 'vitest'
import { parseRepoUrl } from './repo-url.ts'

test.each([
  ['https://github.com/org/repo', 'https://github.com/org/repo', '', ''],
  ['https://github.com/org/repo/a/b?ref=v1', 'https://github.com/org/repo', 'a/b', 'v1'],
  ['github.com/org/repo//a?version=main', 'https://github.com/org/repo', 'a', 'main'],
  ['git@github.com:org/repo.git//a', 'git@github.com:org/repo.git', 'a', ''],
  ['https://host.example/x/y/repo.git/a?ref=b', 'https://host.example/x/y/repo.git', 'a', 'b'],
  ['https://dev.azure.com/o/p/_git/repo/a', 'https://dev.azure.com/o/p/_git/repo', 'a', ''],
  ['ssh://git@host.example/org/repo//a', 'ssh://git@host.example/org/repo', 'a', ''],
  ['file:///some/repo', 'file:///some/repo', '', ''],
  ['git::https://host.example/org/repo', 'https://host.example/org/repo', '', ''],
])('%s is a repository', (address, cloneUrl, path, ref) => {
  expect(parseRepoUrl(address)).toEqual({ cloneUrl, path, ref })
})

test.each([
  'base',
  '../base',
  '/base',
  './a/b',
  'https://host.example/one',
  'https://github.com/a/b//../../c',
])('%s is none', (address) => {
  expect(parseRepoUrl(address)).toBeUndefined()
})

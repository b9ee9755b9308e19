import { expect, test } from 'vitest'
import { findNearest } from './find-nearest.ts'

const names = ['install', 'uninstall', 'upgrade', 'version', 'list', 'rollback']

test.each([
  { name: 'a swap of neighbours', word: 'isntall', nearest: 'install' },
  { name: 'a missing letter', word: 'verson', nearest: 'version' },
  { name: 'a letter too many', word: 'lisst', nearest: 'list' },
  { name: 'a wrong letter', word: 'unistall', nearest: 'uninstall' },
  { name: 'the beginning of a name', word: 'roll', nearest: 'rollback' },
  { name: 'nothing when every letter could be wrong', word: 'ls', nearest: undefined },
  { name: 'nothing when no name is near', word: 'frobnicate', nearest: undefined },
])('suggests for $name', ({ word, nearest }) => expect(findNearest(word, names)).toBe(nearest))

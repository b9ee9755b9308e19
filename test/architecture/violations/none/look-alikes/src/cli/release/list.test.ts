import { expect, test } from 'vitest'
import { list } from './list.ts'
import { readFileSync } from 'fs'

test('x', () => expect(list(readFileSync)).toEqual([]))

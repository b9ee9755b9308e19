import { expect, test } from 'vitest'
import { isSameOutcome } from './same-outcome.ts'

test.each([
  { ours: 'a', helm: 'a', same: true },
  { ours: 'a', helm: 'b', same: false },
  { ours: 'a 0xc000000000: x', helm: 'a 0x16607e80c9f0: x', same: true },
  { ours: 'c000000000%!d(BADINDEX)', helm: '3e2d47df3500%!d(BADINDEX)', same: true },
  { ours: 'a 0xc000000000: x', helm: 'a 0x16607e80c9f0: y', same: false },
  { ours: 'a 0xc000000001', helm: 'a 0x16607e80c9f0', same: false },
])('$ours and $helm: $same', ({ ours, helm, same }) => {
  expect(isSameOutcome({ output: ours }, { output: helm })).toBe(same)
})

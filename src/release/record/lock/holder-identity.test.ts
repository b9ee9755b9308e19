import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { holderIdentity, isDeadHere } from './holder-identity.ts'

function identityOf(pid: number): string {
  return holderIdentity().replace(/\/\d+\//, `/${pid}/`)
}

test('each call names another holder', () => {
  expect(holderIdentity()).not.toBe(holderIdentity())
})

test('a process that runs is not dead', () => {
  expect(isDeadHere(identityOf(process.ppid))).toBe(false)
})

test.runIf(process.platform === 'linux')('a process of this machine that has ended is dead', () => {
  const { pid } = spawnSync('true')
  expect(isDeadHere(identityOf(pid))).toBe(true)
})

test.runIf(process.platform === 'linux')('one that had our number before us is dead', () => {
  expect(isDeadHere(holderIdentity())).toBe(true)
})

test.each(['other/1/ab-1/x', 'me', '', `${holderIdentity().split('/')[0]}/99999999/elsewhere/x`])(
  'nothing is certain of %s',
  (identity) => {
    expect(isDeadHere(identity)).toBe(false)
  },
)

import { expect, test } from 'vitest'
import { orAborted } from './or-aborted.ts'

test('gives what the promise gives', async () => {
  const { signal } = new AbortController()
  await expect(orAborted(Promise.resolve(1), signal)).resolves.toBe(1)
  await expect(orAborted(Promise.reject(new Error('no')), signal)).rejects.toThrow('no')
})

test('ends with the reason of the signal, before or while it waits', async () => {
  const reason = new Error('enough')
  const never = new Promise<void>(() => {})
  await expect(orAborted(never, AbortSignal.abort(reason))).rejects.toBe(reason)
  const caller = new AbortController()
  const waiting = orAborted(never, caller.signal)
  caller.abort(reason)
  await expect(waiting).rejects.toBe(reason)
})

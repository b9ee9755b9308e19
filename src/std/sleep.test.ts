import { expect, test } from 'vitest'
import { sleep } from './sleep.ts'

test('waits and ends', async () => {
  await expect(sleep(1, new AbortController().signal)).resolves.toBeUndefined()
})

test('rejects with the reason when the signal is given before or while it waits', async () => {
  const reason = new Error('enough')
  await expect(sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason)
  const controller = new AbortController()
  const waiting = sleep(60_000, controller.signal)
  controller.abort(reason)
  await expect(waiting).rejects.toBe(reason)
})

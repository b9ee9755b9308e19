import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestPlatform, openTestPlatform } from './open-test-platform.ts'
import { play } from './play.ts'

// Every command is a process of its own.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 })

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform.close())

const folder = new URL('./scenarios/', import.meta.url)
const stories = readdirSync(folder).map((name) => ({ name, folder }))
test.each(stories)('$name on the sandbox', async ({ name, folder }) => {
  const stage = await platform.openStage({})
  try {
    const { told, wanted } = await play(new URL(name, folder), stage)
    expect(told).toBe(wanted)
  } finally {
    await stage.close()
  }
})

test('the operator tells of itself', async () => {
  const { operator } = platform.platform
  const ask = async (path: string) => {
    const answer = await fetch(`${operator}${path}`)
    return { status: answer.status, text: await answer.text() }
  }
  expect(await ask('/healthz')).toEqual({ status: 200, text: 'ok\n' })
  expect(await ask('/readyz')).toEqual({ status: 200, text: 'ok\n' })
  expect((await ask('/metrics')).text).toContain('outrigger_reconcile_total')
  expect((await ask('/other')).status).toBe(404)
})

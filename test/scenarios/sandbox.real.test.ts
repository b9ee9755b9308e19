import { afterAll, beforeAll, expect, test } from 'vitest'
import { play } from './play.ts'
import { type ServedForTest, openSandbox } from './sandbox-stage.ts'
import { writeScenario } from './scenario.ts'
import { newestStories, olderStories, sandboxStories } from './stories.ts'

// The stories that were told by the real control plane have to be told alike by the sandbox; it has some of its own.

let sandbox: ServedForTest
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

test.each([...newestStories(), ...olderStories(), ...sandboxStories()])(
  '$name on the sandbox',
  async (story) => {
    expect(await play(story, sandbox.kubeconfig)).toBe(writeScenario(story.scenario, []))
  },
  300_000,
)

import { expect, test } from 'vitest'
import { golden } from '../golden.ts'
import { sharedControlPlane } from '../testbed/shared.ts'
import { play } from './play.ts'
import { writeScenario } from './scenario.ts'
import { newestStories, olderStories } from './stories.ts'

test.each(newestStories())('$name', async (story) => {
  // A line that holds stays as it is written, so the text is the same when the scenario is as told.
  const now = await play(story, await clusterKubeconfig())
  expect(now).toBe(golden(story.file, now))
})

// By name, when a difference is written down: CI plays the older ones on the sandbox, against what was told here.
const older = process.env['OUTRIGGER_OLDER_KUBECTL'] === undefined ? [] : olderStories()
test.each(older)('$name', async (story) => {
  expect(await play(story, await clusterKubeconfig())).toBe(writeScenario(story.scenario, []))
})

/** A plain KUBECONFIG is never used: that could be somebody's production. */
async function clusterKubeconfig(): Promise<string> {
  return process.env['OUTRIGGER_TEST_KUBECONFIG'] ?? (await sharedControlPlane()).kubeconfig
}

import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { golden } from '../golden.ts'
import { sharedControlPlane } from '../testbed/shared.ts'
import { updateLines } from './match.ts'
import { runScenario } from './run-scenario.ts'
import { readScenario, writeScenario } from './scenario.ts'
import { openStage } from './stage.ts'

const folder = new URL('./', import.meta.url)
const names = readdirSync(folder).filter((file) => file.endsWith('.scenario'))

test.each(names)('%s', async (name) => {
  const file = new URL(name, folder)
  const scenario = readScenario(await readFile(file, 'utf8'))
  const stage = await openStage(await clusterKubeconfig())
  try {
    const outcomes = await runScenario(scenario, stage)
    const commands = scenario.lines.filter((line) => line.is === 'command')
    // What holds stays as it is written, so the text is the same when the scenario is as told.
    const told = outcomes.map(({ lines }, index) => ({
      lines: updateLines(commands[index]?.command.expected.lines ?? [], lines),
    }))
    const now = writeScenario(scenario, told)
    expect(now).toBe(golden(fileURLToPath(file), now))
  } finally {
    await stage.close()
  }
})

/** A plain KUBECONFIG is never used: that could be somebody's production. */
async function clusterKubeconfig(): Promise<string> {
  return process.env['OUTRIGGER_TEST_KUBECONFIG'] ?? (await sharedControlPlane()).kubeconfig
}

import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateLines } from './match.ts'
import { runScenario } from './run-scenario.ts'
import { type ServedForTest, openSandbox } from './sandbox-stage.ts'
import { readScenario, writeScenario } from './scenario.ts'
import { openStage } from './stage.ts'

// The stories that were told by the real control plane have to be told alike by the sandbox.

const folder = new URL('./', import.meta.url)
const names = readdirSync(folder).filter((file) => file.endsWith('.scenario'))

let sandbox: ServedForTest
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

test.each(names)(
  '%s on the sandbox',
  async (name) => {
    const text = await readFile(new URL(name, folder), 'utf8')
    const scenario = readScenario(text)
    const stage = await openStage(sandbox.kubeconfig)
    try {
      const outcomes = await runScenario(scenario, stage)
      const commands = scenario.lines.filter((line) => line.is === 'command')
      const told = outcomes.map(({ lines }, index) => ({
        lines: updateLines(commands[index]?.command.expected.lines ?? [], lines),
      }))
      expect(writeScenario(scenario, told)).toBe(text)
    } finally {
      await stage.close()
    }
  },
  300_000,
)

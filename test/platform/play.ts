import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { golden } from '../golden.ts'
import { updateLines } from '../scenarios/match.ts'
import { type Stage, runScenario } from '../scenarios/run-scenario.ts'
import { readScenario, writeScenario } from '../scenarios/scenario.ts'

/** Plays a scenario and compares: what holds stays as it is written. */
export async function play(file: URL, stage: Stage): Promise<void> {
  const scenario = readScenario(await readFile(file, 'utf8'))
  const outcomes = await runScenario(scenario, stage)
  const commands = scenario.lines.filter((line) => line.is === 'command')
  const told = outcomes.map(({ lines }, index) => ({
    lines: updateLines(commands[index]?.command.expected.lines ?? [], lines),
  }))
  const now = writeScenario(scenario, told)
  expect(now).toBe(golden(fileURLToPath(file), now))
}

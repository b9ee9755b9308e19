import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { golden } from '../golden.ts'
import { updateLines } from '../scenarios/match.ts'
import { type Stage, runScenario } from '../scenarios/run-scenario.ts'
import { readScenario, writeScenario } from '../scenarios/scenario.ts'

/** Plays a scenario: its text as it was played, and as it should be. Lines that hold stay as they are written. */
export async function play(
  file: URL,
  stage: Stage,
): Promise<{ readonly told: string; readonly wanted: string }> {
  const scenario = readScenario(await readFile(file, 'utf8'))
  const outcomes = await runScenario(scenario, stage)
  const commands = scenario.lines.filter((line) => line.is === 'command')
  const lines = outcomes.map((outcome, index) => ({
    lines: updateLines(commands[index]?.command.expected.lines ?? [], outcome.lines),
  }))
  const told = writeScenario(scenario, lines)
  return { told, wanted: golden(fileURLToPath(file), told) }
}

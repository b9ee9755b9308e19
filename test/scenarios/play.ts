import { updateLines } from './match.ts'
import { runScenario } from './run-scenario.ts'
import { writeScenario } from './scenario.ts'
import { openStage } from './stage.ts'
import type { Story } from './stories.ts'

/** Plays a story on a cluster and tells it again; what holds stays as it is written. */
export async function play({ scenario, kubectl }: Story, kubeconfig: string): Promise<string> {
  const stage = await openStage(kubeconfig, kubectl)
  try {
    const outcomes = await runScenario(scenario, stage)
    const commands = scenario.lines.filter((line) => line.is === 'command')
    const told = outcomes.map(({ lines }, index) => ({
      lines: updateLines(commands[index]?.command.expected.lines ?? [], lines),
    }))
    return writeScenario(scenario, told)
  } finally {
    await stage.close()
  }
}

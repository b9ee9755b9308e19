import type { CommandResult } from './run-command.ts'

export interface Check {
  readonly name: string
  readonly run: () => Promise<CommandResult>
}

/** Runs all checks, `atOnce` at a time in the order given, with a line for each; what failed is shown in full at the end. */
export async function runChecks(
  checks: readonly Check[],
  atOnce: number,
  say: (text: string) => void,
): Promise<boolean> {
  const failed: { readonly name: string; readonly output: string }[] = []
  const width = Math.max(...checks.map(({ name }) => name.length))
  const waiting = [...checks]
  const work = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
      const { ok, output, seconds } = await check.run()
      say(`${ok ? 'ok  ' : 'FAIL'}  ${check.name.padEnd(width)}  ${seconds.toFixed(1)} s`)
      if (!ok) failed.push({ name: check.name, output })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  for (const { name, output } of failed) say(`\n== ${name}\n${output.trimEnd()}`)
  return failed.length === 0
}

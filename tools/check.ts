// npm run check: what must hold of the text of the repository, beside the tests. The longest come first.
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { runChecks } from './run-checks.ts'
import { type CommandResult, runCommand } from './run-command.ts'

const root = resolve(import.meta.dirname, '..')
const limitSeconds = 600

const checks = [
  { name: 'lint', run: () => runTool('oxlint', '--deny-warnings') },
  // Hints are about entry patterns without a file yet; a pattern that stands for a convention may be early.
  { name: 'dead code', run: () => runTool('knip', '--no-config-hints') },
  { name: 'types', run: () => runTool('tsc') },
  { name: 'types of the page', run: () => runTool('tsc', '--project', 'ui') },
  { name: 'generated files', run: () => runTool('tools/generate.ts', '--check') },
  { name: 'format', run: () => runTool('oxfmt', '--check') },
]

function runTool(...args: readonly string[]): Promise<CommandResult> {
  const options = { cwd: root, output: 'capture', limitSeconds } as const
  return runCommand(process.execPath, ['tools/node/run.cjs', ...args], options)
}

const ok = await runChecks(checks, Math.min(2, availableParallelism()), (line) => console.log(line))
process.exitCode = ok ? 0 : 1

import type { Runner } from './runner.ts'
import { shellRunner } from './shell-runner.ts'

/** Runs scripts on this machine. */
export function localRunner(env: Readonly<Record<string, string | undefined>>): Runner {
  return shellRunner({
    machine: 'this machine',
    forScript: () => ({ command: 'sh', args: ['-s'], env }),
    forCommand: (command) => ({ command: 'sh', args: ['-c', command], env }),
    secrets: [],
    failureOf: () => undefined,
  })
}

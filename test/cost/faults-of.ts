import { fork } from 'node:child_process'
import { join } from 'node:path'

/** Tests run two at a time, on machines of others; `npm run cost` has none. */
const leeway = '3'

/** The faults in how the rows of a kind grow, by row, measured in a process of its own. */
export function faultsOf(
  what: 'functions' | 'decoders' | 'known faults',
): Promise<ReadonlyMap<string, readonly string[]>> {
  const child = fork(join(import.meta.dirname, 'measure-process.ts'), [what, leeway], {
    execArgv: [],
  })
  const found = new Map<string, readonly string[]>()
  child.on('message', (message) => {
    const { name, faults } = message as { name: string; faults: readonly string[] }
    found.set(name, faults)
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve(found) : reject(new Error(`the measurement ended with ${code}`)),
    )
  })
}

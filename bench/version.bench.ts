import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { findOracle } from '../test/oracles/find.ts'
import type { Bench, Measurement } from './bench.ts'
import { median } from './median.ts'

const rounds = 30
const program = resolve(import.meta.dirname, '..', 'dist', 'outrigger.js')

/** How long a user waits for the smallest command: starting is all that it does. */
export const bench: Bench = {
  summary: 'start to end of the built `outrigger version`, against `helm version`',
  measure: async () => {
    if (!existsSync(program)) throw new Error('there is no dist/outrigger.js; run "npm run build"')
    const commands = {
      outrigger: [process.execPath, program, 'version'],
      helm: [findOracle('helm4'), 'version'],
    } as const
    const times = { outrigger: [] as number[], helm: [] as number[] }
    for (let round = -1; round < rounds; round++) {
      for (const name of ['outrigger', 'helm'] as const) {
        const elapsed = timeCommand(commands[name])
        // The first round only warms the file cache.
        if (round >= 0) times[name].push(elapsed)
      }
    }
    return summarise(times.outrigger, times.helm)
  },
}

function timeCommand([command, ...args]: readonly [string, ...string[]]): number {
  const began = performance.now()
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  const elapsed = performance.now() - began
  if (status === 0) return elapsed
  throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`, { cause: error })
}

function summarise(outrigger: readonly number[], helm: readonly number[]): readonly Measurement[] {
  return [
    { name: 'outrigger, median', value: median(outrigger), unit: 'ms' },
    { name: 'outrigger, fastest', value: Math.min(...outrigger), unit: 'ms' },
    { name: 'helm, median', value: median(helm), unit: 'ms' },
    { name: 'helm, fastest', value: Math.min(...helm), unit: 'ms' },
    { name: 'ratio of medians', value: median(outrigger) / median(helm), unit: '×', limit: 1.5 },
    { name: 'ratio of fastest', value: Math.min(...outrigger) / Math.min(...helm), unit: '×' },
  ]
}

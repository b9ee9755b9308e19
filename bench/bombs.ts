import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bombs, longBombs, mostSeconds } from '../test/bombs/bombs.ts'

// Chart bombs, each in a process of its own: processor time and peak memory until it is refused.
// `node tools/node/run.cjs bench/bombs.ts [TEXT]`; a file of its own because it measures processes.
const mostMegabytes = 500
const child = fileURLToPath(new URL('./bomb-child.ts', import.meta.url))
const harmless = fileURLToPath(new URL('../test/charts/charts/web-app', import.meta.url))
const only = process.argv[2] ?? ''

for (const bomb of [...bombs, ...longBombs].filter(({ name }) => name.includes(only))) {
  const folder = mkdtempSync(join(tmpdir(), 'outrigger-bomb-'))
  try {
    const words = bomb.make(folder)
    const output = execFileSync(process.execPath, [child, harmless, ...words], { encoding: 'utf8' })
    const { seconds, megabytes, exitCode, error } = JSON.parse(output) as Report
    const isFine =
      exitCode !== 0 &&
      bomb.refusal.test(error) &&
      seconds < (bomb.seconds ?? mostSeconds) &&
      megabytes < mostMegabytes
    if (!isFine) process.exitCode = 1
    const numbers = `${seconds.toFixed(2)} s  ${String(Math.round(megabytes)).padStart(4)} MB`
    console.log(
      `${isFine ? 'ok  ' : 'FAIL'} ${numbers}  ${bomb.name}: ${error.slice(0, 150).trim()}`,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export interface Report {
  readonly seconds: number
  readonly megabytes: number
  readonly exitCode: number
  readonly error: string
}

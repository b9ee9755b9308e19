import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { median } from './median.ts'

/** Which benches are compared, with which other checkout of this repository, how often. */
export interface Comparison {
  readonly subjects: readonly string[]
  readonly other: string
  readonly rounds: number
}

/** The values of one measurement: of the other checkout, of the same once more, and of this one. */
interface Series {
  readonly unit: string
  readonly before: number[]
  readonly again: number[]
  readonly now: number[]
}

type Side = 'before' | 'again' | 'now'

const here = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/**
 * Runs benches of two checkouts in turns and prints the medians. The other checkout runs twice in every
 * round, so that its spread against itself is known: a change within it says nothing.
 */
export async function compareBenches({ subjects, other, rounds }: Comparison): Promise<void> {
  const folder = resolve(other)
  if (!existsSync(join(folder, 'bench', 'run.ts')))
    throw new Error(`--with wants a checkout of this repository: ${folder} has no bench/run.ts`)
  for (const subject of subjects) {
    const found = new Map<string, Series>()
    for (let round = 0; round < rounds; round++) {
      await measure(folder, subject, 'before', found)
      await measure(here, subject, 'now', found)
      await measure(folder, subject, 'again', found)
      // After each round, so that a run that somebody ends early has its figures.
      console.log(`${subject}: round ${round + 1} of ${rounds}`)
      for (const [name, series] of found) console.log(describe(name, series))
    }
  }
}

async function measure(
  folder: string,
  subject: string,
  side: Side,
  found: Map<string, Series>,
): Promise<void> {
  const words = [join('tools', 'node', 'run.cjs'), join('bench', 'run.ts'), subject]
  const { stdout } = await run(process.execPath, words, { cwd: folder }).catch(textOfFailure)
  const lines = stdout.split('\n').flatMap(readLine)
  if (lines.length === 0)
    throw new Error(`bench ${subject} of ${folder} printed no number: ${stdout.slice(0, 2000)}`)
  for (const { name, value, unit } of lines) {
    const series = found.get(name) ?? { unit, before: [], again: [], now: [] }
    series[side].push(value)
    found.set(name, series)
  }
}

// A bench that is above a limit ends with 1, and has printed its numbers all the same.
function textOfFailure(error: unknown): { readonly stdout: string } {
  const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string }
  if (typeof stdout !== 'string') throw error
  return { stdout: stdout + (stderr ?? '') }
}

/** A line that bench/run.ts prints: a name, a number and its unit. */
function readLine(line: string): { name: string; value: number; unit: string }[] {
  const [, name = '', value = '', unit = ''] =
    /^ {2}(\S.*?) +(-?\d+\.\d{2}) (ms|kB|×)/.exec(line) ?? []
  return name === '' ? [] : [{ name, value: Number(value), unit }]
}

function describe(name: string, { unit, before, again, now }: Series): string {
  // The bench of one checkout may measure more than that of the other.
  if (now.length === 0)
    return `  ${name}: ${median(before).toFixed(2)} before ${unit}, not measured now`
  if (before.length === 0)
    return `  ${name}: ${median(now).toFixed(2)} now ${unit}, not measured before`
  const own = [...before, ...again]
  const [low, high] = [Math.min(...own), Math.max(...own)]
  const middle = median(now)
  const percent = (value: number) => `${((value / median(own) - 1) * 100).toFixed(1)} %`
  const verdict = middle <= high ? 'within' : 'ABOVE'
  const numbers = `${median(own).toFixed(2)} before, ${middle.toFixed(2)} now ${unit} (${percent(middle)})`
  const spread = `spread of before ${low.toFixed(2)} to ${high.toFixed(2)}, again ${percent(median(again))}`
  return `  ${name}: ${numbers}; ${spread}: ${verdict}`
}

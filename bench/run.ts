// npm run bench                       lists the benches
// npm run bench -- version yaml       runs them and prints the change against bench/baseline.json
// npm run bench -- --record version   runs them and writes the baseline
// npm run bench -- --with FOLDER --rounds 9 render   the bench of another checkout and of this one, in turns
// A bench is a file bench/<subject>.bench.ts that exports `const bench: Bench` (bench/bench.ts).
import { readdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { describeMachine, readBaseline, recordBaseline, type Recorded } from './baseline.ts'
import type { Bench, Measurement } from './bench.ts'

const suffix = '.bench.ts'
const { values: options, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: {
    record: { type: 'boolean', default: false },
    with: { type: 'string' },
    rounds: { type: 'string', default: '9' },
  },
})
const subjects = await findSubjects()
const unknown = wanted.filter((subject) => !subjects.includes(subject))

if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(', ')}; there are ${subjects.join(', ')}`)
  process.exitCode = 2
} else if (wanted.length === 0) await listBenches()
else if (options.with !== undefined) {
  const { compareBenches } = await import('./compare.ts')
  await compareBenches({ subjects: wanted, other: options.with, rounds: Number(options.rounds) })
} else await runBenches()

async function findSubjects(): Promise<readonly string[]> {
  const files = await readdir(import.meta.dirname)
  return files
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
    .toSorted()
}

async function loadBench(subject: string): Promise<Bench> {
  const loaded = (await import(`./${subject}${suffix}`)) as { readonly bench?: Bench }
  if (loaded.bench === undefined) throw new Error(`bench/${subject}${suffix} exports no bench`)
  return loaded.bench
}

async function listBenches(): Promise<void> {
  const widest = Math.max(...subjects.map((subject) => subject.length))
  for (const subject of subjects) {
    console.log(`${subject.padEnd(widest)}   ${(await loadBench(subject)).summary}`)
  }
}

async function runBenches(): Promise<void> {
  const baseline = await readBaseline()
  console.log(describeMachine())
  for (const subject of wanted) {
    const bench = await loadBench(subject)
    console.log(`\n${subject}: ${bench.summary}`)
    const measurements = await bench.measure()
    printMeasurements(measurements, baseline[subject])
    if (options.record) await recordBaseline(subject, measurements)
  }
}

function printMeasurements(measurements: readonly Measurement[], recorded?: Recorded): void {
  const widest = Math.max(...measurements.map(({ name }) => name.length))
  for (const { name, value, unit, limit } of measurements) {
    // A figure that could not be measured is not within its limit.
    const failed = limit !== undefined && !(value <= limit)
    if (failed) process.exitCode = 1
    const notes = [
      describeChange(value, recorded?.values[name]),
      limit === undefined ? '' : `${failed ? 'ABOVE' : 'within'} the limit of ${limit}`,
    ]
    const number = `${value.toFixed(2).padStart(10)} ${unit.padEnd(2)}`
    console.log(`  ${name.padEnd(widest)} ${number} ${notes.filter(Boolean).join(', ')}`.trimEnd())
  }
  if (recorded) console.log(`  baseline of ${recorded.date}: ${recorded.machine}`)
}

function describeChange(value: number, before: number | undefined): string {
  if (before === undefined) return ''
  const percent = (value / before - 1) * 100
  return `${percent < 0 ? '' : '+'}${percent.toFixed(1)} % against the baseline`
}

import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, platform, arch } from 'node:os'
import type { Measurement } from './bench.ts'

const file = new URL('baseline.json', import.meta.url)

/** Recorded numbers of one subject, with the machine they are true for. */
export interface Recorded {
  readonly machine: string
  readonly date: string
  readonly values: Readonly<Record<string, number>>
}

export type Baseline = Readonly<Record<string, Recorded>>

export async function readBaseline(): Promise<Baseline> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Baseline
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
}

export async function recordBaseline(
  subject: string,
  measurements: readonly Measurement[],
): Promise<void> {
  const values = Object.fromEntries(
    measurements.map(({ name, value }) => [name, Number(value.toPrecision(4))]),
  )
  const recorded = {
    machine: describeMachine(),
    date: new Date().toISOString().slice(0, 10),
    values,
  }
  const baseline = { ...(await readBaseline()), [subject]: recorded }
  await writeFile(file, `${JSON.stringify(baseline, undefined, 2)}\n`)
}

export function describeMachine(): string {
  const cores = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`
  return `${cores}, ${platform()}/${arch()}, Node ${process.versions.node}`
}

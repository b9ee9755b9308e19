import { fork } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { SeedResult } from '../play-seeds.ts'
import { type FaultRow, type TextChange, faultRows } from './fault-rows.ts'
import { faultyText } from './faulty-text.ts'

const root = resolve(import.meta.dirname, '..', '..', '..')

/** Puts faults back one by one, each in a copy of the product, and expects that each is found. */
export async function playFaults(
  name: string,
  { first }: { readonly first: number },
): Promise<number> {
  const chosen = faultRows.filter((row) => name === 'all' || row.name === name)
  if (chosen.length === 0) {
    console.log(
      `there is no fault ${name}; there are ${faultRows.map((row) => row.name).join(', ')}`,
    )
    return 2
  }
  let missed = 0
  for (const row of chosen) {
    const found = await playFault(row, first)
    if (found === undefined) missed++
    console.log(found === undefined ? `${row.name}: NOT FOUND in ${row.within} seeds` : found)
  }
  console.log(`${chosen.length - missed} of ${chosen.length} faults found`)
  return missed === 0 ? 0 : 1
}

async function playFault(row: FaultRow, first: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'simulated-fault-'))
  try {
    await copyProduct(folder)
    for (const change of row.changes) await putBack(folder, change)
    const found =
      (await failureIn(folder, ['stories'])) ??
      (await firstFailure(folder, first, first + row.within - 1))
    if (found === undefined) return undefined
    const [violation] = found.violations
    return `${row.name}: found by ${found.seed}: ${violation?.kind}: ${violation?.text.slice(0, 200)}`
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// The chart has the rights that the operator is played with.
const parts = [
  'src',
  'charts/outrigger',
  'package.json',
  'tsconfig.json',
  'test/simulation',
  'test/operator',
]

async function copyProduct(folder: string): Promise<void> {
  for (const part of parts) {
    await cp(join(root, part), join(folder, part), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
}

async function putBack(folder: string, change: TextChange): Promise<void> {
  const path = join(folder, 'src', change.file)
  await writeFile(path, faultyText(await readFile(path, 'utf8'), change))
}

/** Seeds that one process plays; a new one for each part keeps memory small. */
const partLength = 50

/** The first seed that shows a violation, in the copy. */
async function firstFailure(
  folder: string,
  first: number,
  last: number,
): Promise<Failure | undefined> {
  for (let begin = first; begin <= last; begin += partLength) {
    const found = await failureIn(folder, [begin, Math.min(last, begin + partLength - 1)])
    if (found !== undefined) return found
  }
  return undefined
}

/** The play, the number of a seed or a story, and the violation that was seen. */
type Failure = Pick<SeedResult, 'violations'> & { readonly seed: number | string }

function failureIn(
  folder: string,
  words: readonly (number | string)[],
): Promise<Failure | undefined> {
  const script = join(folder, 'test', 'simulation', 'play-process.ts')
  const child = fork(script, words.map(String), { cwd: folder })
  return new Promise((done, fail) => {
    let found: Failure | undefined
    child.on('message', (message) => {
      const result = message as Failure
      if (found !== undefined || result.violations.length === 0) return
      found = result
      child.kill()
    })
    child.on('exit', (code) => {
      if (found === undefined && code !== 0) fail(new Error(`the copy ended with ${code}`))
      else done(found)
    })
  })
}

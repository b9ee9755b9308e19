import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { renderWithHelm } from '../../helm.ts'
import { renderWithOurs } from '../../ours.ts'
import { type Cell, cellsOf } from './cells.ts'
import { goodCalls } from './good-calls.ts'
import { noteOutcome } from './notation.ts'

/** The answers of helm, in the notation of the cells: by good call and by name of the cell. */
export type RecordedCells = ReadonlyMap<string, ReadonlyMap<string, string>>

const folder = new URL('./recorded/', import.meta.url)

export async function readCells(family: string): Promise<RecordedCells> {
  try {
    const text = await readFile(new URL(`${family}.json`, folder), 'utf8')
    const functions = Object.entries(JSON.parse(text) as Record<string, Record<string, string>>)
    return new Map(functions.map(([good, cells]) => [good, new Map(Object.entries(cells))]))
  } catch (error) {
    // A new family has nothing recorded yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Map()
    throw error
  }
}

/** A cell with what was recorded for it before. */
export interface KnownCell extends Cell {
  readonly goodCall: string
  readonly note: string | undefined
}

/** All cells of a family, in their order. */
export async function knownCells(family: string): Promise<KnownCell[]> {
  const recorded = await readCells(family)
  return (goodCalls[family] ?? []).flatMap((goodCall) =>
    cellsOf(goodCall).map((cell) => {
      const note = recorded.get(goodCall)?.get(cell.name)
      return { ...cell, goodCall, note }
    }),
  )
}

/** The answers of the real helm for the cells, in their order and notation. */
export async function askHelm(helm: string, cells: readonly KnownCell[]): Promise<string[]> {
  const outcomes = await renderWithHelm(
    cells.map(({ one }) => one),
    {
      helm,
      likelyFails: (index) => isLikelyError(cells[index]),
      // No cell changes what another one sees: the dicts that are set and merged are its own.
      shareable: () => true,
      signal: new AbortController().signal,
    },
  )
  return cells.map(({ call }, index) =>
    noteOutcome(call, outcomes[index] ?? { error: 'no outcome' }),
  )
}

/** Records one family and gives the number of its cells, and of those that changed. */
export async function recordFamily(helm: string, family: string) {
  const cells = await knownCells(family)
  const notes = await askHelm(helm, cells)
  const functions = (goodCalls[family] ?? []).map((goodCall) => {
    const lines = cells.flatMap((cell, index) =>
      cell.goodCall === goodCall
        ? [`${JSON.stringify(cell.name)}: ${JSON.stringify(notes[index])}`]
        : [],
    )
    return `${JSON.stringify(goodCall)}: {\n${lines.join(',\n')}\n}`
  })
  await mkdir(folder, { recursive: true })
  await writeFile(new URL(`${family}.json`, folder), `{\n${functions.join(',\n')}\n}\n`)
  const changed = cells.filter(({ note }, index) => note !== notes[index])
  return { cells: cells.length, changed: changed.length }
}

function isLikelyError(cell: KnownCell | undefined): boolean {
  if (cell === undefined) return false
  return cell.note === undefined ? 'error' in renderWithOurs(cell.one) : cell.note.startsWith('!')
}

import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { compareStrings } from '../../../formats/go-string.ts'
import { PlainError } from '../../errors.ts'

const maxDepth = 8
const passedOver: ReadonlySet<string> = new Set(['node_modules'])

/** The folders of charts in a folder, which may be one itself; charts inside of charts are parts of those. */
export function findCharts(folder: string): readonly string[] {
  const stats = statSync(folder, { throwIfNoEntry: false })
  if (stats === undefined || !stats.isDirectory()) {
    throw new PlainError(`wanted the folder of charts, found no folder ${folder}`)
  }
  return chartsBelow(resolve(folder), 0)
}

function chartsBelow(folder: string, depth: number): readonly string[] {
  if (existsSync(join(folder, 'Chart.yaml'))) return [folder]
  if (depth === maxDepth) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isLookedInto(entry.name))
    .map(({ name }) => name)
    .toSorted(compareStrings)
    .flatMap((name) => chartsBelow(join(folder, name), depth + 1))
}

function isLookedInto(name: string): boolean {
  return !name.startsWith('.') && !passedOver.has(name)
}

import { posix } from 'node:path'
import type { ChartFile } from '../../chart/chart.ts'
import { limits } from '../../chart/limits.ts'
import { SourceError } from '../errors.ts'

/** A symbolic link in a tree, by its path in it. */
export interface TreeLink {
  readonly name: string
  readonly target: string
}

const mostSteps = 40

/**
 * Files as they would be read from a folder: where a link is, what it leads to. Links that leave the
 * tree are refused, and so are those that lead nowhere or in circles.
 */
export function followLinks(
  files: readonly ChartFile[],
  links: readonly TreeLink[],
): readonly ChartFile[] {
  if (links.length === 0) return files
  const targets = new Map(links.map(({ name, target }) => [name, target]))
  const copies = links.flatMap(({ name }) => copiesOf(name, resolveLink(name, targets, 0), files))
  const all = [...files, ...copies]
  const bytes = all.reduce((total, { data }) => total + data.length, 0)
  if (all.length <= limits.files && bytes <= limits.totalBytes) return all
  const most = `${limits.files} files or ${limits.totalBytes} bytes`
  throw new SourceError('too-large', `with what its links lead to, the tree has more than ${most}`)
}

/** Where a path really is, with every link on the way to it followed. */
function resolveLink(path: string, targets: ReadonlyMap<string, string>, steps: number): string {
  if (steps > mostSteps) throw new SourceError('unsafe-path', `link ${path} leads in circles`)
  const parts = path.split('/')
  for (let i = 1; i <= parts.length; i++) {
    const here = parts.slice(0, i).join('/')
    const target = targets.get(here)
    if (target === undefined) continue
    const rest = parts.slice(i)
    const next = posix.join(posix.dirname(here), target, ...rest)
    const leaves = target.startsWith('/') || next === '..' || next.startsWith('../')
    if (leaves || target.includes('\0')) {
      const message = `link ${here} leads out of the chart, to ${JSON.stringify(target)}`
      throw new SourceError('unsafe-path', message)
    }
    return resolveLink(next, targets, steps + 1)
  }
  return path
}

function copiesOf(name: string, real: string, files: readonly ChartFile[]): readonly ChartFile[] {
  const folder = real === '.' ? '' : `${real}/`
  // A link to a folder above itself would hold itself, and so on.
  if (`${name}/`.startsWith(folder)) {
    throw new SourceError('unsafe-path', `link ${name} leads in circles`)
  }
  const file = files.find((one) => one.name === real)
  if (file !== undefined) return [{ name, data: file.data }]
  const inside = files.filter((one) => one.name.startsWith(folder))
  if (inside.length === 0) throw new SourceError('unsafe-path', `link ${name} leads nowhere`)
  return inside.map((one) => ({ name: `${name}/${one.name.slice(folder.length)}`, data: one.data }))
}

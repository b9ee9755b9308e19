import type { FuncMap } from '../../func.ts'
import { define } from '../define.ts'

const base = define(['string'], ([path]) => lastElement(path))
const clean = define(['string'], ([path]) => cleanPath(path))
const dir = define(['string'], ([path]) => cleanPath(path.slice(0, path.lastIndexOf('/') + 1)))
const ext = define(['string'], ([path]) => extension(path))
const isAbs = define(['string'], ([path]) => path.startsWith('/'))

/** Functions on slash-separated paths; the os ones are the same, as on Linux. */
export const pathFunctions: FuncMap = {
  base,
  osBase: base,
  clean,
  osClean: clean,
  dir,
  osDir: dir,
  ext,
  osExt: ext,
  isAbs,
  osIsAbs: isAbs,
}

function lastElement(path: string): string {
  if (path === '') return '.'
  const name = path.replace(/\/+$/, '')
  return name === '' ? '/' : name.slice(name.lastIndexOf('/') + 1)
}

/** The shortest path to the same place, by text alone. */
function cleanPath(path: string): string {
  const isRooted = path.startsWith('/')
  const kept: string[] = []
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') kept.push(part)
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop()
    else if (!isRooted) kept.push(part)
  }
  const cleaned = kept.join('/')
  if (isRooted) return `/${cleaned}`
  return cleaned === '' ? '.' : cleaned
}

function extension(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot)
}

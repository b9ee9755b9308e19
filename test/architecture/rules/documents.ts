import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { importList, forbiddenParts, layers, pageLayers } from '../layers.ts'
import type { Report, Rule } from '../rule.ts'
import type { Tree } from '../tree.ts'

const page = 'ARCHITECTURE.md'

/** Every folder of src/ has a row on the page. */
export const pageNamesFolders: Rule = {
  name: 'page-names-folders',
  check: (tree) => {
    const rows = rowsOf(tree)
    if (rows === undefined) return []
    return tree.folders.flatMap((folder) => {
      if (rows.some((row) => row.folder === folder)) return []
      return [says(`src/${folder}/ is there; the table has no row for it`)]
    })
  },
}

/** The page names no folder that is gone. */
export const pageFoldersExist: Rule = {
  name: 'page-folders-exist',
  check: (tree) => {
    const rows = rowsOf(tree) ?? []
    const gone = rows.filter(({ folder }) => !tree.folders.includes(folder))
    return [
      ...gone.map(({ folder }) => says(`the table has ${folder}/, which is not in src/`)),
      ...mentions(tree)
        .filter((folder) => !isThere(tree, folder) && !isExpected(folder))
        .map((folder) => says(`it speaks of ${folder}, and there is no such folder`)),
    ]
  },
}

/** The page and the table of this test list the same imports. */
export const pageListsImports: Rule = {
  name: 'page-lists-imports',
  check: (tree) =>
    (rowsOf(tree) ?? []).flatMap((row) => {
      const layer = layers.find(({ folder }) => folder === row.folder)
      // Another rule reports a folder that layers.ts does not know.
      if (layer === undefined) return []
      const wanted = [...importList(layer), ...forbiddenParts(layer).map((part) => `not ${part}`)]
      const found = readList(row.mayImport, row.folder)
      const same = wanted.toSorted().join() === found.toSorted().join()
      return same ? [] : [says(`${row.folder}/ may import "${row.mayImport}"; layers.ts differs`)]
    }),
}

interface Row {
  readonly folder: string
  readonly mayImport: string
}

/** The rows of the table whose heading is `folder | one line | may import`. */
function rowsOf(tree: Tree): readonly Row[] | undefined {
  if (tree.page === undefined) return undefined
  const lines = tree.page.split('\n')
  const heading = lines.findIndex((line) => cellsOf(line).join() === 'folder,one line,may import')
  if (heading === -1) return []
  const after = lines.slice(heading + 2)
  const end = after.findIndex((line) => !line.startsWith('|'))
  return after.slice(0, end === -1 ? undefined : end).map((line) => {
    const [folder = '', , mayImport = ''] = cellsOf(line)
    return { folder: folder.replaceAll(/[`/]/g, ''), mayImport }
  })
}

function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
}

function readList(cell: string, folder: string): readonly string[] {
  if (cell === '–') return []
  const all = /^all(?: above but (?<but>.+))?$/.exec(cell)
  if (all === null) return namesIn(cell)
  const but = namesIn(all.groups?.['but'] ?? '')
  const above = layers.slice(
    0,
    layers.findIndex((layer) => layer.folder === folder),
  )
  return [
    ...above.map((layer) => layer.folder).filter((name) => !but.includes(name)),
    ...but.filter((name) => name.includes('/')).map((part) => `not ${part}`),
  ]
}

function namesIn(list: string): readonly string[] {
  return list
    .replaceAll(/(\w+)'s (\w+)/g, '$1/$2')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
}

/** The folders between backticks: `chart/node/`, `src/`; names with placeholders are none. */
function mentions(tree: Tree): readonly string[] {
  const found = (tree.page ?? '').matchAll(/`((?:[\w.-]+\/)+)`/g)
  return [...new Set([...found].map(([, folder]) => folder ?? ''))]
}

function isThere(tree: Tree, folder: string): boolean {
  return ['.', 'src', 'test', 'ui'].some((parent) => existsSync(join(tree.root, parent, folder)))
}

/** Folders that may be named although they are not there: built ones, or the page's. */
function isExpected(folder: string): boolean {
  const [first = ''] = folder.replace(/^src\//, '').split('/')
  return [...Object.keys(pageLayers), 'ui', 'dist', 'src'].includes(first)
}

function says(message: string): Report {
  return { file: page, message }
}

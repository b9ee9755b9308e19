import { posix } from 'node:path'
import { builtinModules } from 'node:module'
import {
  forbiddenParts,
  importList,
  importsFromOutside,
  layerOf,
  layers,
  narrowFiles,
} from '../layers.ts'
import { findCycles } from '../graph.ts'
import type { Report, Rule } from '../rule.ts'
import { type Link, type SourceFile, type Tree, folderOf, isTest } from '../tree.ts'

/** Every folder of src/ has a row in the table, and no file lies beside the folders. */
export const folderInTable: Rule = {
  name: 'folder-in-table',
  check: (tree) => {
    const unknown = tree.folders.filter((name) => layers.every(({ folder }) => folder !== name))
    const loose = sources(tree).filter(({ path }) => /^src\/[^/]+$/.test(path))
    return [
      ...unknown.map((name) => ({
        file: `src/${name}/`,
        message: `the folder ${name} has no row in layers.ts: give it its import list, or move it`,
      })),
      ...loose.map(({ path }) => ({ file: path, message: 'a file of src/ is in a folder' })),
    ]
  },
}

/** A folder imports itself and the folders of its row. */
export const importLists: Rule = {
  name: 'import-list',
  check: (tree) =>
    eachFileLink(tree, (file, target) => {
      const from = layerOf(file.path)
      const to = layerOf(target)
      if (from === undefined || to === undefined || from === to) return undefined
      const allowed = importList(from)
      if (!allowed.includes(to.folder)) {
        const list = allowed.length === 0 ? 'nothing' : allowed.join(', ')
        return `${from.folder} may import ${list}; found ${target}`
      }
      const part = forbiddenParts(from).find((name) => target.startsWith(`src/${name}/`))
      return part === undefined
        ? undefined
        : `${from.folder} may not import ${part}; found ${target}`
    }),
}

/** Some files import less than their folder may. */
export const narrowImports: Rule = {
  name: 'narrow-imports',
  check: (tree) =>
    Object.entries(narrowFiles).flatMap(([path, allowed]) => {
      const links = tree.files.get(path)?.links ?? []
      return links
        .filter(({ to }) => to.kind !== 'file' || !allowed.includes(folderOf(to.file)))
        .map((link) =>
          at(path, link.line, `it imports only ${allowed.join(', ')}; found ${link.specifier}`),
        )
    }),
}

/** Imports stay in the tree: src/ uses src/, ui/ uses ui/ and src/, nobody uses a test. */
export const staysInside: Rule = {
  name: 'stays-inside',
  check: (tree) =>
    eachFileLink(tree, (file, target) => {
      if (isTest(target)) return `only tests import ${target}`
      const below = file.path.startsWith('ui/') ? ['src/', 'ui/'] : ['src/']
      if (below.some((folder) => target.startsWith(folder))) return undefined
      const guests = importsFromOutside[target] ?? []
      if (guests.some((folder) => file.path.startsWith(folder))) return undefined
      return `${target} is outside ${below.join(' and ')}`
    }),
}

/** Every file parses, and every import says where it leads. */
export const readable: Rule = {
  name: 'readable',
  check: (tree) =>
    [...tree.files.values()].flatMap((file) => [
      ...file.unreadable.map(({ text, line }) => at(file.path, line, text)),
      ...file.links
        .filter(({ to }) => to.kind === 'nothing')
        .map((link) =>
          at(file.path, link.line, `there is no file ${link.specifier}: write its name with .ts`),
        ),
    ]),
}

/** No file reaches itself, in whatever way it names the next one. */
export const noCycles: Rule = {
  name: 'no-cycles',
  check: (tree) =>
    findCycles(tree).map((cycle) => ({
      file: cycle[0] ?? '',
      message: `a cycle: ${cycle.join(' → ')}; move what both need to a file of its own`,
    })),
}

/** src/ imports runtime dependencies of package.json only, and Node's modules by their full name. */
export const declaredPackages: Rule = {
  name: 'declared-packages',
  check: (tree) =>
    [...tree.files.values()].flatMap((file) =>
      file.links.flatMap((link) => {
        const problem = packageProblem(tree, file, link)
        return problem === undefined ? [] : [at(file.path, link.line, problem)]
      }),
    ),
}

function packageProblem(tree: Tree, file: SourceFile, { to, specifier }: Link): string | undefined {
  if (to.kind === 'node') {
    return builtinModules.includes(specifier) && !specifier.startsWith('node:')
      ? `${specifier} is a module of Node: write ${to.module}`
      : undefined
  }
  if (to.kind !== 'package' || tree.dependencies.includes(to.name)) return undefined
  // The page is bundled before it is released, so its packages are development dependencies.
  if (file.path.startsWith('ui/') && tree.devDependencies.includes(to.name)) return undefined
  const found = tree.devDependencies.includes(to.name) ? 'a development dependency' : 'not there'
  return `${to.name} must be in the dependencies of package.json, and is ${found}`
}

function sources(tree: Tree): readonly SourceFile[] {
  return [...tree.files.values()].filter(({ path }) => path.startsWith('src/'))
}

function eachFileLink(
  tree: Tree,
  problemOf: (file: SourceFile, target: string) => string | undefined,
): readonly Report[] {
  return [...tree.files.values()].flatMap((file) =>
    file.links.flatMap((link) => {
      const problem =
        link.to.kind === 'file' ? problemOf(file, posix.normalize(link.to.file)) : undefined
      return problem === undefined ? [] : [at(file.path, link.line, problem)]
    }),
  )
}

function at(file: string, line: number, text: string): Report {
  return { file, message: `line ${line}: ${text}` }
}

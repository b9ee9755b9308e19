import type { ExpansionFile } from '../../kinds/expansion-file.ts'
import type { PackageProblem } from '../errors.ts'
import { maxTextBytes } from '../limits.ts'
import { flatName, pathProblem } from '../package/package-path.ts'
import { operatorOf } from '../package/package-operator.ts'
import type { Declaration } from '../package/read-declaration.ts'
import type { PackageTree, TreeEntry } from '../package/tree.ts'

/** The lists of a package and the folder that each is about. */
const lists = {
  charts: 'charts',
  files: 'files',
  hooks: 'hooks',
  provider: 'provider',
  applications: 'applications',
  manifests: 'manifests',
} as const

type ListKey = keyof typeof lists

/** The path in the package that an item of a list means. */
export function listedPath(key: ListKey, item: string): string {
  const isNamed = key === 'applications' && !/\.(?:ya?ml|json)$/.test(item)
  return `${lists[key]}/${item}${isNamed ? '.yaml' : ''}`
}

/** The items of a list as their paths. */
export function listedItems(content: ExpansionFile, key: ListKey): readonly string[] {
  return key === 'files' ? content.files.map(({ path }) => path) : content[key]
}

/** The problems of files that are listed, missing, in the way or not listed. */
export function checkLists(tree: PackageTree, declaration: Declaration): readonly PackageProblem[] {
  const keys = Object.keys(lists) as readonly ListKey[]
  return [
    ...keys.flatMap((key) => checkListed(tree, declaration, key)),
    ...keys.flatMap((key) => checkUnlisted(tree, declaration, key)),
    ...checkFlatNames(declaration),
    ...checkRendered(tree, declaration),
    ...checkModes(tree, declaration),
    ...checkProgram(tree, declaration),
    ...checkLinks(tree),
    ...checkElsewhere(tree),
  ]
}

function checkListed(
  { entries }: PackageTree,
  { content, placeOf }: Declaration,
  key: ListKey,
): readonly PackageProblem[] {
  const items = listedItems(content, key)
  return items.flatMap((item, index): readonly PackageProblem[] => {
    const place = placeOf(key, index)
    const problem = pathProblem(item)
    if (problem !== undefined) return [{ ...place, message: `${item} ${problem}`, level: 'error' }]
    if (items.indexOf(item) < index) {
      return [{ ...place, message: `${item} is listed twice`, level: 'error' }]
    }
    const path = listedPath(key, item)
    const entry = entries.get(path)
    if (entry?.kind === 'file') return []
    const message = entry === undefined ? missing(path, entries) : irregular(path, entry)
    return [{ ...place, message, level: 'error' }]
  })
}

function missing(path: string, entries: ReadonlyMap<string, TreeEntry>): string {
  const isFolder = [...entries.keys()].some((one) => one.startsWith(`${path}/`))
  return isFolder ? `${path} is a folder; wanted a file` : `${path} is listed and not there`
}

function irregular(path: string, { kind }: TreeEntry): string {
  return `${path} is ${kind === 'link' ? 'a link' : 'no regular file'}; wanted a file`
}

function checkUnlisted(
  { entries }: PackageTree,
  { content }: Declaration,
  key: ListKey,
): readonly PackageProblem[] {
  const listed = new Set(listedItems(content, key).map((item) => listedPath(key, item)))
  return [...entries.keys()]
    .filter((path) => path.startsWith(`${lists[key]}/`) && !listed.has(path))
    .filter((path) => !(key === 'charts' && isProvenance(path, listed)))
    .map((file) => {
      const message = `is there and not listed under ${key}: list it or delete it`
      return { file, message, level: 'error' }
    })
}

function isProvenance(path: string, listed: ReadonlySet<string>): boolean {
  return path.endsWith('.prov') && listed.has(path.slice(0, -'.prov'.length))
}

function checkFlatNames({ content, placeOf }: Declaration): readonly PackageProblem[] {
  const seen = new Map<string, string>()
  return content.files.flatMap(({ path }, index): readonly PackageProblem[] => {
    const flat = flatName(path)
    const before = seen.get(flat)
    seen.set(flat, path)
    if (before === undefined || before === path) return []
    const message = `${path} and ${before} are both ${flat} in one folder; rename one`
    return [{ ...placeOf('files', index), message, level: 'error' }]
  })
}

function checkRendered(
  { entries }: PackageTree,
  { content, placeOf }: Declaration,
): readonly PackageProblem[] {
  return content.files.flatMap(({ path, render }, index): readonly PackageProblem[] => {
    const size = entries.get(`files/${path}`)?.size ?? 0
    if (!render || size <= maxTextBytes) return []
    const message = `${path} has ${size} bytes; a file that is rendered has at most ${maxTextBytes}`
    return [{ ...placeOf('files', index), message, level: 'error' }]
  })
}

function checkModes(
  { entries }: PackageTree,
  { content, placeOf }: Declaration,
): readonly PackageProblem[] {
  return content.hooks.flatMap((name, index): readonly PackageProblem[] => {
    const entry = entries.get(`hooks/${name}`)
    if (entry?.kind !== 'file' || (entry.mode & 0o111) !== 0) return []
    const message = `hooks/${name} is not executable; chmod +x it`
    return [{ ...placeOf('hooks', index), message, level: 'error' }]
  })
}

function checkProgram(tree: PackageTree, declaration: Declaration): readonly PackageProblem[] {
  const operator = operatorOf(declaration.content)
  if (operator?.is !== 'program') return []
  const message = programProblem(tree, operator.path)
  if (message === undefined) return []
  return [{ ...declaration.placeOf('operator'), message, level: 'error' }]
}

function programProblem({ entries }: PackageTree, path: string): string | undefined {
  const problem = pathProblem(path)
  if (problem !== undefined) return `${path} ${problem}`
  const entry = entries.get(path)
  if (entry === undefined) return missing(path, entries)
  if (entry.kind !== 'file') return irregular(path, entry)
  return (entry.mode & 0o111) === 0 ? `${path} is not executable; chmod +x it` : undefined
}

// Links outside of the lists, in conf/ say, are never followed; whoever made one should know.
function checkLinks({ entries }: PackageTree): readonly PackageProblem[] {
  const folders = Object.values(lists).map((folder) => `${folder}/`)
  return [...entries.values()]
    .filter(({ kind }) => kind !== 'file')
    .filter(({ path }) => !folders.some((folder) => path.startsWith(folder)))
    .map(({ path, kind }) => {
      const what = kind === 'link' ? 'a link' : 'no regular file'
      return { file: path, message: `is ${what}; a package has files alone`, level: 'error' }
    })
}

const otherParts =
  /^(?:expansion\.(?:yaml|lock|sig)|layout\.yaml|values\.yaml|tke\.json|images\.tar\.gz|(?:images|conf|operator|files_generated)\/.*|(?:README|LICENSE|NOTICE|CHANGELOG)[^/]*|\..*)$/

// A folder with a slip in its name would be carried along, and nothing would read it.
function checkElsewhere({ entries }: PackageTree): readonly PackageProblem[] {
  const folders = Object.values(lists).map((folder) => `${folder}/`)
  return [...entries.values()]
    .filter(({ kind, path }) => kind === 'file' && !otherParts.test(path))
    .filter(({ path }) => !folders.some((folder) => path.startsWith(folder)))
    .map(({ path }) => {
      const message = 'is in no part of a package, and nothing reads it'
      return { file: path, message, level: 'warning' }
    })
}

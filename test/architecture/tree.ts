import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, posix } from 'node:path'
import type { Edge, Facts } from './facts.ts'
import { readFacts } from './read-facts.ts'

/** Where an edge leads. */
export type Target =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'node'; readonly module: string }
  | { readonly kind: 'package'; readonly name: string }
  /** A relative path at which there is nothing. */
  | { readonly kind: 'nothing'; readonly path: string }

/** An edge with its target. */
export interface Link extends Edge {
  readonly to: Target
}

/** One file that is no test: its facts and where its edges lead. */
export interface SourceFile extends Facts {
  readonly path: string
  readonly links: readonly Link[]
}

/** Everything the rules look at. Paths are relative to the root, with `/`. */
export interface Tree {
  readonly root: string
  readonly files: ReadonlyMap<string, SourceFile>
  /** The folders of src/ that hold any file, tests and data included. */
  readonly folders: readonly string[]
  readonly dependencies: readonly string[]
  readonly devDependencies: readonly string[]
  /** The text of ARCHITECTURE.md. */
  readonly page: string | undefined
}

/** Reads src/ and ui/ below a root folder. */
export function readTree(root: string): Tree {
  const all = [...listFiles(root, 'src'), ...listFiles(root, 'ui')]
  const sources = all.filter((path) => isCode(path) && !isTest(path))
  const manifest = readManifest(root)
  return {
    root,
    files: new Map(sources.map((path) => [path, readSource(root, path)])),
    folders: [...new Set(all.filter((path) => /^src\/.+\//.test(path)).map(folderOf))].toSorted(),
    dependencies: Object.keys(manifest.dependencies ?? {}),
    devDependencies: Object.keys(manifest.devDependencies ?? {}),
    page: readIfThere(join(root, 'ARCHITECTURE.md')),
  }
}

/** The folder of src/ or ui/ that a file is in. */
export function folderOf(path: string): string {
  return path.split('/')[1] ?? ''
}

/** Whether a file belongs to the tests, so that no rule is about it and no source may use it. */
export function isTest(path: string): boolean {
  return /\.(test|conformance|bench)\.tsx?$/.test(path) || /(^|\/)testdata\//.test(path)
}

function isCode(path: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(path)
}

function listFiles(root: string, folder: string): readonly string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.relative(root, posix.join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .toSorted()
}

function readSource(root: string, path: string): SourceFile {
  const facts = readFacts(path, readFileSync(join(root, path), 'utf8'))
  const links = facts.edges.map((edge) => ({ ...edge, to: resolve(root, path, edge.specifier) }))
  return { ...facts, path, links }
}

function resolve(root: string, from: string, specifier: string): Target {
  const builtin = specifier.replace(/^node:/, '')
  if (specifier.startsWith('node:') || builtinModules.includes(builtin)) {
    return { kind: 'node', module: `node:${builtin}` }
  }
  if (!specifier.startsWith('.')) return { kind: 'package', name: packageOf(specifier) }
  // A bundler's `?worker` or `?raw` changes how the file is loaded, not which file it is.
  const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  return existsSync(join(root, path)) && isFilePath(path)
    ? { kind: 'file', file: path }
    : { kind: 'nothing', path }
}

function isFilePath(path: string): boolean {
  return posix.extname(path) !== ''
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

function readManifest(root: string): Manifest {
  return JSON.parse(readIfThere(join(root, 'package.json')) ?? '{}') as Manifest
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

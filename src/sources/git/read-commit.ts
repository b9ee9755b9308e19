import { type ChartFile } from '../../chart/chart.ts'
import { limits } from '../../chart/limits.ts'
import { SourceError } from '../errors.ts'
import type { GitFiles } from './memory-files.ts'
import { type TreeLink, followLinks } from './tree-links.ts'

/** A repository that the library can read. */
export interface LocalRepository {
  readonly fs: GitFiles
  readonly gitdir: string
}

export interface CommitFiles {
  readonly commit: string
  readonly files: readonly ChartFile[]
  /** Paths of submodules, which are left out. */
  readonly submodules: readonly string[]
}

/** The files of a commit below a path; a tag's commit is found behind the tag. */
export async function readCommitFiles(
  repository: LocalRepository,
  oid: string,
  path: string | undefined,
  signal: AbortSignal,
): Promise<CommitFiles> {
  const git = await import('isomorphic-git')
  const cache = {}
  const at = { ...repository, cache } as unknown as Parameters<typeof git.readCommit>[0]
  const { oid: commit, commit: head } = await git.readCommit({ ...at, oid })
  const walk: Walk = {
    tree: async (tree) => (await git.readTree({ ...at, oid: tree })).tree,
    blob: async (blob) => (await git.readBlob({ ...at, oid: blob })).blob,
    files: [],
    links: [],
    submodules: [],
    bytes: 0,
    entries: 0,
    signal,
  }
  const top = await descend(walk, head.tree, path)
  await collect(walk, top, '', 0)
  const files = followLinks(walk.files, walk.links)
  return { commit, files, submodules: walk.submodules }
}

interface TreeEntry {
  readonly mode: string
  readonly path: string
  readonly oid: string
}

interface Walk {
  readonly tree: (oid: string) => Promise<readonly TreeEntry[]>
  readonly blob: (oid: string) => Promise<Uint8Array>
  readonly files: ChartFile[]
  readonly links: TreeLink[]
  readonly submodules: string[]
  bytes: number
  entries: number
  readonly signal: AbortSignal
}

async function descend(walk: Walk, top: string, path: string | undefined): Promise<string> {
  let tree = top
  for (const part of (path ?? '').split('/').filter((one) => one !== '' && one !== '.')) {
    const entry = (await walk.tree(tree)).find((one) => one.path === part)
    if (entry !== undefined && isFolder(entry)) tree = entry.oid
    else {
      const found = entry === undefined ? 'is not there' : 'is no folder'
      throw new SourceError('not-found', `${path} ${found} in this commit`)
    }
  }
  return tree
}

async function collect(walk: Walk, tree: string, prefix: string, depth: number): Promise<void> {
  if (depth > limits.depth) {
    throw new SourceError('too-large', `folders are nested more than ${limits.depth} deep`)
  }
  for (const entry of await walk.tree(tree)) {
    walk.signal.throwIfAborted()
    if (++walk.entries > limits.files) {
      throw new SourceError('too-large', `this commit has more than ${limits.files} files`)
    }
    checkName(entry.path)
    const name = `${prefix}${entry.path}`
    if (isFolder(entry)) await collect(walk, entry.oid, `${name}/`, depth + 1)
    else if (isSubmodule(entry)) walk.submodules.push(name)
    else await addBlob(walk, name, entry)
  }
}

async function addBlob(walk: Walk, name: string, { oid, mode }: TreeEntry): Promise<void> {
  const data = await walk.blob(oid)
  walk.bytes += data.length
  if (walk.bytes > limits.totalBytes) {
    throw new SourceError('too-large', `this commit has more than ${limits.totalBytes} bytes`)
  }
  if (mode === '120000') walk.links.push({ name, target: new TextDecoder().decode(data) })
  else walk.files.push({ name, data })
}

// A tree can hold any bytes as names; git itself refuses these.
function checkName(name: string): void {
  if (name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name)) return
  throw new SourceError('unsafe-path', `this commit has a file named ${JSON.stringify(name)}`)
}

function isFolder({ mode }: TreeEntry): boolean {
  return mode === '040000' || mode === '40000'
}

function isSubmodule({ mode }: TreeEntry): boolean {
  return mode === '160000'
}

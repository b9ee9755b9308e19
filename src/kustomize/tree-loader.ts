// A loader over a tree of files, wherever that is: on disk, in memory, in a repository that was
// fetched. Files must be in or below the folder of their kustomization unless that is lifted, and
// what comes from a repository stays in it.

import { fromBytes } from '../formats/go-string.ts'
import { KustomizeError, RemoteNeeded, type ChartRequest } from './errors.ts'
import { limits } from './limits.ts'
import { cleanPath, isInside, joinPaths, type FolderFile, type Loader } from './loader.ts'
import { parseRepoUrl } from './remote/repo-url.ts'

/** Files by absolute path. Links are followed, so that a path is where a file really is. */
export interface FileTree {
  /** The path without links; undefined when there is nothing. */
  readonly find: (path: string) => { readonly path: string; readonly isFolder: boolean } | undefined
  readonly read: (path: string) => Uint8Array
  /** All files below a folder, their names relative to it. */
  readonly filesBelow: (folder: string) => readonly string[]
}

/** A repository, or a part of one, that was fetched. */
export interface RemoteFolder {
  /** All of its files, by absolute path. */
  readonly files: ReadonlyMap<string, Uint8Array>
  /** The folder of the kustomization. */
  readonly folder: string
  /** The folder that nothing may leave. */
  readonly top: string
}

/** The content that was fetched from elsewhere, by the address as a kustomization has it. */
export interface Remotes {
  /** The content of a file, or why there is none. */
  readonly files: ReadonlyMap<string, Uint8Array | KustomizeError>
  readonly folders: ReadonlyMap<string, RemoteFolder | KustomizeError>
  /** The files of charts, by repository, name and version with spaces between them. */
  readonly charts: ReadonlyMap<string, readonly FolderFile[] | KustomizeError>
}

export const noRemotes: Remotes = { files: new Map(), folders: new Map(), charts: new Map() }

function chartKey({ repo, name, version }: ChartRequest): string {
  return [repo, name, version].join(' ')
}

export interface TreeOptions {
  readonly tree: FileTree
  readonly root: string
  readonly remotes: Remotes
  /** Whether files may only be in or below the folder of the kustomization that names them. */
  readonly restriction: 'root-only' | 'none'
  /** Told of everything that a build reads, by its path or address. */
  readonly noted?: (place: string, data: Uint8Array) => void
}

/** The loader of the folder that a build begins with. */
export function treeLoader(options: TreeOptions): Loader {
  const found = options.tree.find(cleanPath(options.root))
  if (found?.isFolder !== true)
    throw new KustomizeError('missing', `must build at directory: '${options.root}' is none`)
  const budget = { bytes: limits.totalBytes }
  return new TreeLoader({ ...options, root: found.path }, { budget, top: undefined, chain: [] })
}

interface Ancestry {
  readonly budget: { bytes: number }
  /** The folder that bases may not leave. */
  readonly top: string | undefined
  /** The folders and addresses that led here. */
  readonly chain: readonly string[]
}

class TreeLoader implements Loader {
  readonly root: string
  private readonly options: TreeOptions
  private readonly ancestry: Ancestry

  constructor(options: TreeOptions, ancestry: Ancestry) {
    this.root = options.root
    this.options = options
    this.ancestry = ancestry
  }

  load(path: string): string {
    return fromBytes(isRemoteFile(path) ? this.remoteFile(path) : this.localFile(path))
  }

  private remoteFile(url: string): Uint8Array {
    const known = this.options.remotes.files.get(url)
    if (known === undefined) throw new RemoteNeeded(url, 'file')
    if (known instanceof KustomizeError) throw known
    this.options.noted?.(url, known)
    return known
  }

  private localFile(path: string): Uint8Array {
    const { tree, restriction } = this.options
    const wanted = path.startsWith('/') ? cleanPath(path) : joinPaths(this.root, path)
    const found = path === '' ? undefined : tree.find(wanted)
    if (found === undefined) throw new KustomizeError('missing', `there is no file '${wanted}'`)
    if (found.isFolder) throw new KustomizeError('missing', `'${wanted}' must resolve to a file`)
    const folder = found.path.slice(0, found.path.lastIndexOf('/')) || '/'
    if (restriction === 'root-only' && !isInside(folder, this.root)) {
      const message = `security; file '${found.path}' is not in or below '${this.root}'`
      throw new KustomizeError('refused', message)
    }
    return this.spend(tree.read(found.path), found.path)
  }

  private spend(data: Uint8Array, path: string): Uint8Array {
    this.options.noted?.(path, data)
    const { budget } = this.ancestry
    if (data.length > limits.fileBytes)
      throw new KustomizeError('limit', `${path} is larger than ${limits.fileBytes} bytes`)
    budget.bytes -= data.length
    if (budget.bytes >= 0) return data
    const message = `the files of this build are larger than ${limits.totalBytes} bytes`
    throw new KustomizeError('limit', message)
  }

  enter(path: string): Loader {
    if (path === '') throw new KustomizeError('invalid', 'the path of a kustomization is empty')
    if (parseRepoUrl(path) !== undefined) return this.enterRemote(path)
    if (path.startsWith('/'))
      throw new KustomizeError('refused', `new root '${path}' cannot be absolute`)
    const unclear = path.split('/').find((part) => /^(?!\.\.$).*\.\..*$/.test(part))
    if (unclear !== undefined)
      throw new KustomizeError('invalid', `path "${path}" is ambiguous: check the part ${unclear}`)
    const wanted = joinPaths(this.root, path)
    const found = this.options.tree.find(wanted)
    if (found?.isFolder !== true)
      throw new KustomizeError('missing', `must build at directory: '${wanted}' is none`)
    const { top, chain, budget } = this.ancestry
    if (top !== undefined && !isInside(found.path, top)) {
      const message = `security; base '${found.path}' is outside of its repository`
      throw new KustomizeError('refused', message)
    }
    const visited = [...chain, this.root]
    const below = visited.find((one) => one.startsWith('/') && isInside(one, found.path))
    if (below !== undefined) {
      const message = `cycle detected: candidate root '${found.path}' contains visited root '${below}'`
      throw new KustomizeError('conflict', message)
    }
    return new TreeLoader({ ...this.options, root: found.path }, { budget, top, chain: visited })
  }

  private enterRemote(url: string): Loader {
    const { chain, budget } = this.ancestry
    if (chain.some((one) => one.startsWith(url)))
      throw new KustomizeError('conflict', `cycle detected: '${url}' leads to itself`)
    const remote = this.options.remotes.folders.get(url)
    if (remote === undefined) throw new RemoteNeeded(url, 'folder')
    if (remote instanceof KustomizeError) throw remote
    const { files, folder, top } = remote
    const tree = memoryTree(files)
    const options = { ...this.options, tree, root: folder, restriction: 'root-only' } as const
    const visited = [...chain.filter((one) => !one.startsWith('/')), url]
    return new TreeLoader(options, { budget, top, chain: visited })
  }

  chart(request: ChartRequest): readonly FolderFile[] {
    const key = chartKey(request)
    const known = this.options.remotes.charts.get(key)
    if (known === undefined) throw new RemoteNeeded(key, request)
    if (known instanceof KustomizeError) throw known
    for (const { name, data } of known) this.options.noted?.(`${key} ${name}`, data)
    return known
  }

  folder(path: string): readonly FolderFile[] | undefined {
    const { tree } = this.options
    const wanted = path.startsWith('/') ? cleanPath(path) : joinPaths(this.root, path)
    const found = tree.find(wanted)
    if (found?.isFolder !== true) return undefined
    const { top } = this.ancestry
    if (top !== undefined && !isInside(found.path, top))
      throw new KustomizeError('refused', `security; '${wanted}' is outside of its repository`)
    return tree.filesBelow(found.path).map((name) => {
      const full = joinPaths(found.path, name)
      return { name, data: this.spend(tree.read(full), full) }
    })
  }
}

function isRemoteFile(path: string): boolean {
  return /^https?:\/\//i.test(path)
}

/** A tree of files that are at hand, by absolute path. */
export function memoryTree(files: ReadonlyMap<string, Uint8Array>): FileTree {
  const folders = new Set<string>(['/'])
  for (const path of files.keys())
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
      folders.add(path.slice(0, at))
  return {
    find: (path) => {
      if (files.has(path)) return { path, isFolder: false }
      return folders.has(path) ? { path, isFolder: true } : undefined
    },
    read: (path) => files.get(path) ?? new Uint8Array(),
    filesBelow: (folder) => {
      const prefix = folder === '/' ? '/' : `${folder}/`
      return [...files.keys()]
        .filter((path) => path.startsWith(prefix))
        .map((path) => path.slice(prefix.length))
        .toSorted()
    },
  }
}

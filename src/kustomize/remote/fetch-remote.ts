import type { Fetched } from '../build-with-remotes.ts'
import { KustomizeError, type ChartRequest, type RemoteNeeded } from '../errors.ts'
import { limits } from '../limits.ts'
import { joinPaths, type FolderFile } from '../loader.ts'
import { memoryTree } from '../tree-loader.ts'
import { parseRepoUrl } from './repo-url.ts'

/** Where things come from. Addresses in a kustomization were written by others and are not trusted. */
export interface RemotePorts {
  /** The files of a commit; the ref is a branch, tag or commit, or empty for the default branch. */
  readonly commit: (
    place: { readonly url: string; readonly ref: string },
    signal: AbortSignal,
  ) => Promise<readonly FolderFile[]>
  /** A file of a web server, of at most so many bytes. */
  readonly file: (
    file: { readonly url: URL; readonly maxBytes: number },
    signal: AbortSignal,
  ) => Promise<Uint8Array>
  /** The files of a chart. */
  readonly chart: (request: ChartRequest, signal: AbortSignal) => Promise<readonly FolderFile[]>
  /** Whether an error says that something is not to be had; all others are faults. */
  readonly isExpected: (error: unknown) => error is Error
}

/** Brings what a build needs. */
export async function fetchRemote(
  needed: RemoteNeeded,
  ports: RemotePorts,
  signal: AbortSignal,
): Promise<Fetched> {
  const { url, as } = needed
  try {
    if (typeof as === 'object') return { chart: await ports.chart(as, signal) }
    if (as === 'folder') return await fetchFolder(url, ports, signal)
    if (isRepository(url))
      throw new KustomizeError('missing', `${url} is the address of a repository`)
    const file = { url: new URL(url), maxBytes: limits.fileBytes }
    return { file: await ports.file(file, signal) }
  } catch (error) {
    if (!ports.isExpected(error)) throw error
    throw new KustomizeError('missing', `cannot fetch ${url}: ${error.message}`, { cause: error })
  }
}

// Pages about a repository are no objects; an address that can only mean one is not asked for a file.
function isRepository(url: string): boolean {
  return (
    /\?(?:.*&)?(?:ref|version)=/.test(url) ||
    /\.git(?:[/?]|$)/.test(url) ||
    /^https?:\/\/(?:github\.com|gitlab\.com|bitbucket\.org)\//i.test(url)
  )
}

async function fetchFolder(
  address: string,
  ports: RemotePorts,
  signal: AbortSignal,
): Promise<Fetched> {
  const parsed = parseRepoUrl(address)
  if (parsed === undefined)
    throw new KustomizeError('invalid', `${address} is not the address of a repository`)
  const found = await ports.commit({ url: parsed.cloneUrl, ref: parsed.ref }, signal)
  // Each repository stands in a folder of its own, so that cycles are told by address only.
  const top = `/${encodeURIComponent(address)}`
  const files = new Map(found.map(({ name, data }) => [`${top}/${name}`, data]))
  const folder = joinPaths(top, parsed.path)
  if (memoryTree(files).find(folder)?.isFolder !== true)
    throw new KustomizeError('missing', `there is no folder ${parsed.path} in ${parsed.cloneUrl}`)
  return { folder: { files, folder, top } }
}

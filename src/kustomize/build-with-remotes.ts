// A build that needs something from elsewhere stops and says what; it is fetched and the build
// begins again. Fetched content is kept, so that each address is asked once.

import { KustomizeError, RemoteNeeded } from './errors.ts'
import { limits } from './limits.ts'
import type { FolderFile } from './loader.ts'
import type { RemoteFolder, Remotes } from './tree-loader.ts'

export type Fetched =
  | { readonly file: Uint8Array }
  | { readonly folder: RemoteFolder }
  | { readonly chart: readonly FolderFile[] }

/** Brings what a build needs; a KustomizeError becomes the error of the build. */
export type FetchRemote = (needed: RemoteNeeded) => Promise<Fetched>

/** Runs a build again and again until it needs nothing more. */
export async function buildWithRemotes<T>(
  build: (remotes: Remotes) => T | Promise<T>,
  fetch: FetchRemote,
): Promise<T> {
  const files = new Map<string, Uint8Array | KustomizeError>()
  const folders = new Map<string, RemoteFolder | KustomizeError>()
  const charts = new Map<string, readonly FolderFile[] | KustomizeError>()
  for (let loads = 0; ; loads++) {
    try {
      return await build({ files, folders, charts })
    } catch (error) {
      if (!(error instanceof RemoteNeeded)) throw error
      if (loads >= limits.remoteLoads) {
        const message = `a build may load ${limits.remoteLoads} things from elsewhere; ${error.url} is one more`
        throw new KustomizeError('limit', message, { cause: error })
      }
      const fetched = await settle(error, fetch)
      const failed = fetched instanceof KustomizeError
      if (failed && error.as === 'file') files.set(error.url, fetched)
      else if (failed && error.as === 'folder') folders.set(error.url, fetched)
      else if (failed) charts.set(error.url, fetched)
      else if ('file' in fetched) files.set(error.url, fetched.file)
      else if ('folder' in fetched) folders.set(error.url, fetched.folder)
      else charts.set(error.url, fetched.chart)
    }
  }
}

async function settle(needed: RemoteNeeded, fetch: FetchRemote): Promise<Fetched | KustomizeError> {
  try {
    return await fetch(needed)
  } catch (error) {
    if (error instanceof KustomizeError) return error
    throw error
  }
}

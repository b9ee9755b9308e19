import { createHttpFetcher } from '../../sources/http/fetcher.ts'
import { refreshIndex } from '../../sources/repository/refresh-index.ts'
import type { RepositoryEntry } from '../../sources/repository/repositories-file.ts'
import type { AddressPolicy, Trust } from '../../sources/policy/judge.ts'
import { SourceError } from '../../sources/errors.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { entryRequest } from '../chart/sources/chart-request.ts'
import { withAdvice } from '../chart/sources/fetch-with-progress.ts'
import type { Progress } from '../output/progress.ts'

/** The parts that refreshing indexes needs. */
export interface Refreshing {
  /** Helm's repository cache. */
  readonly folder: string
  readonly policy: AddressPolicy
  readonly progress: Progress
  /** For one index, in milliseconds; Helm's own time unless given. */
  readonly totalTime?: number
  /** The trust in the addresses: repositories that were added are trusted. */
  readonly trust?: Trust
}

/** Brings the index of a repository up to date, and tells of entries that are left out. */
export async function refreshRepository(
  entry: RepositoryEntry,
  { folder, policy, progress, totalTime, trust = 'trusted' }: Refreshing,
  signal: AbortSignal,
): Promise<void> {
  const url = URL.parse(entry.url)
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const message = `could not find protocol handler for: ${url?.protocol.slice(0, -1) ?? ''}`
    throw new SourceError('bad-address', `${message} (${entry.url}); give https:// or http://`)
  }
  const source = { url, trust, ...(await entryRequest(entry, signal)) }
  const fetcher = createHttpFetcher(source, { policy })
  const task = progress.start(`the index of ${entry.url}`)
  let seen = 0
  const onBytes = (received: number, size: number | undefined) => {
    if (seen === 0 && size !== undefined) task.expect(size)
    task.advance(received - seen)
    seen = received
  }
  const index = { name: entry.name, folder, url: entry.url, fetcher, onBytes }
  const limit = totalTime === undefined ? {} : { totalTime }
  try {
    const { warnings } = await refreshIndex({ ...index, ...limit }, signal)
    task.end('done')
    for (const warning of warnings) progress.say(`warning: ${warning}`)
  } catch (error) {
    task.end('failed')
    throw withAdvice(error)
  } finally {
    await fetcher.close()
  }
}

/** A repository whose index could not be had. */
export interface FailedRefresh {
  readonly entry: RepositoryEntry
  readonly error: Error
}

const atOnce = 8

/** Refreshes repositories side by side. One that fails does not stop the others. */
export async function refreshRepositories(
  entries: readonly RepositoryEntry[],
  refreshing: Refreshing,
  told: (entry: RepositoryEntry, error: Error | undefined) => void,
  signal: AbortSignal,
): Promise<readonly FailedRefresh[]> {
  const failed: FailedRefresh[] = []
  const refresh = async (entry: RepositoryEntry, inner: AbortSignal) => {
    try {
      await refreshRepository(entry, refreshing, inner)
      told(entry, undefined)
    } catch (error) {
      inner.throwIfAborted()
      if (!(error instanceof Error)) throw error
      failed.push({ entry, error })
      told(entry, error)
    }
  }
  await runBounded(entries, atOnce, refresh, signal)
  return failed
}

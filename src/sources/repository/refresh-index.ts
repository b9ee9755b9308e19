import { createHash } from 'node:crypto'
import { type FileHandle, mkdir } from 'node:fs/promises'
import type { HttpFetcher } from '../http/fetcher.ts'
import { maxIndexBytes } from '../http/limits.ts'
import { type IndexPlace, indexPaths } from './index/index-paths.ts'
import { type Refreshed, keepIndex } from './index/keep-index.ts'
import { openPendingFile } from './index/pending-file.ts'
import { resolveReference } from './resolve-reference.ts'
import { readKnown } from './index/table-file.ts'

export interface RefreshOptions extends IndexPlace {
  /** The repository's, without index.yaml. */
  readonly url: string
  readonly fetcher: HttpFetcher
  readonly totalTime?: number
  readonly maxBytes?: number
  /** Told of every piece that arrives; `size` is what the server announced. */
  readonly onBytes?: (received: number, size: number | undefined) => void
}

const unchanged: Refreshed = { kind: 'unchanged', warnings: [] }

/** Asks the server for a newer index and keeps it if it is one; a bad one changes nothing. */
export async function refreshIndex(
  options: RefreshOptions,
  signal: AbortSignal,
): Promise<Refreshed> {
  const { fetcher, totalTime, maxBytes = maxIndexBytes, onBytes } = options
  const paths = indexPaths(options)
  const url = new URL(resolveReference(options.url, 'index.yaml'))
  const found = await readKnown(paths)
  // A server that somebody else stood in for would be asked whether that is still the same.
  const isOurs = found?.url === url.href && found.access === fetcher.access
  const known = isOurs ? found : undefined
  const get = {
    url,
    maxBytes,
    ...(known === undefined ? {} : { known: known.validators }),
    ...(totalTime === undefined ? {} : { totalTime }),
  }
  const answer = await fetcher.get(get, signal)
  if (answer.kind === 'unchanged') return unchanged
  await mkdir(options.folder, { recursive: true, mode: 0o755 })
  const index = await openPendingFile(paths.index, 0o644)
  try {
    const digest = await writeBody(index.handle, answer.body, (received) =>
      onBytes?.(received, answer.size),
    )
    if (digest === known?.digest) return unchanged
    const { access } = fetcher
    const from = { url: url.href, access, digest, validators: answer.validators }
    return await keepIndex(index, { paths, from, source: options.url }, signal)
  } finally {
    await index.discard()
  }
}

async function writeBody(
  file: FileHandle,
  body: AsyncIterable<Uint8Array>,
  onBytes: (received: number) => void,
): Promise<string> {
  const hash = createHash('sha256')
  let received = 0
  for await (const chunk of body) {
    hash.update(chunk)
    await file.write(chunk)
    received += chunk.length
    onBytes(received)
  }
  return hash.digest('hex')
}

import { open, stat } from 'node:fs/promises'
import { tarPadding } from '../../formats/tar-write.ts'
import { type Digest, algorithmOf, digestOfStream } from '../digest.ts'
import { indexTar } from './tar-index.ts'

/** Content of an archive that is being written. */
interface KeptEntry {
  readonly digest: Digest
  readonly offset: number
  readonly size: number
}

/** Content of which only the first bytes are there. */
export interface CutEntry extends KeptEntry {
  arrived: number
}

interface KeptEntries {
  readonly whole: readonly KeptEntry[]
  /** The last one, if it broke off. Its bytes are not checked. */
  readonly cut: CutEntry | undefined
  /** Where the last whole one ends. */
  readonly end: number
}

/** The blobs of an unfinished archive: those that have their digests, up to the first that has not. */
export async function keptEntries(partial: string, signal: AbortSignal): Promise<KeptEntries> {
  const length = (await stat(partial)).size
  const whole: KeptEntry[] = []
  let end = 0
  for (const [name, place] of await indexTar(partial, signal, 'as far as it goes')) {
    const [, algorithm = '', hex = ''] = /^blobs\/(sha256|sha512)\/([0-9a-f]+)$/.exec(name) ?? []
    if (place.kind !== 'file' || algorithm === '') break
    const digest = `${algorithm}:${hex}` as Digest
    const { offset, size } = place
    const next = offset + size + tarPadding(size)
    if (next > length) {
      const arrived = Math.min(size, length - offset)
      return { whole, cut: { digest, offset, size, arrived }, end }
    }
    const found = await digestOfStream(readBack(partial, place, signal), algorithmOf(digest))
    if (found !== digest) break
    whole.push({ digest, offset, size })
    end = next
  }
  return { whole, cut: undefined, end }
}

/** A stretch of a file. */
export async function* readBack(
  path: string,
  { offset, size }: { readonly offset: number; readonly size: number },
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (size === 0) return
  const file = await open(path, 'r')
  yield* file.createReadStream({ start: offset, end: offset + size - 1, signal })
}

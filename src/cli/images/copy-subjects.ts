import { existsSync, readFileSync, statSync } from 'node:fs'
import type { Registries } from '../../mirror/copy/registries.ts'
import { type WantedImage, imagesOfRegistries } from '../../mirror/copy/registry-images.ts'
import type { ImageList } from '../../mirror/images/image-list.ts'
import { readImage } from '../../images/image-reference.ts'
import type { ClusterChoice } from '../options/cluster-options.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import type { Ports } from '../verb.ts'
import type { ChartChoice } from './chart-choice.ts'
import { imagesOfFile } from './copy-items.ts'
import { readPlace } from './copy-place.ts'
import { readImageList } from './read-image-list.ts'

export interface SubjectOptions {
  readonly chart: ChartChoice
  readonly cluster: ClusterChoice
  /** Which images of a chart are meant. */
  readonly certainty: 'certain' | 'could run' | 'all'
}

interface Context {
  readonly ports: Ports
  readonly io: Io
  /** Files with more rows for the table of what is known. */
  readonly tables: readonly string[]
  readonly registries: Registries
}

const maxListBytes = 16 * 1024 * 1024

/** The images that a word names: an image, a layout, an archive, a list, or what `images list` takes. */
export async function imagesOfSubject(
  word: string,
  options: SubjectOptions,
  context: Context,
  signal: AbortSignal,
): Promise<readonly WantedImage[]> {
  const { registries, io } = context
  const place = readPlace(word)
  if (place?.kind === 'registry') {
    const reference = readImage(place.text)
    if (reference === undefined) {
      throw new UsageError('bad-value', `wanted an image after docker://, found ${place.text}`)
    }
    return imagesOfRegistries([{ image: place.text, reference }], 'by the user', registries)
  }
  if (place !== undefined) return await imagesOfFile(place, signal)
  const list = readImageList(await listText(word, io, signal))
  if (list !== undefined) return imagesOfRegistries(list, 'by a list', registries)
  if (word === '-') throw new PlainError('standard input is no list of images, one a line')
  const found = await listWord(word, options, context, signal)
  for (const note of found.notes) io.stderr.write(`note: ${note}\n`)
  return imagesOfRegistries(chosen(found, options, io), 'by a list', registries)
}

// A list of images needs neither charts nor clusters, and loading those takes longer than comparing it.
async function listWord(
  word: string,
  options: SubjectOptions,
  { ports, io, tables }: Context,
  signal: AbortSignal,
): Promise<ImageList> {
  const { listSubject } = await import('./subject.ts')
  const { readTables } = await import('./read-tables.ts')
  return await listSubject(word, options, { ports, io, table: readTables(tables) }, signal)
}

async function listText(word: string, io: Io, signal: AbortSignal): Promise<string> {
  if (word === '-') return new TextDecoder().decode(await io.stdin.readAll(maxListBytes, signal))
  const isFile = existsSync(word) && statSync(word).isFile() && statSync(word).size <= maxListBytes
  return isFile && !/\.(?:tgz|tar\.gz)$/.test(word) ? readFileSync(word, 'utf8') : ''
}

function chosen({ subject, images }: ImageList, { certainty }: SubjectOptions, io: Io) {
  const wanted = images.filter((one) => {
    if (certainty === 'all') return true
    return one.certainty === 'certain' || (certainty === 'could run' && one.certainty === 'with')
  })
  const left = images.length - wanted.length
  if (certainty === 'could run' && left > 0) {
    io.stderr.write(
      `note: ${subject} names ${left} more that maybe run; --maybe takes them along\n`,
    )
  }
  return wanted
}

import { readTar } from '../../formats/tar.ts'
import { ChartError } from '../errors.ts'
import { limits } from '../limits.ts'
import type { Gunzip } from './load.ts'

/**
 * A Gunzip for where none is synchronous, as in a browser: decompresses archives and the archives
 * inside them beforehand and then answers from what it has. It knows data by its place in memory, so
 * the chart must be loaded from the very arrays that were given here.
 */
export async function inflateAhead(archives: readonly Uint8Array[]): Promise<Gunzip> {
  const inflated = new WeakMap<ArrayBufferLike, Map<string, Uint8Array>>()
  const budget = { bytes: limits.totalBytes }
  for (const archive of archives) await inflateAll(archive, { inflated, budget, depth: 0 })
  return (data) => {
    const found = inflated.get(data.buffer)?.get(placeOf(data))
    if (found !== undefined) return found
    throw new ChartError('load', 'gzip: invalid header')
  }
}

interface Inflating {
  readonly inflated: WeakMap<ArrayBufferLike, Map<string, Uint8Array>>
  readonly budget: { bytes: number }
  readonly depth: number
}

async function inflateAll(archive: Uint8Array, inflating: Inflating): Promise<void> {
  if (inflating.depth > limits.depth) {
    throw new ChartError('limit', `charts are nested more than ${limits.depth} deep`)
  }
  const tar = await inflate(archive, inflating.budget)
  const known = inflating.inflated.get(archive.buffer) ?? new Map<string, Uint8Array>()
  inflating.inflated.set(archive.buffer, known.set(placeOf(archive), tar))
  for (const { name, data } of readTar(tar)) {
    const isArchive = name.endsWith('.tgz') && data[0] === 0x1f && data[1] === 0x8b
    if (isArchive) await inflateAll(data, { ...inflating, depth: inflating.depth + 1 })
  }
}

async function inflate(data: Uint8Array, budget: { bytes: number }): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(data)]).stream()
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of stream.pipeThrough(new DecompressionStream('gzip'))) {
    length += part.length
    if (length > budget.bytes) {
      const most = `decompressed chart is larger than the maximum size ${limits.totalBytes}`
      throw new ChartError('limit', most)
    }
    parts.push(part)
  }
  budget.bytes -= length
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

function placeOf(data: Uint8Array): string {
  return `${data.byteOffset}:${data.length}`
}

import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import { SourceError } from '../errors.ts'
import type { GitLimits } from './limits.ts'

const offsetDelta = 6
const referenceDelta = 7
const trailerBytes = 20
/** Work between two chances for others to run. */
const sliceBytes = 8 * 1024 * 1024

/**
 * Goes through a pack before it is taken apart, because whatever takes it apart believes it: how many
 * objects there are, how large each becomes, and how deep they are made of one another. Everything is
 * inflated here once, within the bounds, and let go of.
 */
export async function checkPack(
  pack: Uint8Array,
  limits: GitLimits,
  signal: AbortSignal,
): Promise<void> {
  const bytes = Buffer.from(pack.buffer, pack.byteOffset, pack.length)
  if (bytes.length < 12 + trailerBytes || bytes.toString('latin1', 0, 4) !== 'PACK') {
    throw broken('is none')
  }
  const count = bytes.readUInt32BE(8)
  if (count > limits.objects) throw tooLarge(`has ${count} objects`, limits.objects)
  const depths = new Map<number, number>()
  let total = 0
  let sinceYield = 0
  for (let i = 0, at = 12; i < count; i++) {
    const object = readObject(bytes, at, limits)
    total += object.size
    sinceYield += object.size + 100
    if (total > limits.totalBytes) throw tooLarge('unpacks to too much', limits.totalBytes)
    depths.set(at, depthOf(object, at, depths, limits))
    at = object.end
    if (sinceYield < sliceBytes) continue
    sinceYield = 0
    await yieldToOthers()
    signal.throwIfAborted()
  }
}

interface PackObject {
  /** The size of the object that it becomes, base included. */
  readonly size: number
  readonly end: number
  readonly kind: number
  /** How far back its base begins. */
  readonly baseOffset: number
}

function readObject(bytes: Buffer, start: number, limits: GitLimits): PackObject {
  const head = readHead(bytes, start)
  const reference = readReference(bytes, head.at, head.kind)
  if (head.size > limits.objectBytes) throw tooLarge('has an object', limits.objectBytes)
  const { content, used } = inflate(bytes, reference.at, head.size)
  const isDelta = head.kind === offsetDelta || head.kind === referenceDelta
  const size = isDelta ? head.size + deltaResult(content) : head.size
  if (size > limits.objectBytes) throw tooLarge('has an object', limits.objectBytes)
  const { baseOffset } = reference
  return { size, end: reference.at + used, kind: head.kind, baseOffset }
}

// Bits 4 to 6 of the first byte are the kind; the size is in the rest, seven bits a byte.
function readHead(bytes: Buffer, start: number): { kind: number; size: number; at: number } {
  const first = byteAt(bytes, start)
  let size = first & 0x0f
  let at = start + 1
  for (let factor = 16, byte = first; (byte & 0x80) !== 0; factor *= 128, at++) {
    byte = byteAt(bytes, at)
    size += (byte & 0x7f) * factor
    if (factor > 2 ** 40) throw broken('has an object of no size')
  }
  return { kind: (first >> 4) & 0x07, size, at }
}

function readReference(
  bytes: Buffer,
  start: number,
  kind: number,
): { readonly baseOffset: number; readonly at: number } {
  if (kind === referenceDelta) return { baseOffset: 0, at: start + 20 }
  if (kind !== offsetDelta) return { baseOffset: 0, at: start }
  let at = start
  let byte = byteAt(bytes, at++)
  let offset = byte & 0x7f
  while ((byte & 0x80) !== 0) {
    byte = byteAt(bytes, at++)
    offset = (offset + 1) * 128 + (byte & 0x7f)
    if (offset > bytes.length) throw broken('has an object that is made of nothing')
  }
  return { baseOffset: offset, at }
}

function inflate(
  bytes: Buffer,
  start: number,
  size: number,
): { readonly content: Buffer; readonly used: number } {
  try {
    const options = { maxOutputLength: size + 1, chunkSize: Math.max(64, size + 1), info: true }
    const answer: unknown = inflateSync(bytes.subarray(start), options)
    const { buffer, engine } = answer as { buffer: Buffer; engine: { bytesWritten: number } }
    if (buffer.length === size) return { content: buffer, used: engine.bytesWritten }
  } catch (cause) {
    throw new SourceError('bad-git', 'the pack has an object that cannot be inflated', { cause })
  }
  throw broken('has an object of another size than it says')
}

/** The second number of a delta is the size of what it makes. */
function deltaResult(delta: Buffer): number {
  let at = 0
  const next = () => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = byteAt(delta, at++)
      value += (byte & 0x7f) * factor
      if ((byte & 0x80) === 0) return value
      if (factor > 2 ** 40) throw broken('has an object of no size')
    }
  }
  next()
  return next()
}

// A base that is named by its hash may be anywhere: it counts as if it were the deepest so far.
function depthOf(
  { kind, baseOffset }: PackObject,
  start: number,
  depths: ReadonlyMap<number, number>,
  limits: GitLimits,
): number {
  if (kind !== offsetDelta) return kind === referenceDelta ? 1 : 0
  const base = depths.get(start - baseOffset)
  if (base === undefined) throw broken('has an object that is made of nothing')
  if (base >= limits.deltaDepth) throw tooLarge('nests objects too deeply', limits.deltaDepth)
  return base + 1
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at]
  if (byte === undefined) throw broken('ends too early')
  return byte
}

function broken(why: string): SourceError {
  return new SourceError('bad-git', `the pack of the git server ${why}`)
}

function tooLarge(what: string, limit: number): SourceError {
  const message = `the pack of the git server ${what}; the limit is ${limit}`
  return new SourceError('too-large', message)
}

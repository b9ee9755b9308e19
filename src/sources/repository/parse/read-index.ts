import { type FileHandle, open } from 'node:fs/promises'
import { fromBytes } from '../../../formats/go-string.ts'
import type { Value } from '../../../formats/value.ts'
import { YamlError, type YamlErrorCode } from '../../../formats/yaml/errors.ts'
import { SourceError } from '../../errors.ts'
import { blocksOf } from '../index/file-blocks.ts'
import { checkEntry } from './check-entry.ts'
import { checkHead } from './check-head.ts'
import { IndexCollector } from '../index/index-collector.ts'
import type { IndexSink, IndexSummary } from '../index/index-sink.ts'
import { readEntryList, readIndexText } from '../index/index-shape.ts'
import { JsonIndexSplitter } from './split-json-index.ts'
import { maxEntryBytes, maxWholeIndexBytes } from '../limits.ts'
import { rowOfPlainEntry } from './plain-entry.ts'
import { notPlain, readPlainYaml } from './plain-yaml.ts'
import { readWholeIndex } from './read-whole-index.ts'
import { IndexSplitter, type IndexPosition, UnusualLayout } from './split-index.ts'

/**
 * Reads an index.yaml (or JSON) as Helm does, holding one chart at a time. An index that is laid out in
 * an unusual way is read whole, if it is small enough for that. `source` names it in errors.
 */
export async function readIndex(
  path: string,
  source: string,
  sink: IndexSink,
  signal: AbortSignal,
): Promise<IndexSummary> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size === 0) throw new SourceError('bad-index', `${source}: empty index.yaml file`)
    try {
      return await readInParts(file, source, sink, signal)
    } catch (error) {
      if (!(error instanceof UnusualLayout)) throw error
      if (size > maxWholeIndexBytes) throw tooUnusual(source, error)
      await sink.restart()
      return await readWholeIndex(file, source, sink)
    }
  } finally {
    await file.close()
  }
}

function tooUnusual(source: string, layout: UnusualLayout): SourceError {
  if (layout.cause instanceof Error) {
    return new SourceError('bad-index', `${source}: ${layout.cause.message}`, {
      cause: layout.cause,
    })
  }
  const limit = `only up to ${maxWholeIndexBytes} bytes`
  return new SourceError('too-large', `${source} is laid out in a way that is read ${limit}`)
}

async function readInParts(
  file: FileHandle,
  source: string,
  sink: IndexSink,
  signal: AbortSignal,
): Promise<IndexSummary> {
  const collector = new IndexCollector(source)
  const isJson = await beginsAsJson(file)
  const splitter = isJson ? jsonSplitter(collector, source) : yamlSplitter(collector, source)
  for await (const { buffer, isLast, done } of blocksOf(file, 2 * maxEntryBytes)) {
    signal.throwIfAborted()
    done(splitter.feed(buffer, isLast))
    await sink.write(collector.take())
  }
  checkHead(splitter.head(), source)
  const charts = collector.finish()
  await sink.write(collector.take())
  return { charts, warnings: collector.warnings }
}

interface Splitter {
  readonly feed: (buffer: Buffer, isLast: boolean) => number
  /** The fields of the index besides its entries, by its shape. */
  readonly head: () => Value
}

function yamlSplitter(collector: IndexCollector, source: string): Splitter {
  const splitter = new IndexSplitter({
    onChart: (name) => collector.openChart(name),
    onEntry: (bytes, place) => addYamlEntry(collector, bytes, place, source),
  })
  return {
    feed: (buffer, isLast) => splitter.feed(buffer, isLast),
    head: () => strictly(() => readIndexText(splitter.rest), source),
  }
}

function jsonSplitter(collector: IndexCollector, source: string): Splitter {
  const splitter = new JsonIndexSplitter(source, {
    onChart: (name) => collector.openChart(name),
    onEntry: (entry) => collector.add(checkEntry(entry)),
  })
  return {
    feed: (buffer, isLast) => splitter.feed(buffer, isLast),
    head: () => splitter.head(),
  }
}

function addYamlEntry(
  collector: IndexCollector,
  bytes: Uint8Array,
  place: IndexPosition,
  source: string,
): void {
  const text = fromBytes(bytes)
  const plain = readPlainYaml(text)
  if (plain !== notPlain && Array.isArray(plain) && plain.length === 1) {
    const row = rowOfPlainEntry(plain[0])
    if (row !== undefined) return collector.add(row)
  }
  const where = `${source}: the entry at line ${place.line}`
  const list = strictly(() => readEntryList(text), where)
  if (!Array.isArray(list) || list.length !== 1) throw new UnusualLayout()
  collector.add(checkEntry(list[0]))
}

// Faults that a piece has on its own; all others may come from the cut.
const ownFaults: ReadonlySet<YamlErrorCode> = new Set<YamlErrorCode>([
  'duplicate-key',
  'wrong-type',
  'unknown-key',
])

function strictly(read: () => Value, where: string): Value {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    if (!ownFaults.has(error.code)) throw new UnusualLayout('', { cause: error })
    throw new SourceError('bad-index', `${where}: ${error.message}`, { cause: error })
  }
}

async function beginsAsJson(file: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(4096)
  const { bytesRead } = await file.read(start, 0, start.length, 0)
  return /^[\t\n\r ]*\{/.test(start.toString('latin1', 0, bytesRead))
}

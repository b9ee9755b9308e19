import type { FileHandle } from 'node:fs/promises'
import { fromBytes } from '../../../formats/go-string.ts'
import { decodeJson } from '../../../formats/json/decode.ts'
import { JsonError } from '../../../formats/json/errors.ts'
import type { Value } from '../../../formats/value.ts'
import { YamlError } from '../../../formats/yaml/errors.ts'
import { fitToShape } from '../../../formats/yaml/fit-shape.ts'
import { SourceError } from '../../errors.ts'
import { checkEntry } from './check-entry.ts'
import { checkIndexFields } from './check-head.ts'
import { IndexCollector } from '../index/index-collector.ts'
import { indexShape, readIndexText } from '../index/index-shape.ts'
import type { IndexSink, IndexSummary } from '../index/index-sink.ts'

/** Reads an index in any layout, all of it in memory. */
export async function readWholeIndex(
  file: FileHandle,
  source: string,
  sink: IndexSink,
): Promise<IndexSummary> {
  const { size } = await file.stat()
  const bytes = Buffer.alloc(size)
  const { bytesRead } = await file.read(bytes, 0, size, 0)
  const index = parseIndex(fromBytes(bytes.subarray(0, bytesRead)), source)
  const collector = new IndexCollector(source)
  const entries = index.get('entries')
  for (const [name, list] of entries instanceof Map ? entries : []) {
    collector.openChart(name)
    for (const entry of Array.isArray(list) ? list : []) collector.add(checkEntry(entry))
  }
  checkIndexFields(index, source)
  const charts = collector.finish()
  await sink.write(collector.take())
  return { charts, warnings: collector.warnings }
}

/** JSON if it is JSON, and then with keys that nobody knows; strict YAML otherwise. */
export function parseIndex(text: string, source: string): ReadonlyMap<string, Value> {
  try {
    const json = jsonOf(text)
    const index = json === undefined ? readIndexText(text) : fitToShape(json, indexShape)
    return index instanceof Map ? index : new Map<string, Value>()
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw new SourceError('bad-index', `${source}: ${error.message}`, { cause: error })
  }
}

function jsonOf(text: string): Value {
  try {
    return decodeJson(text, 'any')
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

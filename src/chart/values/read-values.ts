import { fromBytes } from '../../formats/go-string.ts'
import { splitYamlDocuments } from '../../formats/yaml/documents.ts'
import { YamlError } from '../../formats/yaml/errors.ts'
import { readYamlMap } from '../../formats/yaml/read.ts'
import type { Table } from '../chart.ts'
import { ChartError } from '../errors.ts'
import { mergeTables } from './merge.ts'

/** A values file: every document of it, later ones over earlier ones. */
export function readValues(data: Uint8Array): Table {
  let values: Table = new Map()
  try {
    for (const document of splitYamlDocuments(fromBytes(data))) {
      values = mergeTables(values, readDocument(document))
    }
  } catch (error) {
    // The splitter names a bad separator without a prefix of its own.
    if (!(error instanceof YamlError)) throw error
    throw new ChartError('values', `error reading yaml document: ${error.problem}`, {
      cause: error,
    })
  }
  return values
}

function readDocument(text: string): Table {
  try {
    return readYamlMap(text)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    const message = `cannot unmarshal yaml document: ${error.message}`
    throw new ChartError('values', message, { cause: error })
  }
}

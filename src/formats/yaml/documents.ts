// The documents of a stream as Helm 4 splits values files: k8s.io/apimachinery's YAMLReader, which
// knows nothing of YAML but lines that begin with `---`.

import { trimSpace } from '../unicode/space.ts'
import { YamlError } from './errors.ts'

/**
 * The texts of the documents, one by one, so that a document is read before a bad separator behind it
 * is found. A separator that follows no document stays in the text of the next one.
 */
export function* splitYamlDocuments(text: string): Generator<string> {
  if (isOneDocument(text)) {
    yield text.endsWith('\n') ? text : `${text}\n`
    return
  }
  let document = ''
  for (const line of linesOf(text)) {
    if (line.startsWith('---')) {
      const rest = trimSpace(line.slice(3))
      if (rest !== '' && !rest.startsWith('#'))
        throw new YamlError('syntax', `invalid Yaml document separator: ${rest}`, undefined)
      if (document !== '') {
        yield document
        document = ''
        continue
      }
    }
    document += `${line}\n`
  }
  if (document !== '') yield document
}

// Most values files are, and taking a long one apart into lines costs more than all else here.
function isOneDocument(text: string): boolean {
  return text !== '' && !text.startsWith('---') && !text.includes('\n---') && !text.includes('\r\n')
}

// A carriage return before a line feed goes with it; one at the very end stays.
function linesOf(text: string): string[] {
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  const ended = lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  return last === '' ? ended : [...ended, last]
}

import { limits } from '../../chart/limits.ts'
import { splitManifests } from '../../chart/render/split-manifests.ts'
import { readYaml } from '../../formats/yaml/read.ts'
import { SourceError } from '../errors.ts'

/** The texts of the Kubernetes objects in one YAML file; every one has a kind. */
export function readManifests(bytes: Uint8Array, what: string): readonly string[] {
  if (bytes.length > limits.valuesBytes) {
    const most = `is larger than ${limits.valuesBytes} bytes`
    throw new SourceError('too-large', `${what} ${most}`)
  }
  const documents = splitManifests(decode(bytes, what)).filter((text) => !isOnlyComments(text))
  documents.forEach((text, i) => checkDocument(text, `document ${i + 1} of ${what}`))
  if (documents.length > 0) return documents
  throw new SourceError('bad-archive', `${what} holds no document`)
}

function decode(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new SourceError('bad-archive', `${what} is not text in UTF-8`, { cause })
  }
}

function isOnlyComments(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(#|$)/.test(line))
}

function checkDocument(text: string, what: string): void {
  const value = parse(text, what)
  const isObject = value instanceof Map && ['apiVersion', 'kind'].every((key) => value.get(key))
  if (isObject) return
  throw new SourceError('bad-archive', `${what} is no Kubernetes object: it has no kind`)
}

function parse(text: string, what: string): unknown {
  try {
    return readYaml(text)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new SourceError('bad-archive', `${what} is not YAML: ${why}`, { cause })
  }
}

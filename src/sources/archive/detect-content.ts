import { SourceError } from '../errors.ts'

/** The kinds of bytes that may hold a chart or manifests. */
export type ContentKind = 'tgz' | 'zip' | 'yaml'

const others: readonly (readonly [string, readonly number[]])[] = [
  ['an xz archive', [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['a zstandard archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['a bzip2 archive', [0x42, 0x5a, 0x68]],
  ['a 7-zip archive', [0x37, 0x7a, 0xbc, 0xaf]],
  ['a PDF document', [0x25, 0x50, 0x44, 0x46]],
]
const understood = 'charts come as .tgz or .zip, manifests as YAML'
const looked = 64 * 1024

/** The kind of the bytes, by their content and never by their name; `what` names them in errors. */
export function detectContent(bytes: Uint8Array, what: string): ContentKind {
  if (startsWith(bytes, [0x1f, 0x8b, 0x08])) return 'tgz'
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06])) {
    return 'zip'
  }
  const other = others.find(([, magic]) => startsWith(bytes, magic))
  if (other !== undefined) throw unknown(`${what} is ${other[0]}`)
  if (bytes.length === 0) throw unknown(`${what} is empty`)
  const head = headText(bytes)
  if (head === undefined) throw unknown(`${what} is no archive and no text`)
  if (/^\s*<(!doctype|html|\?xml)/i.test(head)) throw unknown(`${what} is a web page`)
  return 'yaml'
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte)
}

/** The beginning as text; undefined when it is none. */
function headText(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, looked)
  if (head.includes(0)) return undefined
  try {
    // A character may be cut in two where the head ends.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}

function unknown(found: string): SourceError {
  return new SourceError('bad-archive', `${found}; ${understood}`)
}

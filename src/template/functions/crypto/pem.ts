import { encodeBase64 } from '../../../formats/base64.ts'
import { fromBinary, toBinary } from '../../../formats/byte-string.ts'
import { toBytes } from '../../../formats/go-string.ts'
import { decodeBase64 } from '../encoding/base64.ts'

export interface PemBlock {
  readonly type: string
  readonly bytes: Uint8Array
}

const lineLength = 64

/** A block as Go's encoding/pem writes it, with a line break at the end. */
export function encodePem({ type, bytes }: PemBlock): string {
  const lines = encodeBase64(bytes).match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? []
  return [`-----BEGIN ${type}-----`, ...lines, `-----END ${type}-----`, ''].join('\n')
}

const block =
  /(?:^|\n)-----BEGIN ([^\n]*?)-----[ \t]*\r?\n((?:(?!-----BEGIN )[^])*?)(?<=\n)-----END \1-----[ \t]*\r?(?:\n|$)/g

/** The first block of a text that Go's encoding/pem can read; undefined when there is none. */
export function decodePem(text: string): PemBlock | undefined {
  for (const [, type = '', body = ''] of toBinary(text).matchAll(block)) {
    // Headers are lines with a colon before the data.
    const data = body.replace(/^(?:[^\n]*:[^\n]*\n)*/, '').replaceAll(/[ \t]/g, '')
    const bytes = decodeBase64(toBytes(fromBinary(data)))
    if (typeof bytes !== 'string') return { type: fromBinary(type), bytes }
  }
  return undefined
}

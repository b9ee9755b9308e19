// The characters of a YAML text as go-yaml gets to see them: without a byte order mark, decoded from
// UTF-16 where such a mark says so, and refused where a byte or character is not allowed.
//
// go-yaml decodes 512 bytes at a time, and an error in such a page comes up as soon as the scanner
// needs the first character of the page: before a syntax error in the same page, after one in an
// earlier page, never when the first document ends earlier. Only texts with a fault, or with a byte
// order mark inside (see Cursor), need to know their pages.

import { toBytes } from '../../go-string.ts'
import { decodeUtf16, decodeUtf8, incomplete, type Decode } from './source-decoding.ts'

export interface Source {
  /** The text, up to the fault if it has one. */
  readonly text: string
  readonly pages: Pages | undefined
}

export interface Pages {
  /** Where each page ends in the text. */
  readonly ends: readonly number[]
  /** The fault of the page that follows; undefined at the end of the text. */
  readonly fault: string | undefined
}

const pageBytes = 512
const unusual = /[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u

/** Checks and decodes a text. */
export function openSource(input: string): Source {
  if (input === '') return { text: '\n', pages: undefined }
  const text = input.charCodeAt(0) === 0xfeff ? input.slice(1) : input
  if (!unusual.test(text)) return { text, pages: undefined }
  return readPages(toBytes(input))
}

function readPages(bytes: Uint8Array): Source {
  const { decode, mark, cutOff } = encodingOf(bytes)
  const ends: number[] = []
  let text = ''
  let at = mark
  let pageEnd = Math.min(pageBytes, bytes.length)
  while (at < bytes.length) {
    const char = decode(bytes, at, pageEnd)
    if (typeof char === 'string') return { text, pages: { ends, fault: char } }
    if (char !== incomplete) {
      text += String.fromCodePoint(char.point)
      at += char.width
      if (at < pageEnd) continue
    }
    // The page is used up, or the character goes on in the next one, which then begins with it.
    ends.push(text.length)
    if (char === incomplete && pageEnd === bytes.length)
      return { text, pages: { ends, fault: cutOff(bytes.length - at) } }
    pageEnd = Math.min(at + pageBytes, bytes.length)
  }
  return { text, pages: { ends, fault: undefined } }
}

interface Encoding {
  /** The length of the byte order mark. */
  readonly mark: number
  readonly decode: Decode
  /**
   * The error of go-yaml for a text that ends inside a character of which so many bytes are left.
   */
  readonly cutOff: (left: number) => string
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes
  if (first === 0xff && second === 0xfe)
    return { mark: 2, decode: decodeUtf16(0), cutOff: cutOffUtf16 }
  if (first === 0xfe && second === 0xff)
    return { mark: 2, decode: decodeUtf16(1), cutOff: cutOffUtf16 }
  const mark = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0
  return { mark, decode: decodeUtf8, cutOff: () => 'incomplete UTF-8 octet sequence' }
}

function cutOffUtf16(left: number): string {
  return left < 2 ? 'incomplete UTF-16 character' : 'incomplete UTF-16 surrogate pair'
}

import { fromBytes, isAscii, isValidUtf8, toBytes } from './go-string.ts'

/** Bytes that become characters in one call. */
const atOnce = 4096

/** The text as one character per byte, so that JavaScript's indices are Go's. */
export function toBinary(text: string): string {
  if (isAscii(text)) return text
  const bytes = toBytes(text)
  let binary = ''
  for (let at = 0; at < bytes.length; at += atOnce)
    binary += String.fromCharCode(...bytes.subarray(at, at + atOnce))
  return binary
}

/** The Go string of text that has one character per byte. */
export function fromBinary(binary: string): string {
  if (isAscii(binary)) return binary
  // By index: an iterator takes thirty times as long.
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < bytes.length; at++) bytes[at] = binary.charCodeAt(at)
  return fromBytes(bytes)
}

/**
 * Answers by bytes what `search` answers about valid text by characters. Searching, cutting and
 * joining valid text gives the same either way; a stray byte may be part of a character in another
 * text, so then everything is taken byte by byte.
 */
export function byBytes<Answer>(
  texts: readonly string[],
  search: (...texts: string[]) => Answer,
  back: (answer: Answer) => Answer,
): Answer {
  if (texts.every(isValidUtf8)) return search(...texts)
  return back(search(...texts.map(toBinary)))
}

/** For answers that are no text. */
export function asIs<Answer>(answer: Answer): Answer {
  return answer
}

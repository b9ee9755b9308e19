import { decodeBase64 as decodeDigits } from '../base64.ts'

const shape = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** The bytes of a base64 text as Go's StdEncoding reads it: line breaks do not count. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const digits = text.replaceAll(/[\r\n]/g, '')
  return shape.test(digits) ? decodeDigits(digits) : undefined
}

import { encodeBase64 } from '../../../formats/base64.ts'
import { fromBytes, toBytes } from '../../../formats/go-string.ts'
import type { FuncMap, TemplateFunc } from '../../func.ts'
import { decodeBase32, encodeBase32 } from './base32.ts'
import { decodeBase64 } from './base64.ts'
import { spendText } from '../cost.ts'
import { define } from '../define.ts'

/** Base64 and base32 of the bytes of a string. Decoding gives the text of the error when it fails. */
export const baseFunctions: FuncMap = {
  b64enc: encoding(encodeBase64),
  b64dec: decoding(decodeBase64),
  b32enc: encoding(encodeBase32),
  b32dec: decoding(decodeBase32),
}

function encoding(encode: (bytes: Uint8Array) => string): TemplateFunc {
  return define(['string'], ([text], scope) => {
    spendText(scope, text.length)
    return encode(toBytes(text))
  })
}

function decoding(decode: (text: Uint8Array) => Uint8Array | string): TemplateFunc {
  return define(['string'], ([text], scope) => {
    spendText(scope, text.length)
    const decoded = decode(toBytes(text))
    return typeof decoded === 'string' ? decoded : fromBytes(decoded)
  })
}

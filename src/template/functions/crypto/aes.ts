import { cbc } from '@noble/ciphers/aes.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { encodeBase64 } from '../../../formats/base64.ts'
import { fromBytes, toBytes } from '../../../formats/go-string.ts'
import { FuncError, type FuncMap } from '../../func.ts'
import { decodeBase64 } from '../encoding/base64.ts'
import { spendText } from '../cost.ts'
import { define } from '../define.ts'
import { panic, runtimeError } from '../go-panic.ts'

const keyLength = 32
const blockLength = 16

/** AES-256 in CBC mode; the random start vector stands before the text, all in base64. */
export const aesFunctions: FuncMap = {
  encryptAES: define(['string', 'string'], ([password, text], scope) => {
    if (text === '') return ''
    spendText(scope, text.length)
    const vector = scope.entropy.randomBytes(blockLength)
    const encrypted = cbc(keyOf(password), vector).encrypt(toBytes(text))
    return encodeBase64(concatBytes(vector, encrypted))
  }),
  decryptAES: define(['string', 'string'], ([password, text], scope) => {
    if (text === '') return ''
    spendText(scope, text.length)
    const bytes = decodeBase64(toBytes(text))
    if (typeof bytes === 'string') throw new FuncError(bytes)
    checkLength(bytes.length, text)
    const cipher = cbc(keyOf(password), bytes.subarray(0, blockLength), { disablePadding: true })
    return fromBytes(withoutPadding(cipher.decrypt(bytes.subarray(blockLength))))
  }),
}

/** The password's first 32 bytes, filled up with zeros. */
function keyOf(password: string): Uint8Array {
  const key = new Uint8Array(keyLength)
  key.set(toBytes(password).subarray(0, keyLength))
  return key
}

function checkLength(length: number, text: string): void {
  if (length < blockLength) {
    const capacity = Math.floor(text.length / 4) * 3
    throw runtimeError(`slice bounds out of range [:${blockLength}] with capacity ${capacity}`)
  }
  if (length % blockLength !== 0) throw panic('crypto/cipher: input not full blocks')
}

/** Sprig trusts the last byte to say how long the padding is. */
function withoutPadding(bytes: Uint8Array): Uint8Array {
  const last = bytes.at(-1)
  if (last === undefined) throw runtimeError('index out of range [-1]')
  const length = bytes.length - last
  if (length < 0) throw runtimeError(`slice bounds out of range [:${length}]`)
  return bytes.subarray(0, length)
}

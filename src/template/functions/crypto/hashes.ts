import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { toBytes } from '../../../formats/go-string.ts'
import type { FuncMap, TemplateFunc } from '../../func.ts'
import { spendText } from '../cost.ts'
import { define } from '../define.ts'

/** Checksums of texts. */
export const hashFunctions: FuncMap = {
  sha1sum: hexSum(sha1),
  sha256sum: hexSum(sha256),
  sha512sum: hexSum(sha512),
  adler32sum: define(['string'], ([text], scope) => {
    spendText(scope, text.length)
    return String(adler32(toBytes(text)))
  }),
}

function hexSum(hash: (bytes: Uint8Array) => Uint8Array): TemplateFunc {
  return define(['string'], ([text], scope) => {
    spendText(scope, text.length)
    return bytesToHex(hash(toBytes(text)))
  })
}

const adlerPrime = 65_521
/** So many bytes can be summed up before a 32-bit number would overflow. */
const adlerRun = 5_552

/** Two sums, of the bytes and of those sums, side by side in one number. */
function adler32(bytes: Uint8Array): number {
  let sum = 1
  let sumOfSums = 0
  for (let start = 0; start < bytes.length; start += adlerRun) {
    for (const byte of bytes.subarray(start, start + adlerRun)) {
      sum += byte
      sumOfSums += sum
    }
    sum %= adlerPrime
    sumOfSums %= adlerPrime
  }
  return sumOfSums * 65_536 + sum
}

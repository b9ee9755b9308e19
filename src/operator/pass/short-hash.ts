import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Some letters that stand for a text, in names; pure, unlike what Node has. */
export function shortHash(text: string, length: number): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, length)
}

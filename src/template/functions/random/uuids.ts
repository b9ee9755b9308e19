import { bytesToHex } from '@noble/hashes/utils.js'
import type { FuncMap } from '../../func.ts'
import { define } from '../define.ts'

/** Random identifiers. */
export const uuidFunctions: FuncMap = {
  uuidv4: define([], (_, { entropy }) => {
    const bytes = Uint8Array.from(entropy.randomBytes(16))
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
    return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  }),
}

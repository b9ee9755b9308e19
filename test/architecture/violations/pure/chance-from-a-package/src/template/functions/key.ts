import { randomBytes } from '@noble/hashes/utils.js'

export const key = (): Uint8Array => randomBytes(16)

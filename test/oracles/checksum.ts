import { createHash } from 'node:crypto'
import { OracleError } from './errors.ts'

/** Refuses bytes other than the ones that were pinned. */
export function checkSha256(bytes: Uint8Array, wanted: string, what: string): void {
  const found = createHash('sha256').update(bytes).digest('hex')
  if (found === wanted) return
  throw new OracleError('wrong-checksum', `${what} has sha256 ${found}; wanted ${wanted}`)
}

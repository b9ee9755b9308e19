import type { Value } from '../../../formats/value.ts'
import { SourceError } from '../../errors.ts'
import { normalizeTime } from '../go-time.ts'
import { UnusualLayout } from './split-index.ts'

/** Checks what an index has besides its entries. */
export function checkHead(head: Value, source: string): void {
  const fields: ReadonlyMap<string, Value> = head instanceof Map ? head : new Map<string, Value>()
  const entries = fields.get('entries')
  // Entries that are spelt or laid out so that they were not taken for entries.
  if (entries instanceof Map && entries.size > 0) throw new UnusualLayout()
  checkIndexFields(fields, source)
}

/**
 * Throws for the faults that Helm refuses an index for: no version of its own, a time that is none.
 */
export function checkIndexFields(fields: ReadonlyMap<string, Value>, source: string): void {
  const generated = fields.get('generated') ?? null
  if (generated !== null) {
    if (typeof generated !== 'string') {
      const problem = 'Time.UnmarshalJSON: input is not a JSON string'
      throw new SourceError('bad-index', `${source}: ${problem}`)
    }
    normalizeTime(generated)
  }
  if ((fields.get('apiVersion') ?? '') === '') {
    throw new SourceError('bad-index', `${source}: no API version specified`)
  }
}

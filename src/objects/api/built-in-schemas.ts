import { readApiSchemas, type ApiSchemas } from '../schema/api-schemas.ts'
import table from './schemas.json' with { type: 'json' }

/** The types of the built-in kinds, from the table that was generated from a real server. */
export function builtInSchemas(): ApiSchemas {
  return (read ??= readApiSchemas(table.schemas))
}

let read: ApiSchemas | undefined

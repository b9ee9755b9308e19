import type { Resource } from '../registry/resource.ts'
import { ageColumn, nameColumn } from '../registry/table.ts'
import type { PrinterColumn } from '../registry/table.ts'

/** What a table of a built-in kind shows. */
export function columnsOf(_resource: Resource): readonly PrinterColumn[] {
  return [nameColumn, ageColumn]
}

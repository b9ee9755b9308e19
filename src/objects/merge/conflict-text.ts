import { compareStrings } from '../../formats/go-string.ts'
import { quote } from '../../formats/quote.ts'
import { fieldSetOf, pathsOf, type FieldSet } from './field-set.ts'
import { parseIdentity } from './managers/managed-fields.ts'
import { printPath, type FieldPath } from './path-element.ts'

/** A field that the applied configuration wants otherwise and somebody else owns. */
export interface Conflict {
  /** The identity of the other manager. */
  readonly manager: string
  readonly path: FieldPath
}

/** A cause in the Status that the API server answers with. */
export interface ConflictCause {
  readonly reason: 'FieldManagerConflict'
  readonly message: string
  readonly field: string
}

/** The conflicts one by one, by manager. */
export function listConflicts(byManager: ReadonlyMap<string, FieldSet>): readonly Conflict[] {
  const managers = [...byManager].toSorted(([a], [b]) => compareStrings(a, b))
  return managers.flatMap(([manager, fields]) =>
    [...pathsOf(fields)].map((path) => ({ manager, path })),
  )
}

/** The fields in conflict. */
export function conflictingFields(conflicts: readonly Conflict[]): FieldSet {
  return fieldSetOf(conflicts.map(({ path }) => path))
}

/** The message of the API server. */
export function conflictMessage(conflicts: readonly Conflict[]): string {
  const [first, ...others] = conflicts
  if (first !== undefined && others.length === 0)
    return `Apply failed with 1 conflict: conflict with ${describe(first.manager)}: ${printPath(first.path)}`
  const managers = [...new Set(conflicts.map(({ manager }) => manager))].toSorted(compareStrings)
  const lines = managers.flatMap((manager) => [
    `conflicts with ${describe(manager)}:`,
    ...conflicts.filter((one) => one.manager === manager).map(({ path }) => `- ${printPath(path)}`),
  ])
  return `Apply failed with ${conflicts.length} conflicts: ${lines.join('\n')}`
}

/** The causes in the details of the API server's answer. */
export function conflictCauses(conflicts: readonly Conflict[]): readonly ConflictCause[] {
  return conflicts.map(({ manager, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${describe(manager)}`,
    field: printPath(path),
  }))
}

function describe(identity: string): string {
  const { manager, operation, apiVersion, subresource } = parseIdentity(identity)
  const name = quote(manager)
  const part = subresource === '' ? name : `${name} with subresource ${quote(subresource)}`
  return operation === 'Update' ? `${part} using ${apiVersion}` : part
}

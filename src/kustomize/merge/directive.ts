import { KustomizeError } from '../errors.ts'
import { clearField, fieldOf, setItem } from '../yaml/edit.ts'
import type { YamlNode } from '../yaml/node.ts'

export type Directive = 'merge' | 'replace' | 'delete'

const directiveKey = '$patch'

/**
 * The `$patch` directive of a map, or of an item of a list that has nothing but it. It is taken
 * out.
 */
export function directiveOf(patch: YamlNode): Directive | undefined {
  if (patch.kind === 'map') return ofMap(patch)
  return patch.kind === 'list' ? ofList(patch) : undefined
}

function ofMap(patch: YamlNode): Directive {
  const value = fieldOf(patch, directiveKey)?.value
  if (value === undefined) return 'merge'
  const directive = checked(value)
  clearField(patch, directiveKey)
  return directive
}

function ofList(patch: YamlNode): Directive {
  const item = patch.content.find((one) => fieldOf(one, directiveKey) !== undefined)
  const value = fieldOf(item, directiveKey)?.value
  if (item === undefined || value === undefined || item.content.length > 2) return 'merge'
  const directive = checked(value)
  setItem(patch, undefined, [directiveKey], [value])
  return directive
}

function checked(value: string): Directive {
  if (value === 'delete' || value === 'replace' || value === 'merge') return value
  const known = 'delete, replace or merge'
  throw new KustomizeError('invalid', `unknown patch strategy '${value}'; ${known} was wanted`)
}

// `vars`: texts such as $(NAME) become what a field of another object holds.

import { compareStrings } from '../../formats/go-string.ts'
import { formatFloat } from '../../formats/format-float.ts'
import { editField, type FieldSpec } from '../config/field-spec.ts'
import { KustomizeError } from '../errors.ts'
import { equalGvk, equalIds, type ResId } from '../resource/res-id.ts'
import type { ResMap } from '../resource/res-map.ts'
import type { Resource } from '../resource/resource.ts'
import { lookup } from '../yaml/edit.ts'
import {
  booleanTag,
  floatTag,
  integerTag,
  isMissingOrNull,
  isString,
  stringTag,
  type YamlNode,
} from '../yaml/node.ts'
import { splitPathWithBrackets } from '../yaml/split-path.ts'

export interface Var {
  readonly name: string
  readonly target: ResId
  readonly fieldPath: string
}

type VarValue = string | number | bigint | boolean

/** Notes on objects which vars refer to them, while their names are still those of this layer. */
export function bindVars(map: ResMap, vars: readonly Var[]): void {
  for (const one of vars) {
    const { target } = one
    const isExact = target.namespace !== '' || target.isClusterScoped
    const matches = (id: ResId) =>
      isExact ? equalIds(id, target) : id.name === target.name && equalGvk(id, target)
    const found = map.matchingAnyId(matches)
    if (found.length > 1) {
      const message = `found ${found.length} resId matches for var ${one.name} (unable to disambiguate)`
      throw new KustomizeError('conflict', message)
    }
    found[0]?.varNames.push(one.name)
  }
}

/** Adds vars to those of the layers below; a name may be used once. */
export function mergeVars(known: readonly Var[], more: readonly Var[]): Var[] {
  const all = [...known]
  for (const one of more) {
    if (all.some(({ name }) => name === one.name))
      throw new KustomizeError('conflict', `var '${one.name}' already encountered`)
    all.push(one)
  }
  return all
}

/** Replaces all vars; gives the names of those that stood nowhere. */
export function resolveVars(
  map: ResMap,
  vars: readonly Var[],
  specs: readonly FieldSpec[],
): readonly string[] {
  if (vars.length === 0) return []
  const sorted = vars.toSorted((a, b) => compareStrings(a.name, b.name))
  const values = new Map(sorted.map((one) => [one.name, valueOf(one, map.resources)]))
  const used = new Set<string>()
  const replace = (text: string) => expand(text, values, used)
  for (const { node } of map.resources)
    for (const spec of specs) editField(node, spec, { set: (field) => setIn(field, replace) })
  map.touch()
  return [...values.keys()].filter((name) => !used.has(name))
}

function valueOf(one: Var, resources: readonly Resource[]): VarValue | undefined {
  const holder = resources.find(({ varNames }) => varNames.includes(one.name))
  const where = `${one.target.kind} ${one.target.name}`
  if (holder === undefined) {
    const message = `var '${one.name}' cannot be mapped to a field in the set of known resources`
    throw new KustomizeError('conflict', `${message}: there is no ${where}`)
  }
  const path = splitPathWithBrackets(one.fieldPath, '.').flatMap(indexesOf)
  const node = lookup(holder.node, path)
  if (node !== undefined) return scalarOf(node)
  const message = `field specified in var '${one.name}' not found in ${where}: ${one.fieldPath}`
  throw new KustomizeError('conflict', message)
}

// `ports[0]` means an item of a list.
function indexesOf(part: string): string[] {
  const match = /^(.*)\[(\d+)\]$/.exec(part)
  if (match === null) return [part]
  const [, name = '', index = ''] = match
  return name === '' ? [index] : [name, index]
}

function scalarOf({ kind, tag, value }: YamlNode): VarValue | undefined {
  if (kind !== 'scalar') return undefined
  switch (tag) {
    case integerTag:
      return BigInt(value)
    case floatTag:
      return Number(value)
    case booleanTag:
      return /^(?:1|t|T|true|True|TRUE)$/.test(value)
    default:
      return value
  }
}

function setIn(node: YamlNode, replace: (text: string) => VarValue): void {
  if (isMissingOrNull(node)) return
  if (node.kind === 'scalar') {
    if (isString(node)) update(node, replace(node.value))
  } else if (node.kind === 'map') {
    for (const value of node.content.filter((_, index) => index % 2 === 1))
      if (isString(value)) update(value, replace(value.value))
  } else
    for (const item of node.content) {
      if (!isString(item))
        throw new KustomizeError('invalid', `line ${item.line}: a string was wanted in a list`)
      update(item, replace(item.value))
    }
}

function update(node: YamlNode, value: VarValue): void {
  node.quote = ''
  node.value = printVar(value)
  if (typeof value === 'bigint') node.tag = integerTag
  else if (typeof value === 'number') node.tag = floatTag
  else if (typeof value === 'boolean') node.tag = booleanTag
  else node.tag = stringTag
}

function printVar(value: VarValue): string {
  return typeof value === 'number' ? formatFloat(value, 'f', -1) : String(value)
}

/** Kubernetes' own rules: $(NAME) is a reference, $$ a dollar sign, all else is as it is. */
function expand(
  text: string,
  values: ReadonlyMap<string, VarValue | undefined>,
  used: Set<string>,
): VarValue {
  const whole = /^\$\(([^)]*)\)$/.exec(text)?.[1]
  const known = whole === undefined ? undefined : values.get(whole)
  if (whole !== undefined && known !== undefined) {
    used.add(whole)
    return known
  }
  return text.replaceAll(/\$(\$|\(([^)]*)\)|.|$)/gsu, (match, rest: string, name: unknown) => {
    if (rest === '$') return '$'
    const value = typeof name === 'string' ? values.get(name) : undefined
    if (typeof name !== 'string' || value === undefined) return match
    used.add(name)
    return typeof value === 'number' ? formatFloat(value, 'g', -1) : String(value)
  })
}

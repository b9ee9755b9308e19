// Every place that a path of a replacement names: fields, indexes, `*` for every item, and
// `[field=pattern]` for the items whose field matches a regular expression.

import { compileRegexp } from '../../formats/regexp.ts'
import { KustomizeError } from '../errors.ts'
import {
  fieldOf,
  getField,
  isIndexNumber,
  isListIndex,
  kindOfPart,
  requireKind,
  setFieldEvenNull,
  splitIndex,
} from './edit.ts'
import { emptyNode, plainScalar, type NodeKind, type YamlNode } from './node.ts'
import { parseDocument } from './parse.ts'
import { printScalar } from './print-node.ts'

/**
 * The places of a path, or undefined when there is none. Missing parts are made when a kind is
 * given for the last part.
 */
export function matchPath(
  node: YamlNode,
  path: readonly string[],
  create: NodeKind | undefined,
): YamlNode[] | undefined {
  const [part, ...rest] = path
  if (part === undefined) return [node]
  const where: Step = { part, rest, create }
  if (isIndexNumber(part)) return matchIndex(node, where)
  if (isListIndex(part)) return matchItems(node, where, 'may-create')
  if (part === '*') return matchEvery(node, where)
  return matchField(node, where)
}

interface Step {
  readonly part: string
  readonly rest: readonly string[]
  readonly create: NodeKind | undefined
}

function matchField(node: YamlNode, { part, rest, create }: Step): YamlNode[] | undefined {
  let field = getField(node, part)
  if (field === undefined) {
    if (create === undefined) return undefined
    field = emptyNode(kindOfPart(rest[0] ?? '', create))
    setFieldEvenNull(node, part, field)
  }
  if (field.kind !== 'scalar' || rest.length === 0) return matchPath(field, rest, create)
  // A scalar may hold YAML; what is found in it belongs to a copy that nobody keeps.
  const inner = parseDocument(field.value) ?? emptyNode('none')
  return matchPath(inner, rest, create)
}

function matchIndex(node: YamlNode, { part, rest, create }: Step): YamlNode[] | undefined {
  requireKind(node, 'list')
  const index = Number(part)
  if (node.content.length === index && create !== undefined)
    node.content.push(emptyNode(kindOfPart(rest[0] ?? '', create)))
  const item = node.content[index]
  if (item !== undefined) return matchPath(item, rest, create)
  const message = `index ${index} specified but only ${node.content.length} elements found`
  throw new KustomizeError('invalid', message)
}

function matchEvery(node: YamlNode, { rest, create }: Step): YamlNode[] | undefined {
  requireKind(node, 'list')
  return collect(node.content.map((item) => matchPath(item, rest, create)))
}

function matchItems(
  node: YamlNode,
  where: Step,
  creation: 'may-create' | 'made',
): YamlNode[] | undefined {
  const { part, rest, create } = where
  requireKind(node, 'list')
  const { name, value } = splitIndex(part)
  const pattern = compileRegexp(value)
  const isWanted = (scalar: YamlNode) => pattern.matches(printScalar(scalar))
  const found = collect(
    node.content.map((item) => {
      if (name === '') return isWanted(item) ? [item] : undefined
      const field = fieldOf(item, name)
      return field !== undefined && isWanted(field) ? matchPath(item, rest, create) : undefined
    }),
  )
  if (found !== undefined || create === undefined || creation === 'made') return found
  const made = plainScalar(value)
  const item = { ...emptyNode('map'), content: [plainScalar(name), made] }
  node.content.push(name === '' ? made : item)
  return matchItems(node, where, 'made')
}

function collect(parts: readonly (YamlNode[] | undefined)[]): YamlNode[] | undefined {
  const found = parts.flatMap((part) => part ?? [])
  return found.length === 0 ? undefined : found
}

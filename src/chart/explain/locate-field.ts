import { composeDocument } from '../../formats/yaml/compose.ts'
import { targetOf, type Node } from '../../formats/yaml/nodes.ts'
import { pathText } from '../../template/trace/values-path.ts'
import { ChartError } from '../errors.ts'
import { parseKeys } from './field-keys.ts'
import type { OutputDocument } from './output-lines.ts'
import type { TracedChart } from './trace-chart.ts'

/** The lines of the output, counted from 1, on which a field of an object stands. */
export interface FieldLines {
  readonly first: number
  readonly last: number
}

/** Finds `Kind/name:field.path[0]`; without a field, the whole object. */
export function locateField(traced: TracedChart, reference: string): FieldLines {
  const [, kind, name, field] = /^([^/]+)\/([^:]+)(?::(.*))?$/s.exec(reference) ?? []
  if (kind === undefined || name === undefined) {
    const wanted = 'wanted an object and a field such as Deployment/web:spec.replicas'
    throw new ChartError('not-found', `${wanted}, found ${reference}`)
  }
  const document = traced.documents.find((one) => one.kind === kind && one.name === name)
  if (document === undefined) throw noObject(traced.documents, `${kind}/${name}`)
  if (field === undefined || field === '') {
    return { first: document.firstLine, last: document.lastLine }
  }
  const found = findKeys(traced, document, parseKeys(field))
  if (found === undefined || 'missing' in found) {
    throw noField(`${kind}/${name}`, found ?? { missing: field, above: '', names: [] })
  }
  return linesOf(document, found)
}

/** The lines on which a field of a document stands; undefined when it has no such field. */
export function locateKeys(
  traced: TracedChart,
  document: OutputDocument,
  keys: readonly (string | number)[],
): FieldLines | undefined {
  const found = findKeys(traced, document, keys)
  return found === undefined || 'missing' in found ? undefined : linesOf(document, found)
}

/** The line of a document, counted from one, on which a field stands; undefined where the document has no such field. */
export function lineOfKeys(
  document: string,
  keys: readonly (string | number)[],
): number | undefined {
  const root = composeDocument(document)
  const found = root === undefined ? undefined : walk(root, keys, document.split('\n').length)
  return found === undefined || 'missing' in found ? undefined : found.first + 1
}

function findKeys(
  traced: TracedChart,
  document: OutputDocument,
  keys: readonly (string | number)[],
): Found | Missing | undefined {
  const lines = traced.lines.slice(document.firstLine - 1, document.lastLine)
  const root = composeDocument(lines.map(({ text }) => text).join('\n'))
  return root === undefined ? undefined : walk(root, keys, lines.length)
}

function linesOf(document: OutputDocument, { first, next }: Found): FieldLines {
  return { first: document.firstLine + first, last: document.firstLine + Math.max(first, next - 1) }
}

interface Found {
  readonly first: number
  /** The first line that is no longer part of it. */
  readonly next: number
}

interface Missing {
  readonly missing: string
  readonly above: string
  readonly names: readonly string[]
}

function walk(root: Node, keys: readonly (string | number)[], end: number): Found | Missing {
  let node = targetOf(root)
  let found: Found = { first: root.line, next: end }
  for (const [depth, key] of keys.entries()) {
    const entries = entriesOf(node, found.next)
    const entry = entries.find((one) => one.key === key)
    if (entry === undefined) {
      return {
        missing: pathText(keys.slice(0, depth + 1)),
        above: pathText(keys.slice(0, depth)),
        names: entries.map((one) => String(one.key)),
      }
    }
    found = { first: entry.first, next: entry.next }
    node = targetOf(entry.node)
  }
  return found
}

interface Entry extends Found {
  readonly key: string | number
  readonly node: Node
}

function entriesOf(node: Node, end: number): Entry[] {
  if (node.kind === 'sequence') {
    return node.children.map((child, key) => {
      const next = node.children[key + 1]?.line ?? end
      return { key, node: child, first: child.line, next }
    })
  }
  if (node.kind !== 'mapping') return []
  return node.children.flatMap((name, at): Entry[] => {
    const value = node.children[at + 1]
    if (at % 2 === 1 || name.kind !== 'scalar' || value === undefined) return []
    const next = node.children[at + 2]?.line ?? end
    return [{ key: name.value, node: value, first: name.line, next }]
  })
}

const shownNames = 40

function noObject(documents: readonly OutputDocument[], wanted: string): ChartError {
  const names = documents.map(({ kind, name }) => `${kind}/${name}`)
  return new ChartError('not-found', `no object ${wanted} in the output; it has ${listed(names)}`)
}

function noField(object: string, { missing, above, names }: Missing): ChartError {
  const place = above === '' ? object : `${above} of ${object}`
  const has = names.length === 0 ? `${place} has no fields` : `${place} has ${listed(names)}`
  return new ChartError('not-found', `no field ${missing} in ${object}; ${has}`)
}

function listed(names: readonly string[]): string {
  const more = names.length > shownNames ? ` and ${names.length - shownNames} more` : ''
  return names.length === 0 ? 'none' : names.slice(0, shownNames).join(', ') + more
}

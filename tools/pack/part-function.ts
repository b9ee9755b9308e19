import { parseSync, visitorKeys } from 'oxc-parser'
import { type Edit, lateImport, type Node, type PlacedNode } from './late-import.ts'
import { type Part, partName } from './part.ts'

export interface PartOptions {
  /** Only an async part may wait for something before it is there. */
  readonly kind?: 'at once' | 'async'
  /** The parts that run at the first use of what is imported from them, as Node's own modules then do. */
  readonly late?: ReadonlySet<string>
}

/**
 * A part as the text of a function that gives its exports, asking `$part` for other parts and `require`
 * for Node's modules. An import takes what it names at once: exports may not change afterwards.
 */
export function partFunction({ name, code }: Part, options: PartOptions = {}): string {
  const { program, errors } = parseSync(`${name}.js`, code)
  if (errors[0] !== undefined) throw new Error(`${name}: ${errors[0].message}`)
  const placed = nodesBelow(program as unknown as Node)
  const nodes = placed.map(({ node }) => node)
  refuseEarlyExports(name, program.body as unknown as readonly Node[])
  refuseChangingExports(name, nodes)
  const edits = nodes.flatMap((node) => lateEdits(node, placed, options.late) ?? editOf(node, name))
  const start = options.kind === 'async' ? 'async ' : ''
  return `${start}$part=>{${applyEdits(withoutHashbang(code), edits)}}`
}

function lateEdits(
  declaration: Node,
  placed: readonly PlacedNode[],
  late: ReadonlySet<string> | undefined,
): readonly Edit[] | undefined {
  if (declaration.type !== 'ImportDeclaration') return undefined
  const path = literalOf(declaration.source)
  const isLate = path.startsWith('.') ? late?.has(partName(path)) : path.startsWith('node:')
  if (late === undefined || isLate !== true) return undefined
  const holder = `$late${declaration.start}`
  return lateImport({ declaration, from: sourceText(path), holder }, placed)
}

function editOf(node: Node, name: string): readonly Edit[] {
  const { type, start, end } = node
  if (type === 'ImportDeclaration') return [{ start, end, text: importText(node) }]
  if (type === 'ExportNamedDeclaration') return [{ start, end, text: exportText(node, name) }]
  if (type === 'ImportExpression') return dynamicEdit(node)
  if (type === 'ExportDefaultDeclaration') {
    const given = node.declaration as Node
    return [
      { start, end: given.start, text: 'return{default:' },
      { start: given.end, end, text: '}' },
    ]
  }
  if (type === 'ExportAllDeclaration') throw new Error(`${name}: exports all of another`)
  return []
}

function importText(node: Node): string {
  const from = sourceText(literalOf(node.source))
  const specifiers = node.specifiers as readonly Node[]
  if (specifiers.length === 0) return `${from};`
  const whole = specifiers.filter(({ type }) => type !== 'ImportSpecifier')
  const named = specifiers.filter(({ type }) => type === 'ImportSpecifier')
  // Only Node's modules are taken whole, and for them the default and the namespace are the same.
  const texts = whole.map((specifier) => `const ${nameOf(specifier.local)}=${from};`)
  if (named.length === 0) return texts.join('')
  const taken = named.map(({ imported, local }) => pair(nameOf(imported), nameOf(local)))
  return `${texts.join('')}const{${taken.join(',')}}=${from};`
}

function exportText(node: Node, name: string): string {
  if (node.declaration || node.source)
    throw new Error(`${name}: an export that is no list of names`)
  const specifiers = node.specifiers as readonly Node[]
  const given = specifiers.map(({ local, exported }) => pair(nameOf(exported), nameOf(local)))
  return `return{${given.join(',')}};`
}

function dynamicEdit({ source, start, end }: Node): readonly Edit[] {
  const path = literalOf(source)
  // A module that is no part is a package of its own, which may be an ES module: Node imports it.
  if (!path.startsWith('.')) return []
  return [{ start, end, text: `Promise.resolve().then(()=>${sourceText(path)})` }]
}

function sourceText(path: string): string {
  return path.startsWith('.')
    ? `$part(${JSON.stringify(partName(path))})`
    : `require(${JSON.stringify(path)})`
}

function pair(outer: string, inner: string): string {
  return outer === inner ? outer : `${outer}:${inner}`
}

function nameOf(node: unknown): string {
  return (node as { readonly name: string }).name
}

function literalOf(node: unknown): string {
  const { value } = node as { readonly value: unknown }
  if (typeof value !== 'string') throw new Error('an import of a computed name')
  return value
}

/** The exports become what the function returns, so nothing may come after them. */
function refuseEarlyExports(name: string, statements: readonly Node[]): void {
  const early = statements.slice(0, -1).find(({ type }) => type.startsWith('Export'))
  if (early !== undefined) throw new Error(`${name}: exports before its last statement`)
}

/** Importers hold what they took, so an export that is assigned later would be lost on them. */
function refuseChangingExports(name: string, nodes: readonly Node[]): void {
  const exported = new Set(
    nodes.filter(({ type }) => type === 'ExportSpecifier').map(({ local }) => nameOf(local)),
  )
  for (const { type, left, argument } of nodes) {
    if (type !== 'AssignmentExpression' && type !== 'UpdateExpression') continue
    const target = (left ?? argument) as Node
    if (target.type === 'Identifier' && exported.has(nameOf(target))) {
      throw new Error(`${name}: the export ${nameOf(target)} is assigned`)
    }
  }
}

function nodesBelow(root: Node): readonly PlacedNode[] {
  const placed: PlacedNode[] = [{ node: root, parent: undefined, field: '' }]
  // The list grows while it is walked.
  for (const parent of placed) {
    for (const field of visitorKeys[parent.node.type] ?? []) {
      const below = parent.node[field]
      const children = (Array.isArray(below) ? below : [below]).filter(
        (child) => child !== null && typeof child === 'object',
      )
      placed.push(...children.map((child) => ({ node: child as Node, parent, field })))
    }
  }
  return placed
}

function withoutHashbang(code: string): string {
  return code.startsWith('#!') ? `//${code.slice(2)}` : code
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  let text = ''
  let done = 0
  for (const edit of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(done, edit.start) + edit.text
    done = edit.end
  }
  return text + code.slice(done)
}

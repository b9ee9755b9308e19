import { type Comment, parseSync } from 'oxc-parser'
import {
  type Node,
  childrenOf,
  isFunction,
  memberOf,
  nameOf,
  literalText,
  nodeAt,
  nodesAt,
  unwrap,
} from './ast.ts'
import type { Facts } from './facts.ts'
import { Notes } from './notes.ts'
import { edgeAt } from './read-edges.ts'
import { type Scope, findScope, scopeInside } from './scope.ts'

/** Reads one file of TypeScript or TSX. */
export function readFacts(name: string, source: string): Facts {
  const { program, errors, comments } = parseSync(name, source, { preserveParens: false })
  const root = program as unknown as Node
  const notes = new Notes(source, root)
  for (const { message, labels } of errors) {
    notes.unreadable.push({ text: message, line: notes.lineAt(labels[0]?.start ?? 0) })
  }
  noteComments(comments, notes)
  visit(root, { scope: undefined, atImport: true, inType: false, as: 'value' }, notes)
  return { ...notes.facts(), hashbang: nodeAt(root, 'hashbang') !== undefined }
}

function noteComments(comments: readonly Comment[], notes: Notes): void {
  let lineBefore = -1
  for (const { type, value, start } of comments) {
    const line = notes.lineAt(start)
    const goesOn = type === 'Line' && line === lineBefore + 1
    if (!goesOn) notes.comments.push({ text: value.replace(/^[*\s]+/, ''), line })
    lineBefore = type === 'Line' ? line : -1
  }
}

type Role = 'value' | 'called' | 'made' | 'made from nothing' | 'tested'

interface NodeContext {
  readonly scope: Scope | undefined
  readonly atImport: boolean
  readonly inType: boolean
  /** The use that the node around makes of this one. */
  readonly as: Role
}

function visit(node: Node, place: NodeContext, notes: Notes): void {
  noteEdge(node, notes)
  if (!place.inType) {
    noteExports(node, notes)
    if (place.atImport) noteEffects(node, place, notes)
    if (isReference(node) && noteReference(node, place, notes)) return
  }
  const inside = placeInside(node, place)
  for (const child of childrenToVisit(node))
    visit(child, { ...inside, as: role(node, child) }, notes)
}

function placeInside(node: Node, place: NodeContext): NodeContext {
  const scope = scopeInside(node, place.scope)
  const runsLater =
    (isFunction(node) && place.as !== 'called') ||
    (node.type === 'PropertyDefinition' && node['static'] !== true)
  const inType = place.inType || (node.type.startsWith('TS') && unwrap(node) === node)
  return { scope, inType, atImport: place.atImport && !runsLater, as: 'value' }
}

function role(parent: Node, child: Node): Role {
  if (parent.type === 'CallExpression' && child === nodeAt(parent, 'callee')) return 'called'
  if (parent.type === 'NewExpression' && child === nodeAt(parent, 'callee')) {
    const first = nodeAt(parent, 'arguments')
    return first === undefined || first.type === 'SpreadElement' ? 'made from nothing' : 'made'
  }
  if (parent['operator'] === 'instanceof' && child === nodeAt(parent, 'right')) return 'tested'
  return 'value'
}

/** The children that hold expressions; names of members, keys, labels and exports are none. */
function childrenToVisit(node: Node): readonly Node[] {
  const skipped = nameFields[node.type]
  if (skipped === undefined || node['computed'] === true) return childrenOf(node)
  const names = skipped.flatMap((field) => nodesAt(node, field))
  return childrenOf(node).filter((child) => !names.includes(child))
}

const nameFields: Readonly<Record<string, readonly string[]>> = {
  MemberExpression: ['property'],
  MetaProperty: ['meta', 'property'],
  Property: ['key'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  LabeledStatement: ['label'],
  BreakStatement: ['label'],
  ContinueStatement: ['label'],
  ImportDeclaration: ['specifiers', 'source'],
  ExportNamedDeclaration: ['specifiers', 'source'],
  ExportAllDeclaration: ['exported', 'source'],
}

function isReference(node: Node): boolean {
  return node.type === 'Identifier' || node.type === 'MemberExpression'
}

/** Notes the use of a global or of an import; true when nothing below needs a look. */
function noteReference(node: Node, place: NodeContext, notes: Notes): boolean {
  const path = pathOf(node)
  const [first] = path
  if (first === undefined) return false
  const scope = findScope(place.scope, first)
  const line = notes.lineAt(node.start)
  if (scope === undefined) {
    const [name = first, member] = path.length > 1 && worlds.has(first) ? path.slice(1) : path
    const use = { called: isRun(place.as), atImport: place.atImport, line }
    notes.uses.push({ ...use, name, form: formOf(name, member, place.as) })
    if (name !== first) notes.uses.push({ ...use, name: first, form: `${first}.${name}` })
  } else if (place.atImport && isRun(place.as) && scope.outer === undefined) {
    const specifier = notes.imports.get(first)
    if (specifier !== undefined) notes.importedCalls.push({ name: path.join('.'), specifier, line })
  }
  return node.type === 'MemberExpression' && !path.includes('[…]')
}

function isRun(as: Role): boolean {
  return as === 'called' || as === 'made' || as === 'made from nothing'
}

const worlds = new Set(['globalThis', 'global', 'window', 'self'])

/** The names from the root to the member: `process.env` is two; none when the root is no name. */
function pathOf(node: Node | undefined): readonly string[] {
  const inner = unwrap(node)
  if (inner?.type === 'Identifier') return [nameOf(inner) ?? '']
  if (inner?.type === 'MetaProperty') return ['import.meta']
  if (inner?.type !== 'MemberExpression') return []
  const root = pathOf(nodeAt(inner, 'object'))
  return root.length === 0 ? [] : [...root, memberOf(inner)]
}

function formOf(name: string, member: string | undefined, as: Role): string {
  if (member === '[…]') return `${name}[…]`
  return member === undefined ? bareForms[as](name) : `${name}.${member}`
}

const bareForms: Readonly<Record<Role, (name: string) => string>> = {
  value: (name) => `${name} as a value`,
  called: (name) => `${name}(…)`,
  made: (name) => `new ${name}(…)`,
  'made from nothing': (name) => `new ${name}()`,
  tested: (name) => `instanceof ${name}`,
}

function noteEdge(node: Node, notes: Notes): void {
  const edge = edgeAt(node)
  if (edge === undefined) return
  const line = notes.lineAt(node.start)
  if ('problem' in edge) notes.unreadable.push({ text: edge.problem, line })
  else notes.edges.push({ ...edge, line })
}

function noteExports(node: Node, notes: Notes): void {
  if (!node.type.startsWith('Export')) return
  const line = notes.lineAt(node.start)
  if (node.type === 'ExportDefaultDeclaration') notes.defaultExports.push({ text: 'default', line })
  if (node.type === 'ExportAllDeclaration') notes.reExports.push({ text: '*', line })
  if (node.type !== 'ExportNamedDeclaration') return
  const fromElsewhere = nodeAt(node, 'source') !== undefined
  for (const specifier of nodesAt(node, 'specifiers')) {
    const local = nameOf(nodeAt(specifier, 'local')) ?? ''
    const exported = nameOf(nodeAt(specifier, 'exported')) ?? local
    if (exported === 'default') notes.defaultExports.push({ text: local, line })
    if (fromElsewhere || notes.imports.has(local)) notes.reExports.push({ text: local, line })
  }
}

function noteEffects(node: Node, place: NodeContext, notes: Notes): void {
  const line = notes.lineAt(node.start)
  if (node.type === 'ExpressionStatement' && acts(node) && !fillsOwnTable(node, place, notes)) {
    notes.effects.push({ text: 'a statement that calls something', line })
  }
  if (
    node.type === 'AwaitExpression' ||
    (node.type === 'ForOfStatement' && node['await'] === true)
  ) {
    notes.effects.push({ text: 'an await', line })
  }
  if (node.type === 'AssignmentExpression') {
    const [target] = pathOf(nodeAt(node, 'left'))
    const own =
      target === undefined || (findScope(place.scope, target) && !notes.imports.has(target))
    if (!own) notes.effects.push({ text: 'a change of something that is not its own', line })
  }
  if (node.type === 'ImportDeclaration' && nodesAt(node, 'specifiers').length === 0) {
    const specifier = literalText(nodeAt(node, 'source')) ?? ''
    notes.effects.push({ text: `an import of ${specifier} for its effects`, line })
  }
}

/** Filling a table that the file itself made changes nothing that anybody else can see. */
function fillsOwnTable(statement: Node, { scope }: NodeContext, notes: Notes): boolean {
  const expression = unwrap(nodeAt(statement, 'expression'))
  // A foreign target is noted as such; the value is computed like that of any constant.
  if (expression?.type === 'AssignmentExpression') return true
  if (expression?.type !== 'CallExpression') return false
  const [first, ...members] = pathOf(nodeAt(expression, 'callee'))
  if (first === undefined || members.length !== 1 || !notes.tables.has(first)) return false
  return findScope(scope, first)?.outer === undefined
}

/** Whether running the node calls something now, not only inside a function that it makes. */
function acts(node: Node): boolean {
  return calls.has(node.type) || childrenOf(node).some((child) => !isFunction(child) && acts(child))
}

const calls = new Set([
  'CallExpression',
  'NewExpression',
  'TaggedTemplateExpression',
  'ImportExpression',
])

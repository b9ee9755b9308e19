// Imports of parts that are run at their first use instead of at once.

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** A node, what it is in and as which field of it. */
export interface PlacedNode {
  readonly node: Node
  readonly parent: PlacedNode | undefined
  readonly field: string
}

export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface LateImport {
  readonly declaration: Node
  /** The text that runs the part. */
  readonly from: string
  /** A name that nothing else has, for the part once it has run. */
  readonly holder: string
}

/**
 * The edits that make an import late: each use of an imported name takes it from the part, which runs
 * when the first of them is reached. Undefined where the import has to stay as it is, because a name is
 * declared again somewhere or is passed on as an export.
 */
export function lateImport(
  { declaration, from, holder }: LateImport,
  placed: readonly PlacedNode[],
): readonly Edit[] | undefined {
  const specifiers = declaration.specifiers as readonly Node[]
  const { start, end } = declaration
  // esbuild names every part that might have effects, and this one has none.
  if (specifiers.length === 0) return [{ start, end, text: '' }]
  if (specifiers.some(({ type }) => type !== 'ImportSpecifier')) return undefined
  const names = new Map(specifiers.map(({ local, imported }) => [nameOf(local), nameOf(imported)]))
  const edits: Edit[] = [{ start, end, text: `let ${holder};` }]
  for (const place of placed) {
    const imported = place.node.type === 'Identifier' ? names.get(nameOf(place.node)) : undefined
    if (imported === undefined) continue
    const role = roleOf(place)
    if (role === 'other') return undefined
    if (role === 'label') continue
    const use = `(0,(${holder}??=${from}).${imported})`
    const text = role === 'short' ? `${nameOf(place.node)}:${use}` : use
    edits.push({ start: place.node.start, end: place.node.end, text })
  }
  return edits
}

/** `use` of a value, a `label` that only looks like one, a `short` property, or something `other`. */
function roleOf({ parent, field }: PlacedNode): 'use' | 'label' | 'short' | 'other' {
  const type = parent?.node.type ?? ''
  const isComputed = parent?.node.computed === true
  if (type === 'ImportSpecifier') return 'label'
  if (type === 'MemberExpression' && field === 'property' && !isComputed) return 'label'
  if (keyed.has(type) && field === 'key' && !isComputed) return 'label'
  if (bindings.has(`${type}.${field}`)) return 'other'
  if (type !== 'Property' || field === 'key') return 'use'
  if (parent?.parent?.node.type === 'ObjectPattern') return 'other'
  return parent?.node.shorthand === true ? 'short' : 'use'
}

const keyed = new Set(['Property', 'MethodDefinition', 'PropertyDefinition', 'AccessorProperty'])

const bindings = new Set([
  'ArrayPattern.elements',
  'ArrowFunctionExpression.params',
  'AssignmentExpression.left',
  'AssignmentPattern.left',
  'BreakStatement.label',
  'CatchClause.param',
  'ClassDeclaration.id',
  'ClassExpression.id',
  'ContinueStatement.label',
  'ExportSpecifier.exported',
  'ExportSpecifier.local',
  'ForInStatement.left',
  'ForOfStatement.left',
  'FunctionDeclaration.id',
  'FunctionDeclaration.params',
  'FunctionExpression.id',
  'FunctionExpression.params',
  'LabeledStatement.label',
  'RestElement.argument',
  'UpdateExpression.argument',
  'VariableDeclarator.id',
])

function nameOf(node: unknown): string {
  return (node as { readonly name: string }).name
}

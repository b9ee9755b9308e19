import { type Node, literalText, memberOf, nameOf, nodeAt, nodesAt, unwrap } from './ast.ts'
import type { Edge } from './facts.ts'

/** An edge without its line, or what makes its target unreadable. */
export type EdgeOrProblem = Omit<Edge, 'line'> | { readonly problem: string }

/** The edge that this node makes, if it makes one. */
export function edgeAt(node: Node): EdgeOrProblem | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return staticEdge(node, 'import', importedNames(node))
    case 'ExportNamedDeclaration':
      return staticEdge(node, 're-export', nodesAt(node, 'specifiers').map(specifierName))
    case 'ExportAllDeclaration':
      return staticEdge(node, 're-export', ['*'])
    case 'ImportExpression':
      return edgeTo('dynamic import', nodeAt(node, 'source'))
    case 'TSImportType':
      return edgeTo('import', nodeAt(node, 'source'), { typesOnly: true })
    case 'TSExternalModuleReference':
      return edgeTo('require', nodeAt(node, 'expression'))
    case 'NewExpression':
      return workerEdge(node)
    case 'CallExpression':
      return callEdge(node)
    default:
      return undefined
  }
}

function staticEdge(
  node: Node,
  how: Edge['how'],
  names: readonly string[],
): EdgeOrProblem | undefined {
  const specifier = literalText(nodeAt(node, 'source'))
  if (specifier === undefined) return undefined
  // `import { type A } from` is not types only: the import itself stays when types are stripped.
  const typesOnly = node['importKind'] === 'type' || node['exportKind'] === 'type'
  return { how, specifier, typesOnly, names }
}

function importedNames(node: Node): readonly string[] {
  return nodesAt(node, 'specifiers').map((one) => {
    if (one.type === 'ImportDefaultSpecifier') return 'default'
    return one.type === 'ImportNamespaceSpecifier' ? '*' : specifierName(one)
  })
}

function specifierName(specifier: Node): string {
  return nameOf(nodeAt(specifier, 'imported') ?? nodeAt(specifier, 'local')) ?? '*'
}

function edgeTo(
  how: Edge['how'],
  target: Node | undefined,
  { typesOnly = false } = {},
): EdgeOrProblem {
  const specifier = literalText(target)
  if (specifier === undefined) return { problem: `${how} of a target that is not a plain string` }
  return { how, specifier, typesOnly, names: ['*'] }
}

// `new URL('./entry.ts', import.meta.url)` counts wherever it stands: the URL is how a worker is
// named, and the Worker may be made in another function.
function workerEdge(node: Node): EdgeOrProblem | undefined {
  const made = nameOf(unwrap(nodeAt(node, 'callee')))
  const [first, second] = nodesAt(node, 'arguments')
  if (made === 'URL' && isMetaUrl(second)) {
    return isCode(literalText(first)) ? edgeTo('worker entry', first) : undefined
  }
  if (made !== 'Worker' && made !== 'SharedWorker') return undefined
  const inner = unwrap(first)
  if (isCode(literalText(inner))) return edgeTo('worker entry', inner)
  const hidden =
    inner?.type === 'NewExpression' && literalText(nodeAt(inner, 'arguments')) === undefined
  return hidden ? edgeTo('worker entry', nodeAt(inner, 'arguments')) : undefined
}

function callEdge(node: Node): EdgeOrProblem | undefined {
  const callee = unwrap(nodeAt(node, 'callee'))
  const target = nodeAt(node, 'arguments')
  if (callee?.type === 'Identifier') {
    return nameOf(callee) === 'require' ? edgeTo('require', target) : undefined
  }
  if (callee?.type !== 'MemberExpression' || memberOf(callee) !== 'resolve') return undefined
  const object = unwrap(nodeAt(callee, 'object'))
  if (object?.type === 'MetaProperty') return edgeTo('worker entry', target)
  return nameOf(object) === 'require' ? edgeTo('require', target) : undefined
}

function isMetaUrl(node: Node | undefined): boolean {
  const inner = unwrap(node)
  return inner?.type === 'MemberExpression' && nodeAt(inner, 'object')?.type === 'MetaProperty'
}

function isCode(path: string | undefined): boolean {
  return path !== undefined && /\.[cm]?[jt]sx?$/.test(path)
}

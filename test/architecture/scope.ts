import { type Node, isFunction, nameOf, nodeAt, nodesAt } from './ast.ts'

/** The names one block declares, and the block around it. */
export interface Scope {
  readonly names: ReadonlySet<string>
  readonly outer: Scope | undefined
}

/** The scope inside a node: a new one if the node declares names, the outer one otherwise. */
export function scopeInside(node: Node, outer: Scope | undefined): Scope | undefined {
  const names = declaredBy(node)
  return names.length === 0 ? outer : { names: new Set(names), outer }
}

/** The scope that declares the name; none means a global. */
export function findScope(scope: Scope | undefined, name: string): Scope | undefined {
  let found = scope
  while (found !== undefined && !found.names.has(name)) found = found.outer
  return found
}

function declaredBy(node: Node): readonly string[] {
  if (isFunction(node)) {
    const own = node.type === 'FunctionExpression' ? patternNames(nodeAt(node, 'id')) : []
    return [...own, ...nodesAt(node, 'params').flatMap(patternNames)]
  }
  switch (node.type) {
    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
      return nodesAt(node, 'body').flatMap(statementNames)
    case 'SwitchStatement':
      return nodesAt(node, 'cases').flatMap((one) =>
        nodesAt(one, 'consequent').flatMap(statementNames),
      )
    case 'ForStatement':
      return nodesAt(node, 'init').flatMap(statementNames)
    case 'ForInStatement':
    case 'ForOfStatement':
      return nodesAt(node, 'left').flatMap(statementNames)
    case 'CatchClause':
      return patternNames(nodeAt(node, 'param'))
    default:
      return []
  }
}

function statementNames(statement: Node): readonly string[] {
  // `declare const fetch: …` names the global, it does not hide it.
  if (statement['declare'] === true) return []
  switch (statement.type) {
    case 'VariableDeclaration':
      return nodesAt(statement, 'declarations').flatMap((one) => patternNames(nodeAt(one, 'id')))
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
      return patternNames(nodeAt(statement, 'id'))
    case 'ExportNamedDeclaration':
      return nodesAt(statement, 'declaration').flatMap(statementNames)
    case 'ImportDeclaration':
      return importedNames(statement)
    default:
      return []
  }
}

function importedNames(statement: Node): readonly string[] {
  const names = nodesAt(statement, 'specifiers').flatMap((one) =>
    patternNames(nodeAt(one, 'local')),
  )
  // Node's process is the same thing imported or not.
  const isProcess = /^(node:)?process$/.test(nameOf(nodeAt(statement, 'source')) ?? '')
  return isProcess ? names.filter((name) => name !== 'process') : names
}

function patternNames(pattern: Node | undefined): readonly string[] {
  switch (pattern?.type) {
    case 'Identifier':
      return [nameOf(pattern) ?? '']
    case 'ObjectPattern':
      return nodesAt(pattern, 'properties').flatMap((property) =>
        patternNames(property.type === 'RestElement' ? property : nodeAt(property, 'value')),
      )
    case 'ArrayPattern':
      return nodesAt(pattern, 'elements').flatMap(patternNames)
    case 'AssignmentPattern':
      return patternNames(nodeAt(pattern, 'left'))
    case 'RestElement':
      return patternNames(nodeAt(pattern, 'argument'))
    default:
      return []
  }
}

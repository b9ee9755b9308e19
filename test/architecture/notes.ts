import { type Node, literalText, nameOf, nodeAt, nodesAt, unwrap } from './ast.ts'
import type { Edge, Facts, GlobalUse, ImportedCall, Remark } from './facts.ts'

/** The notes on one file, and the names of its top level, which are known beforehand. */
export class Notes {
  readonly edges: Edge[] = []
  readonly uses: GlobalUse[] = []
  readonly importedCalls: ImportedCall[] = []
  readonly effects: Remark[] = []
  readonly reExports: Remark[] = []
  readonly defaultExports: Remark[] = []
  readonly unreadable: Remark[] = []
  readonly comments: Remark[] = []
  readonly imports: ReadonlyMap<string, string>
  readonly tables: ReadonlySet<string>
  readonly #lineStarts: readonly number[]

  constructor(source: string, root: Node) {
    this.#lineStarts = [0, ...[...source.matchAll(/\n/g)].map(({ index }) => index + 1)]
    this.imports = localImports(root)
    this.tables = ownTables(root)
  }

  lineAt(offset: number): number {
    let [low, high] = [0, this.#lineStarts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle + 1
      else high = middle
    }
    return low
  }

  facts(): Omit<Facts, 'hashbang'> {
    const { edges, uses, importedCalls, effects, reExports, defaultExports } = this
    const { unreadable, comments } = this
    return { edges, uses, importedCalls, effects, reExports, defaultExports, unreadable, comments }
  }
}

function localImports(root: Node): ReadonlyMap<string, string> {
  const declarations = nodesAt(root, 'body').filter(({ type }) => type === 'ImportDeclaration')
  return new Map(
    declarations.flatMap((declaration) => {
      const specifier = literalText(nodeAt(declaration, 'source')) ?? ''
      const locals = nodesAt(declaration, 'specifiers').map((one) => nameOf(nodeAt(one, 'local')))
      return locals.map((local) => [local ?? '', specifier] as const)
    }),
  )
}

/** The constants of the file that hold a list, an object or a standard collection made there. */
function ownTables(root: Node): ReadonlySet<string> {
  const declarations = nodesAt(root, 'body').flatMap((statement) =>
    nodesAt(statement, 'declarations'),
  )
  const tables = declarations.filter((declaration) => {
    const made = unwrap(nodeAt(declaration, 'init'))
    if (made?.type === 'ArrayExpression' || made?.type === 'ObjectExpression') return true
    const maker = made?.type === 'NewExpression' ? nameOf(nodeAt(made, 'callee')) : undefined
    return maker !== undefined && /^(Weak)?(Map|Set)$|Array$/.test(maker)
  })
  return new Set(tables.map((declaration) => nameOf(nodeAt(declaration, 'id')) ?? ''))
}

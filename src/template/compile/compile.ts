import { compileList } from './compile-body.ts'
import { compileOperand } from './compile-operand.ts'
import { compilePipe } from './compile-pipe.ts'
import { CompileScope, type Compilers, type FoundFunction } from './compile-scope.ts'
import type { FuncMap } from '../func.ts'
import { builtins } from '../builtins/builtins.ts'
import type { Tree } from '../parse/nodes.ts'
import type { Exec, Executable } from '../run/run.ts'

/** Turns trees into functions, each when it is first executed: most defined templates never are. */
export function compileTrees(
  trees: ReadonlyMap<string, Tree>,
  funcs: FuncMap,
): ReadonlyMap<string, Executable> {
  const compilers: Compilers = {
    findFunction: (name) => findFunction(funcs, name),
    compilePipe,
    compileOperand,
  }
  const compiled = new Map<string, Executable>()
  for (const [name, tree] of trees) compiled.set(name, new LazyTemplate(tree, compilers))
  return compiled
}

/** Whether templates may use the name. */
export function hasFunction(funcs: FuncMap, name: string): boolean {
  return findFunction(funcs, name) !== undefined
}

/** A function by the name that templates use. */
export function findFunction(funcs: FuncMap, name: string): FoundFunction | undefined {
  let table = tables.get(funcs)
  if (table === undefined) {
    table = functionTable(funcs)
    tables.set(funcs, table)
  }
  return table.get(name)
}

// Every word of a template asks, and a Map answers without making the word a property name first.
const tables = new WeakMap<FuncMap, ReadonlyMap<string, FoundFunction>>()

function functionTable(funcs: FuncMap): Map<string, FoundFunction> {
  const table = new Map<string, FoundFunction>()
  for (const [name, func] of Object.entries(builtins)) table.set(name, { func, isBuiltin: true })
  for (const [name, func] of Object.entries(funcs)) {
    if (func !== undefined) table.set(name, { func, isBuiltin: false })
  }
  return table
}

class LazyTemplate implements Executable {
  readonly tree: Tree
  body: Exec

  constructor(tree: Tree, compilers: Compilers) {
    this.tree = tree
    this.body = (run, dot) => {
      this.body = compileList(new CompileScope(tree, compilers), tree.root)
      return this.body(run, dot)
    }
  }
}

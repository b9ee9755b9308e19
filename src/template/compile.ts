import { compileList } from './compile-body.ts'
import { compileOperand } from './compile-operand.ts'
import { compilePipe } from './compile-pipe.ts'
import { CompileScope, type Compilers, type FoundFunction } from './compile-scope.ts'
import type { FuncMap } from './func.ts'
import { builtins } from './builtins/builtins.ts'
import type { Tree } from './nodes.ts'
import type { Exec, Executable } from './run.ts'

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
  const func = Object.hasOwn(funcs, name) ? funcs[name] : undefined
  if (func !== undefined) return { func, isBuiltin: false }
  const builtin = Object.hasOwn(builtins, name) ? builtins[name] : undefined
  return builtin === undefined ? undefined : { func: builtin, isBuiltin: true }
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

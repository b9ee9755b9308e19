import { TypedList, type Value } from '../../formats/value.ts'
import type { TemplateFunc } from '../func.ts'
import type { Node, OperandNode, PipeNode, Tree } from '../parse/nodes.ts'
import type { Eval } from '../run/run.ts'

/** A compiled operand or pipeline. */
export interface Expression {
  readonly eval: Eval
  /**
   * The node that text/template has visited last when the value is there: errors that follow are
   * reported at it. Undefined where it depends on values; the run's `last` has it then.
   */
  readonly last: Node | undefined
  /** Says that the value is never a nil interface, so that a pipeline need not look. */
  readonly isUnwrapped?: boolean
}

export interface FoundFunction {
  readonly func: TemplateFunc
  /** The special rules of `and`, `or` and `call` hold only for text/template's own. */
  readonly isBuiltin: boolean
}

/**
 * The functions that compiling needs from its callers, so that files for node kinds need not import
 * each other.
 */
export interface Compilers {
  readonly findFunction: (name: string) => FoundFunction | undefined
  readonly compilePipe: (scope: CompileScope, pipe: PipeNode) => Expression
  readonly compileOperand: (scope: CompileScope, node: OperandNode) => Expression
}

/**
 * Where a run keeps whether a value came out of a range as an interface, which Go's error texts tell
 * from the value itself. No slot where it never does, as far as is compiled.
 */
export interface InterfaceFlag {
  slot: number | undefined
}

/** A variable and where its value is. */
export interface Binding {
  readonly name: string
  readonly slot: number
  readonly flag: InterfaceFlag
  /** Where the name leads when this declaration may not have been executed. */
  readonly otherwise: Binding | undefined | 'always'
}

/** Stands in the slot of a variable whose declaration was skipped. */
export const unset: Value = new TypedList('unset', undefined)

/** The variables, dot and depth at one place of a template while it is compiled. */
export class CompileScope {
  readonly tree: Tree
  readonly compilers: Compilers
  private bindings: Binding[] = [
    { name: '$', slot: 0, flag: { slot: undefined }, otherwise: 'always' },
  ]
  private readonly slots: { next: number }
  /** Whether dot is an interface; only a range makes it one. */
  dotFlag: InterfaceFlag = { slot: undefined }
  /** How many JavaScript functions are active at this place, counted from where the body is called. */
  depth = 0
  /** The slots declared where a short circuit may skip the declaration; undefined elsewhere. */
  conditional: number[] | undefined

  constructor(tree: Tree, compilers: Compilers, slots = { next: 1 }) {
    this.tree = tree
    this.compilers = compilers
    this.slots = slots
  }

  newSlot(): number {
    return this.slots.next++
  }

  /** A copy of the scope at this place, for a part of the template that is compiled later. */
  fork(): CompileScope {
    const fork = new CompileScope(this.tree, this.compilers, this.slots)
    fork.bindings = [...this.bindings]
    fork.dotFlag = this.dotFlag
    fork.depth = this.depth
    return fork
  }

  declare(name: string, flag: InterfaceFlag = { slot: undefined }): number {
    const slot = this.newSlot()
    const otherwise = this.conditional === undefined ? 'always' : this.find(name)
    this.conditional?.push(slot)
    this.bindings.push({ name, slot, flag, otherwise })
    return slot
  }

  find(name: string): Binding | undefined {
    return this.bindings.findLast((binding) => binding.name === name)
  }

  /** The variables visible now, to go back to with `restore`. */
  save(): readonly Binding[] {
    return [...this.bindings]
  }

  restore(bindings: readonly Binding[]): void {
    this.bindings = [...bindings]
  }

  /** Compiles something one call deeper. */
  deeper<T>(compile: () => T, levels = 1): T {
    this.depth += levels
    const result = compile()
    this.depth -= levels
    return result
  }
}

import type { FoundFunction } from '../compile/compile-scope.ts'
import type { ListNode, Node, PipeNode, Tree } from '../parse/nodes.ts'
import type { Run, Signal } from '../run/run.ts'
import type { Capture } from './capture.ts'
import type { Guard } from './guard.ts'
import type { Journal } from './journal.ts'
import type { TemplatePosition, Provenance, Traced } from './provenance.ts'
import type { ReadSet, ReadSets } from './read-set.ts'
import type { OriginStore } from './container-origins.ts'

/** A template being executed. */
export interface Frame {
  readonly tree: Tree
  dot: Traced
  readonly vars: Variable[]
  /** The line that called it; undefined for a file. */
  readonly caller: TemplatePosition | undefined
  /** For the text of `tpl`: where that text comes from. */
  readonly text: Provenance | undefined
}

export interface Variable {
  readonly name: string
  value: Traced
}

/** Where a template failed, and the values that it failed on. */
export interface Fault {
  readonly tree: Tree
  readonly node: Node
  /** The operands at that place, as far as they were evaluated. */
  readonly operands: readonly Traced[]
  /** The reads that decided that the place was reached. */
  readonly control: ReadSet
}

/**
 * The state of a traced render. Files for node kinds get at each other through it, so that they need
 * not import each other.
 */
export interface Tracing {
  readonly run: Run
  readonly sets: ReadSets
  readonly origins: OriginStore
  readonly findFunction: (name: string) => FoundFunction | undefined
  readonly executeList: (tracing: Tracing, list: ListNode) => Signal
  readonly evaluatePipe: (tracing: Tracing, pipe: PipeNode) => Traced
  frame: Frame
  capture: Capture
  /** The reads that decided that this place is reached, since the capture began. */
  control: ReadSet
  /** The reads that decided that the capture was begun. */
  outerControl: ReadSet
  fault: Fault | undefined
  /** Told of every branch that is decided, whichever way. */
  readonly onGuard: ((guard: Guard) => void) | undefined
  /** The journal that changes of maps must be noted in; only while a branch is tried out. */
  journal: Journal | undefined
}

/** Notes where a failure was first seen, and hands it on. */
export function blame<T>(
  tracing: Tracing,
  node: Node,
  operands: () => readonly Traced[],
  act: () => T,
): T {
  try {
    return act()
  } catch (error) {
    if (tracing.fault === undefined) {
      const control = tracing.sets.union(tracing.control, tracing.outerControl)
      tracing.fault = { tree: tracing.frame.tree, node, operands: operands(), control }
    }
    throw error
  }
}

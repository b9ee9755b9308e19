// The effects that a branch would have had, as far as its nodes alone can say.
import type { BodyNode, BranchNode, ListNode, OperandNode, PipeNode } from '../parse/nodes.ts'

/** A map that a branch may change in place: `set $labels "a" 1`. */
export interface Change {
  readonly target: OperandNode
  /** The key, where it is written out. */
  readonly key: string | undefined
  /** Whether the target is read from a dot that is not the one outside the branch. */
  readonly isInnerDot: boolean
}

export interface BranchFacts {
  /** Variables that are assigned anywhere inside. */
  readonly assigned: readonly string[]
  readonly changes: readonly Change[]
  /** Whether a `break` or `continue` inside may end a round of a loop around the branch. */
  readonly leavesLoop: boolean
  /** For a range: whether its own rounds may end early. */
  readonly leavesInside: boolean
}

const known = new WeakMap<BranchNode, BranchFacts>()

export function branchFacts(node: BranchNode): BranchFacts {
  let facts = known.get(node)
  if (facts === undefined) known.set(node, (facts = collect(node)))
  return facts
}

interface Collected {
  readonly assigned: Set<string>
  readonly changes: Change[]
  leavesLoop: boolean
  leavesInside: boolean
}

function collect(node: BranchNode): BranchFacts {
  const into: Collected = {
    assigned: new Set(),
    changes: [],
    leavesLoop: false,
    leavesInside: false,
  }
  visitBranch(node, into, { isInnerDot: false, inLoop: false })
  return { ...into, assigned: [...into.assigned] }
}

interface Where {
  readonly isInnerDot: boolean
  readonly inLoop: boolean
}

function visitList(list: ListNode | undefined, into: Collected, where: Where): void {
  for (const node of list?.nodes ?? []) visitNode(node, into, where)
}

function visitNode(node: BodyNode, into: Collected, where: Where): void {
  switch (node.kind) {
    case 'action':
      return visitPipe(node.pipe, into, where)
    case 'template':
      return node.pipe === undefined ? undefined : visitPipe(node.pipe, into, where)
    case 'break':
    case 'continue':
      if (where.inLoop) into.leavesInside = true
      else into.leavesLoop = true
      return undefined
    case 'if':
    case 'with':
    case 'range':
      return visitBranch(node, into, where)
    default:
      return undefined
  }
}

function visitBranch(node: BranchNode, into: Collected, where: Where): void {
  visitPipe(node.pipe, into, where)
  const inner = {
    isInnerDot: where.isInnerDot || node.kind !== 'if',
    inLoop: where.inLoop || node.kind === 'range',
  }
  visitList(node.list, into, inner)
  visitList(node.elseList, into, where)
}

const changers = new Set([
  'set',
  'unset',
  'merge',
  'mustMerge',
  'mergeOverwrite',
  'mustMergeOverwrite',
])

function visitPipe(pipe: PipeNode, into: Collected, where: Where): void {
  if (pipe.isAssign) for (const variable of pipe.declared) into.assigned.add(variable.name)
  for (const { args } of pipe.commands) {
    const [first, target, key] = args
    for (const arg of args) if (arg.kind === 'pipe') visitPipe(arg, into, where)
    if (first?.kind !== 'identifier' || !changers.has(first.name) || target === undefined) continue
    const hasKey = first.name === 'set' || first.name === 'unset'
    const name = hasKey && key?.kind === 'string' ? key.value : undefined
    into.changes.push({ target, key: name, isInnerDot: where.isInnerDot })
  }
}

/** Whether a body may put something on the line that is being written when it begins. */
export function mayWriteInline(list: ListNode | undefined): boolean {
  return list !== undefined && firstWrite(list.nodes) === 'inline'
}

/** The first write after a node of a list. */
export function whatFollows(list: ListNode, index: number): FirstWrite {
  return firstWrite(list.nodes.slice(index + 1))
}

/** Whether a branch may begin with a line break. */
export function mayBreakLine({ list, elseList }: BranchNode): boolean {
  const bodies = [list.nodes, elseList?.nodes ?? []]
  return bodies.some((body) => firstWrite(body) === 'new-line')
}

export type FirstWrite = 'inline' | 'new-line' | 'nothing'

function firstWrite(nodes: readonly BodyNode[]): FirstWrite {
  for (const node of nodes) {
    const found = writeOf(node)
    if (found !== 'nothing') return found
  }
  return 'nothing'
}

function writeOf(node: BodyNode): FirstWrite {
  switch (node.kind) {
    case 'text':
      return node.text === '' ? 'nothing' : node.text.startsWith('\n') ? 'new-line' : 'inline'
    case 'action':
      return actionWrite(node.pipe)
    case 'template':
      return 'inline'
    case 'if':
    case 'with':
    case 'range': {
      const writes = [firstWrite(node.list.nodes), firstWrite(node.elseList?.nodes ?? [])]
      if (writes.includes('inline')) return 'inline'
      return writes.includes('nothing') ? 'nothing' : 'new-line'
    }
    default:
      return 'nothing'
  }
}

function actionWrite(pipe: PipeNode): FirstWrite {
  if (pipe.declared.length > 0) return 'nothing'
  const last = pipe.commands.at(-1)?.args[0]
  if (last?.kind === 'identifier' && last.name === 'nindent') return 'new-line'
  return 'inline'
}

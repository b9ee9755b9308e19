// The nodes of a parsed template. They are immutable and know only their place in the text, so that
// one parsed text serves every render.

/** The text that nodes were parsed from, for the places that errors name. */
export interface Source {
  /** The name of the file, or `gotpl` for the text given to `tpl`. */
  readonly name: string
  readonly text: string
}

/** One template: a file's own body, or what a `define` or `block` in it says. */
export interface Tree {
  readonly name: string
  readonly source: Source
  readonly root: ListNode
  /** Only white space and comments: such a template does not replace another of its name. */
  readonly isEmpty: boolean
}

interface Placed {
  /** Where errors say the node is, in UTF-16 units from the start of the text. */
  readonly pos: number
}

export interface TextNode extends Placed {
  readonly kind: 'text'
  readonly text: string
}

export interface ListNode extends Placed {
  readonly kind: 'list'
  readonly nodes: readonly BodyNode[]
}

export interface ActionNode extends Placed {
  readonly kind: 'action'
  readonly pipe: PipeNode
}

export interface BranchNode extends Placed {
  readonly kind: 'if' | 'with' | 'range'
  readonly pipe: PipeNode
  readonly list: ListNode
  readonly elseList: ListNode | undefined
}

export interface TemplateNode extends Placed {
  readonly kind: 'template'
  readonly name: string
  readonly pipe: PipeNode | undefined
}

export interface LoopExitNode extends Placed {
  readonly kind: 'break' | 'continue'
}

export interface PipeNode extends Placed {
  readonly kind: 'pipe'
  /** The variables are assigned (`=`), not declared (`:=`). */
  readonly isAssign: boolean
  readonly declared: readonly VariableNode[]
  readonly commands: readonly CommandNode[]
}

export interface CommandNode extends Placed {
  readonly kind: 'command'
  /** The function or operand, then its arguments; never empty. */
  readonly args: readonly OperandNode[]
}

export interface IdentifierNode extends Placed {
  readonly kind: 'identifier'
  readonly name: string
}

export interface FieldNode extends Placed {
  readonly kind: 'field'
  readonly names: readonly string[]
}

export interface VariableNode extends Placed {
  readonly kind: 'variable'
  /** The variable with its `$`. */
  readonly name: string
  readonly fields: readonly string[]
}

/** Fields of a call or of a pipeline in parentheses. */
export interface ChainNode extends Placed {
  readonly kind: 'chain'
  readonly node: OperandNode
  readonly fields: readonly string[]
}

export interface DotNode extends Placed {
  readonly kind: 'dot'
}

export interface NilNode extends Placed {
  readonly kind: 'nil'
}

export interface BoolNode extends Placed {
  readonly kind: 'bool'
  readonly value: boolean
}

export interface StringNode extends Placed {
  readonly kind: 'string'
  /** As written, with quotes. */
  readonly quoted: string
  readonly value: string
}

/** A number by each kind that it can be; undefined for the kinds that it cannot. */
export interface NumberNode extends Placed {
  readonly kind: 'number'
  readonly text: string
  readonly int: bigint | undefined
  readonly uint: bigint | undefined
  readonly float: number | undefined
  readonly complex: { readonly real: number; readonly imaginary: number } | undefined
}

export type LiteralNode = BoolNode | NumberNode | StringNode

export type OperandNode =
  | IdentifierNode
  | FieldNode
  | VariableNode
  | ChainNode
  | DotNode
  | NilNode
  | LiteralNode
  | PipeNode

export type BodyNode = TextNode | ActionNode | BranchNode | TemplateNode | LoopExitNode

export type Node = BodyNode | ListNode | CommandNode | OperandNode

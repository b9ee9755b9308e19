import { byteLength } from '../../formats/go-string.ts'
import { quote } from '../../formats/quote.ts'
import type { BranchNode, Node, PipeNode, Source } from './nodes.ts'

/** A node as Go writes it between `at <` and `>` in errors. */
export function nodeText(node: Node): string {
  switch (node.kind) {
    case 'text':
      return node.text
    case 'list':
      return node.nodes.map(nodeText).join('')
    case 'action':
      return `{{${pipeText(node.pipe)}}}`
    case 'if':
    case 'with':
    case 'range':
      return branchText(node)
    case 'template': {
      const pipe = node.pipe === undefined ? '' : ` ${pipeText(node.pipe)}`
      return `{{template ${quote(node.name)}${pipe}}}`
    }
    case 'break':
    case 'continue':
      return `{{${node.kind}}}`
    case 'pipe':
      return pipeText(node)
    case 'command':
      return node.args.map(argumentText).join(' ')
    default:
      return operandText(node)
  }
}

/** Where a position is, as `NAME:LINE:COLUMN`; the column counts bytes from 0. */
export function locationText(source: Source, pos: number): string {
  const before = source.text.slice(0, pos)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.split('\n').length
  return `${source.name}:${line}:${byteLength(before.slice(lineStart))}`
}

type Operand = Exclude<
  Node,
  { kind: 'text' | 'list' | 'action' | 'if' | 'with' | 'range' | 'template' | 'break' | 'continue' }
>

function operandText(node: Exclude<Operand, { kind: 'pipe' | 'command' }>): string {
  switch (node.kind) {
    case 'identifier':
      return node.name
    case 'field':
      return node.names.map((name) => `.${name}`).join('')
    case 'variable':
      return [node.name, ...node.fields].join('.')
    case 'chain':
      return [argumentText(node.node), ...node.fields].join('.')
    case 'dot':
      return '.'
    case 'nil':
      return 'nil'
    case 'bool':
      return String(node.value)
    case 'number':
      return node.text
    default:
      return node.quoted
  }
}

function argumentText(node: Node): string {
  return node.kind === 'pipe' ? `(${pipeText(node)})` : nodeText(node)
}

function pipeText(pipe: PipeNode): string {
  const commands = pipe.commands.map(nodeText).join(' | ')
  if (pipe.declared.length === 0) return commands
  return `${pipe.declared.map(nodeText).join(', ')} ${pipe.isAssign ? '=' : ':='} ${commands}`
}

function branchText(node: BranchNode): string {
  const otherwise = node.elseList === undefined ? '' : `{{else}}${nodeText(node.elseList)}`
  return `{{${node.kind} ${pipeText(node.pipe)}}}${nodeText(node.list)}${otherwise}{{end}}`
}

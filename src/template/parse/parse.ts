import { quote } from '../../formats/quote.ts'
import { Lexer } from './lex.ts'
import type { BodyNode, BranchNode, ListNode, Source, TemplateNode, Tree } from './nodes.ts'
import { parsePipeline, parseStringLiteral } from './parse-pipeline.ts'
import { enter, newParseState, type ParseJob, type ParseState } from './parse-state.ts'
import type { Token } from './tokens.ts'

/** The end of a list of nodes; never part of a tree. */
interface ListEnd {
  readonly kind: 'end' | 'else'
}

/**
 * Parses a text into its templates by name: its own body under the name of the source, and what it
 * defines. Throws a ParseError with text/template's message.
 */
export function parseTemplates(
  source: Source,
  hasFunction: (name: string) => boolean,
): ReadonlyMap<string, Tree> {
  const lexer = new Lexer(source.text, {
    breakIsFunction: hasFunction('break'),
    continueIsFunction: hasFunction('continue'),
  })
  const job: ParseJob = { source, lexer, hasFunction, trees: new Map() }
  const state = newParseState(job, 0)
  addTree(state, source.name, parseFile(state))
  return job.trees
}

function parseFile(state: ParseState): ListNode {
  const { tokens } = state
  const { pos } = tokens.peek()
  const nodes: BodyNode[] = []
  while (tokens.peek().kind !== 'eof') {
    if (tokens.peek().kind === 'left-delimiter') {
      const delimiter = tokens.next()
      if (tokens.nextNonSpace().kind === 'define') {
        parseDefinition(newParseState(state.job, state.nesting))
        continue
      }
      tokens.backTwo(delimiter)
    }
    const node = parseTextOrAction(state)
    if (isListEnd(node)) throw tokens.error(`unexpected {{${node.kind}}}`)
    nodes.push(node)
  }
  return { kind: 'list', pos, nodes }
}

function parseDefinition(state: ParseState): void {
  const context = 'define clause'
  const { tokens } = state
  const name = parseStringLiteral(state, tokens.expect(['string', 'raw-string'], context))
  tokens.expect(['right-delimiter'], context)
  const { list, end } = parseList(state)
  if (end.kind !== 'end') throw tokens.error(`unexpected {{${end.kind}}} in ${context}`)
  addTree(state, name, list)
}

function addTree(state: ParseState, name: string, root: ListNode): void {
  const { source, trees } = state.job
  const before = trees.get(name)
  const isEmpty = isEmptyList(root)
  if (before === undefined || before.isEmpty) trees.set(name, { name, source, root, isEmpty })
  else if (!isEmpty) {
    throw state.tokens.error(`template: multiple definition of template ${quote(name)}`)
  }
}

const onlySpace = /^[\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*$/

function isEmptyList(list: ListNode): boolean {
  return list.nodes.every((node) => node.kind === 'text' && onlySpace.test(node.text))
}

/** Nodes up to the `end` or `else` that closes them. */
function parseList(state: ParseState): { readonly list: ListNode; readonly end: ListEnd & Placed } {
  const { tokens } = state
  const { pos } = tokens.peekNonSpace()
  const nodes: BodyNode[] = []
  while (tokens.peekNonSpace().kind !== 'eof') {
    const node = parseTextOrAction(state)
    // A copy has no room to grow, which an array that did has.
    if (isListEnd(node)) return { list: { kind: 'list', pos, nodes: nodes.slice() }, end: node }
    nodes.push(node)
  }
  throw tokens.error('unexpected EOF')
}

interface Placed {
  readonly pos: number
}

function isListEnd(node: BodyNode | (ListEnd & Placed)): node is ListEnd & Placed {
  return node.kind === 'end' || node.kind === 'else'
}

function parseTextOrAction(state: ParseState): BodyNode | (ListEnd & Placed) {
  const { tokens } = state
  const token = tokens.nextNonSpace()
  if (token.kind === 'text') return { kind: 'text', pos: token.pos, text: token.text }
  if (token.kind !== 'left-delimiter') throw tokens.unexpected(token, 'input')
  tokens.actionLine = token.line
  const node = parseAction(state)
  tokens.actionLine = 0
  return node
}

function parseAction(state: ParseState): BodyNode | (ListEnd & Placed) {
  const { tokens } = state
  const token = tokens.nextNonSpace()
  switch (token.kind) {
    case 'block':
      return parseBlock(state)
    case 'break':
    case 'continue':
      return parseLoopExit(state, token.kind, token.pos)
    case 'else':
      return parseElse(state)
    case 'end':
      return { kind: 'end', pos: tokens.expect(['right-delimiter'], 'end').pos }
    case 'if':
    case 'range':
    case 'with':
      return parseBranch(state, token.kind)
    case 'template':
      return parseTemplateCall(state)
    default: {
      tokens.back()
      const { pos } = tokens.peek()
      return { kind: 'action', pos, pipe: parsePipeline(state, 'command', 'right-delimiter') }
    }
  }
}

function parseLoopExit(state: ParseState, kind: 'break' | 'continue', pos: number): BodyNode {
  const { tokens } = state
  tokens.expect(['right-delimiter'], `{{${kind}}}`)
  if (state.rangeDepth === 0) throw tokens.error(`{{${kind}}} outside {{range}}`)
  return { kind, pos }
}

/** `else`; an `if` or `with` that follows it is left to the branch it belongs to. */
function parseElse(state: ParseState): ListEnd & Placed {
  const { tokens } = state
  const next = tokens.peekNonSpace()
  if (next.kind === 'if' || next.kind === 'with') return { kind: 'else', pos: next.pos }
  return { kind: 'else', pos: tokens.expect(['right-delimiter'], 'else').pos }
}

function parseBranch(state: ParseState, kind: 'if' | 'range' | 'with'): BranchNode {
  enter(state)
  const visible = state.variables.length
  const pipe = parsePipeline(state, kind, 'right-delimiter')
  if (kind === 'range') state.rangeDepth++
  const { list, end } = parseList(state)
  if (kind === 'range') state.rangeDepth--
  const elseList = end.kind === 'else' ? parseElseList(state, kind, end.pos) : undefined
  state.variables.length = visible
  state.nesting--
  return { kind, pos: pipe.pos, pipe, list, elseList }
}

/** Parses the part after `else`: a list up to `end`, or one branch that shares the `end`. */
function parseElseList(state: ParseState, kind: 'if' | 'range' | 'with', pos: number): ListNode {
  const { tokens } = state
  const next = tokens.peek().kind
  if (kind !== 'range' && next === kind) {
    tokens.next()
    return { kind: 'list', pos, nodes: [parseBranch(state, kind)] }
  }
  const { list, end } = parseList(state)
  if (end.kind !== 'end') throw tokens.error(`expected end; found {{${end.kind}}}`)
  return list
}

function parseBlock(state: ParseState): TemplateNode {
  const context = 'block clause'
  const token = state.tokens.nextNonSpace()
  const name = parseTemplateName(state, token, context)
  const pipe = parsePipeline(state, context, 'right-delimiter')
  enter(state)
  const inner = newParseState(state.job, state.nesting)
  const { list, end } = parseList(inner)
  if (end.kind !== 'end') throw state.tokens.error(`unexpected {{${end.kind}}} in ${context}`)
  addTree(inner, name, list)
  state.nesting--
  return { kind: 'template', pos: token.pos, name, pipe }
}

function parseTemplateCall(state: ParseState): TemplateNode {
  const context = 'template clause'
  const { tokens } = state
  const token = tokens.nextNonSpace()
  const name = parseTemplateName(state, token, context)
  if (tokens.nextNonSpace().kind === 'right-delimiter') {
    return { kind: 'template', pos: token.pos, name, pipe: undefined }
  }
  tokens.back()
  const pipe = parsePipeline(state, context, 'right-delimiter')
  return { kind: 'template', pos: token.pos, name, pipe }
}

function parseTemplateName(state: ParseState, token: Token, context: string): string {
  if (token.kind !== 'string' && token.kind !== 'raw-string') {
    throw state.tokens.unexpected(token, context)
  }
  return parseStringLiteral(state, token)
}

import { quote, unquote } from '../../formats/quote.ts'
import { nodeText } from './node-text.ts'
import type { CommandNode, OperandNode, PipeNode, VariableNode } from './nodes.ts'
import { parseNumber } from './parse-number.ts'
import { enter, type ParseState } from './parse-state.ts'
import type { Token, TokenKind } from './tokens.ts'

/** Go's own limit, which ours on nesting precedes; its error is given where a text passes both. */
const maxParenDepth = 10_000

const operandStarts: ReadonlySet<TokenKind> = new Set([
  'bool',
  'char-constant',
  'complex',
  'dot',
  'field',
  'identifier',
  'number',
  'nil',
  'raw-string',
  'string',
  'variable',
  'left-paren',
])

/** declarations? command ('|' command)*, up to and with the token that ends it. */
export function parsePipeline(
  state: ParseState,
  context: string,
  end: 'right-delimiter' | 'right-paren',
): PipeNode {
  const { tokens } = state
  const { pos, kind } = tokens.peekNonSpace()
  const { declared, isAssign } =
    kind === 'variable' ? parseDeclarations(state, context) : noDeclarations
  let commands: CommandNode[] = []
  for (;;) {
    const token = tokens.nextNonSpace()
    if (token.kind === end) {
      checkPipeline(state, commands, context)
      return { kind: 'pipe', pos, isAssign, declared, commands: fitted(commands) }
    }
    if (!operandStarts.has(token.kind)) throw tokens.unexpected(token, context)
    tokens.back()
    commands = added(commands, parseCommand(state))
  }
}

/**
 * The list with one more item. An array that grows by `push` takes room for 17, which most lists of a tree
 * would keep empty: a list begins with its only item, and one that did grow is fitted when it is complete.
 */
function added<T>(items: T[], item: T): T[] {
  if (items.length === 0) return [item]
  items.push(item)
  return items
}

function fitted<T>(items: T[]): T[] {
  return items.length > 1 ? items.slice() : items
}

interface Declarations {
  readonly declared: VariableNode[]
  isAssign: boolean
}

const noDeclarations: Declarations = { declared: [], isAssign: false }

function parseDeclarations(state: ParseState, context: string): Declarations {
  const { tokens } = state
  const found: Declarations = { declared: [], isAssign: false }
  for (;;) {
    const variable = tokens.peekNonSpace()
    if (variable.kind !== 'variable') return found
    tokens.next()
    // `$x foo` needs to be read up to foo to know that $x is not declared here.
    const after = tokens.peek()
    const next = tokens.peekNonSpace()
    if (next.kind === 'assign' || next.kind === 'declare') {
      found.isAssign = next.kind === 'assign'
      declare(state, found, variable)
      return found
    }
    if (next.kind === 'char' && next.text === ',') {
      declare(state, found, variable)
      checkMoreVariables(state, found, context)
      continue
    }
    if (after.kind === 'space') tokens.backThree(variable, after)
    else tokens.backTwo(variable)
    return found
  }
}

function declare(state: ParseState, found: Declarations, variable: Token): void {
  state.tokens.nextNonSpace()
  found.declared.push({ kind: 'variable', pos: variable.pos, name: variable.text, fields: [] })
  state.variables.push(variable.text)
}

/** After a comma: only `range` may go on, and only with one more variable. */
function checkMoreVariables(state: ParseState, found: Declarations, context: string): void {
  const { tokens } = state
  if (context !== 'range' || found.declared.length >= 2) {
    throw tokens.error(`too many declarations in ${context}`)
  }
  const { kind } = tokens.peekNonSpace()
  if (kind !== 'variable' && kind !== 'right-delimiter' && kind !== 'right-paren') {
    throw tokens.error('range can only initialize variables')
  }
}

function checkPipeline(state: ParseState, commands: readonly CommandNode[], context: string): void {
  if (commands.length === 0) throw state.tokens.error(`missing value for ${context}`)
  for (let index = 1; index < commands.length; index++) {
    const kind = commands[index]?.args[0]?.kind
    if (
      kind === 'bool' ||
      kind === 'dot' ||
      kind === 'nil' ||
      kind === 'number' ||
      kind === 'string'
    ) {
      throw state.tokens.error(`non executable command in pipeline stage ${index + 1}`)
    }
  }
}

/** operand (space operand)*, with the `|` that follows. */
function parseCommand(state: ParseState): CommandNode {
  const { tokens } = state
  const { pos } = tokens.peekNonSpace()
  let args: OperandNode[] = []
  for (;;) {
    tokens.peekNonSpace()
    const operand = parseOperand(state)
    if (operand !== undefined) args = added(args, operand)
    const token = tokens.next()
    if (token.kind === 'space') continue
    if (token.kind === 'right-delimiter' || token.kind === 'right-paren') tokens.back()
    else if (token.kind !== 'pipe') throw tokens.unexpected(token, 'operand')
    break
  }
  if (args.length === 0) throw tokens.error('empty command')
  return { kind: 'command', pos, args: fitted(args) }
}

/** term .Field*; undefined where no operand starts. */
function parseOperand(state: ParseState): OperandNode | undefined {
  const { tokens } = state
  const node = parseTerm(state)
  if (node === undefined || tokens.peek().kind !== 'field') return node
  const { pos } = tokens.peek()
  let names: string[] = node.kind === 'field' ? [...node.names] : []
  while (tokens.peek().kind === 'field') names = added(names, tokens.next().name)
  const fields = fitted(names)
  switch (node.kind) {
    case 'field':
      return { kind: 'field', pos, names: fields }
    case 'variable':
      return { kind: 'variable', pos, name: node.name, fields }
    case 'bool':
    case 'string':
    case 'number':
    case 'nil':
    case 'dot':
      throw tokens.error(`unexpected . after term ${quote(nodeText(node))}`)
    default:
      return { kind: 'chain', pos, node, fields }
  }
}

const noFields: readonly string[] = []

function parseTerm(state: ParseState): OperandNode | undefined {
  const token = state.tokens.nextNonSpace()
  const { pos } = token
  switch (token.kind) {
    case 'identifier': {
      const name = token.text
      if (!state.job.hasFunction(name)) {
        throw state.tokens.error(`function ${quote(name)} not defined`)
      }
      return { kind: 'identifier', pos, name }
    }
    case 'dot':
    case 'nil':
      return { kind: token.kind, pos }
    case 'variable': {
      const name = token.text
      if (!state.variables.includes(name)) {
        throw state.tokens.error(`undefined variable ${quote(name)}`)
      }
      return { kind: 'variable', pos, name, fields: noFields }
    }
    case 'field':
      return { kind: 'field', pos, names: [token.name] }
    case 'bool':
      return { kind: 'bool', pos, value: token.text === 'true' }
    case 'char-constant':
    case 'complex':
    case 'number': {
      const number = parseNumber(token)
      if ('fault' in number) throw state.tokens.error(number.fault)
      return number
    }
    case 'left-paren':
      return parseParenthesized(state)
    case 'string':
    case 'raw-string':
      return { kind: 'string', pos, quoted: token.text, value: parseStringLiteral(state, token) }
    default:
      state.tokens.back()
      return undefined
  }
}

/** The text of a string token. */
export function parseStringLiteral(state: ParseState, token: Token): string {
  const value = unquote(token.text)
  if (value === undefined) throw state.tokens.error('invalid syntax')
  return value
}

function parseParenthesized(state: ParseState): PipeNode {
  try {
    enter(state)
  } catch (error) {
    throw passesGoLimit(state) ? state.tokens.error('max expression depth exceeded') : error
  }
  state.parenDepth++
  const pipe = parsePipeline(state, 'parenthesized pipeline', 'right-paren')
  state.parenDepth--
  state.nesting--
  return pipe
}

function passesGoLimit(state: ParseState): boolean {
  let depth = state.parenDepth + 1
  while (depth <= maxParenDepth) {
    const { kind } = state.tokens.next()
    if (kind === 'left-paren') depth++
    else if (kind === 'right-paren') depth--
    else if (kind === 'right-delimiter' || kind === 'error' || kind === 'eof') return false
  }
  return true
}

import { compareStrings } from '../../formats/go-string.ts'
import { ObjectsError } from '../errors.ts'
import { invalidText, labelRequirement } from './label-requirement.ts'
import { labelKeyProblems } from './label-names.ts'
import {
  sortRequirements,
  type LabelOperator,
  type LabelRequirement,
  type LabelSelector,
} from './label-selector.ts'

/**
 * Reads a selector such as `app=web,tier in (a,b),!legacy`. Throws with the words of the API server
 * when it is none.
 */
export function parseLabelSelector(text: string): LabelSelector {
  return sortRequirements(new Parser(scan(text)).parse())
}

interface Token {
  readonly is: 'end' | 'error' | 'word' | Operator | '(' | ')' | ',' | '!'
  readonly text: string
}

type Operator = '=' | '==' | '!=' | '>' | '<' | 'in' | 'notin'

const operators: ReadonlySet<string> = new Set(['=', '==', '!=', '>', '<', 'in', 'notin'])
const symbols: ReadonlySet<string> = new Set(['(', ')', ',', '!', '=', '==', '!=', '>', '<'])

function scan(text: string): readonly Token[] {
  const tokens: Token[] = []
  // A null byte ends the text, as it does in the server.
  const readable = text.split('\0')[0] ?? ''
  const pattern = /[ \t\r\n]*(?:([=!(),><]+)|([^=!(),>< \t\r\n]+))/gy
  for (const [, special, word] of readable.matchAll(pattern)) {
    if (word !== undefined) tokens.push({ is: isOperator(word) ? word : 'word', text: word })
    else tokens.push(...scanSymbols(special ?? ''))
  }
  return [...tokens, { is: 'end', text: '' }]
}

// The longest symbol that is one, again and again.
function scanSymbols(run: string): readonly Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < run.length;) {
    const two = run.slice(at, at + 2)
    const text = two.length === 2 && symbols.has(two) ? two : run.charAt(at)
    tokens.push({ is: isOperator(text) ? text : (text as '(' | ')' | ',' | '!'), text })
    at += text.length
  }
  return tokens
}

function isOperator(text: string): text is Operator {
  return operators.has(text)
}

class Parser {
  private readonly tokens: readonly Token[]
  private at = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  parse(): readonly LabelRequirement[] {
    const found: LabelRequirement[] = []
    for (;;) {
      const { is, text } = this.peek()
      if (is === 'end') return found
      if (is !== 'word' && is !== '!')
        throw invalid(`found '${text}', expected: !, identifier, or 'end of string'`)
      found.push(this.readRequirement())
      const next = this.take()
      if (next.is === 'end') return found
      if (next.is !== ',') throw invalid(`found '${next.text}', expected: ',' or 'end of string'`)
      const after = this.peek()
      if (after.is !== 'word' && after.is !== '!')
        throw invalid(`found '${after.text}', expected: identifier after ','`)
    }
  }

  private readRequirement(): LabelRequirement {
    try {
      return this.readKeyAndRest()
    } catch (cause) {
      if (!(cause instanceof ObjectsError)) throw cause
      throw new ObjectsError('invalid-selector', `unable to parse requirement: ${cause.message}`, {
        cause,
      })
    }
  }

  private readKeyAndRest(): LabelRequirement {
    const first = this.take()
    const isAbsent = first.is === '!'
    const { is, text: key } = isAbsent ? this.take() : first
    if (is !== 'word') throw invalid(`found '${key}', expected: identifier`)
    const problems = labelKeyProblems(key)
    if (problems.length > 0) throw invalid(invalidText('<nil>', key, problems.join('; ')))
    const next = this.peek()
    const isOnlyKey = next.is === 'end' || next.is === ','
    if (isAbsent) return labelRequirement(key, '!', [])
    if (isOnlyKey) return labelRequirement(key, 'exists', [])
    const operator = this.readOperator()
    const values = operator === 'in' || operator === 'notin' ? this.readValues() : this.readValue()
    return labelRequirement(key, operator, [...new Set(values)].toSorted(compareStrings))
  }

  private readOperator(): LabelOperator {
    const { is, text } = this.take('operators')
    if (isOperator(is)) return is
    throw invalid(`found '${text}', expected: in, notin, =, ==, !=, gt, lt`)
  }

  private readValues(): readonly string[] {
    const open = this.take()
    if (open.is !== '(') throw invalid(`found '${open.text}' expected: '('`)
    const { is, text } = this.peek()
    if (is === ')') {
      this.take()
      return ['']
    }
    if (is !== 'word' && is !== ',')
      throw invalid(`found '${text}', expected: ',', ')' or identifier`)
    const values = this.readList()
    this.take()
    return values
  }

  // Values may be empty: (a,,b) has three, (,) one.
  private readList(): readonly string[] {
    const values: string[] = []
    for (;;) {
      const { is, text } = this.take()
      const next = this.peek()
      if (is === 'word') {
        values.push(text)
        if (next.is === ')') return values
        if (next.is !== ',') throw invalid(`found '${next.text}', expected: ',' or ')'`)
      } else if (is === ',') {
        if (values.length === 0) values.push('')
        if (next.is === ')' || next.is === ',') values.push('')
        if (next.is === ')') return values
      } else throw invalid(`found '${text}', expected: ',', or identifier`)
    }
  }

  private readValue(): readonly string[] {
    const next = this.peek()
    if (next.is === 'end' || next.is === ',') return ['']
    const { is, text } = this.take()
    if (is === 'word') return [text]
    throw invalid(`found '${text}', expected: identifier`)
  }

  private peek(): Token {
    return asWord(this.tokens[this.at] ?? end)
  }

  private take(context: 'words' | 'operators' = 'words'): Token {
    const token = this.tokens[this.at] ?? end
    this.at++
    return context === 'words' ? asWord(token) : token
  }
}

const end: Token = { is: 'end', text: '' }

// `in` is a word wherever it cannot be an operator.
function asWord(token: Token): Token {
  return token.is === 'in' || token.is === 'notin' ? { is: 'word', text: token.text } : token
}

function invalid(message: string): ObjectsError {
  return new ObjectsError('invalid-selector', message)
}

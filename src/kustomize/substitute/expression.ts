// `${name}` and its forms, as the envsubst of Flux 2 reads them.

import { isDigit, isLetter } from '../../formats/unicode/go-unicode.ts'
import { KustomizeError } from '../errors.ts'
import { limits } from '../limits.ts'

/** A text in which variables stand: texts and uses of variables, one after the other. */
export type Expression = readonly Part[]

export type Part = string | VariableUse

/** `${name}`, or with an operator and what stands behind it. */
export interface VariableUse {
  readonly name: string
  readonly operator: string
  readonly operands: readonly Part[]
}

/** Reads a text. `$$` is a dollar sign; a dollar sign before anything but `{` is one as well. */
export function parseExpression(text: string): Expression {
  return new Reader([...text]).expression()
}

type Accepts = (char: string, count: number) => boolean

const isNotClosing: Accepts = (char) => char !== '}'
const isNotSlash: Accepts = (char) => char !== '/'
const isNameChar: Accepts = (char) => isLetter(char) || isDigit(char) || char === '_'
const isCasing: Accepts = (char, count) => (char === ',' || char === '^') && count < 3
const isReplacing: Accepts = (char, count) =>
  (count === 1 && char === '/') || (count === 2 && '/#%'.includes(char))
const isDefaulting: Accepts = (char, count) =>
  (count === 1 && char === ':') || (count === 2 && '=-?+'.includes(char))
const isOne =
  (wanted: string): Accepts =>
  (char, count) =>
    char === wanted && count === 1
const isUpToTwo =
  (wanted: string): Accepts =>
  (char, count) =>
    char === wanted && count < 3

class Reader {
  private readonly chars: readonly string[]
  private at = 0
  private depth = 0

  constructor(chars: readonly string[]) {
    this.chars = chars
  }

  expression(): Expression {
    const parts: Part[] = []
    while (this.at < this.chars.length) {
      if (this.isOpening()) parts.push(this.use())
      else parts.push(this.take(() => true, { stops: true, escapes: '$' }))
    }
    return parts
  }

  private get next(): string {
    return this.chars[this.at] ?? ''
  }

  private isOpening(): boolean {
    return this.next === '$' && this.chars[this.at + 1] === '{'
  }

  /** Characters as long as they are accepted; `stops` ends them before `${`, a character that escapes itself is one. */
  private take(
    accepts: Accepts,
    how: { readonly stops: boolean; readonly escapes: '' | '$' | '$\\' },
  ): string {
    const taken: string[] = []
    for (; this.at < this.chars.length; this.at++) {
      if (how.stops && this.isOpening()) break
      if (this.isEscaped(how.escapes)) this.at++
      else if (!accepts(this.next, taken.length + 1)) break
      taken.push(this.next)
    }
    return taken.join('')
  }

  private isEscaped(escapes: string): boolean {
    const after = this.chars[this.at + 1] ?? ''
    if (this.next === '' || !escapes.includes(this.next)) return false
    return this.next === '$' ? after === '$' : after === '/' || after === '\\'
  }

  private use(): VariableUse {
    const start = this.at
    const fail = (what: string) => this.failure(what, start)
    if (++this.depth > limits.depth) throw fail(`more than ${limits.depth} variables in each other`)
    const use = this.useOf(fail)
    this.depth--
    return use
  }

  private useOf(fail: Failing): VariableUse {
    this.at += 2
    const plain = { stops: false, escapes: '' } as const
    if (this.next === '#') {
      this.at++
      const name = this.take(isNameChar, plain)
      if (name === '') throw fail('bad substitution')
      return this.closed({ name, operator: '#', operands: [] }, fail)
    }
    const name = this.take(isNameChar, plain)
    if (name === '') throw fail('unable to parse variable name')
    switch (this.next) {
      case ':':
        return '=-?+'.includes(this.chars[this.at + 1] ?? ' ')
          ? this.withDefault(name, fail)
          : this.substring(name, fail)
      case '=':
        return this.withDefault(name, fail)
      case ',':
      case '^':
        return this.closed({ name, operator: this.take(isCasing, plain), operands: [] }, fail)
      case '/':
        return this.replacement(name, fail)
      case '#':
      case '%': {
        const operator = this.take(isUpToTwo(this.next), plain)
        const operands = [this.operand(isNotClosing, '', fail)]
        return this.closed({ name, operator, operands }, fail)
      }
      case '}':
        this.at++
        return { name, operator: '', operands: [] }
      default:
        throw fail('missing closing brace')
    }
  }

  private withDefault(name: string, fail: Failing): VariableUse {
    const accepts = this.next === '=' ? isOne('=') : isDefaulting
    const operator = this.take(accepts, { stops: false, escapes: '' })
    const operands: Part[] = []
    while (this.next !== '}') operands.push(this.operand(isNotClosing, '', fail))
    return this.closed({ name, operator, operands }, fail)
  }

  private substring(name: string, fail: Failing): VariableUse {
    this.at++
    // envsubst goes back by the width of the character that follows, which is wrong beyond ASCII.
    if (this.next > '\u{7f}') throw fail('bad substitution')
    const start = this.operand((char) => char !== ':' && char !== '}', '', fail)
    const colons = this.take((char) => char === ':', { stops: false, escapes: '' })
    const operands = colons === '' ? [start] : [start, this.operand(isNotClosing, '', fail)]
    return this.closed({ name, operator: ':', operands }, fail)
  }

  private replacement(name: string, fail: Failing): VariableUse {
    const plain = { stops: false, escapes: '' } as const
    const operator = this.take(isReplacing, plain)
    const sought = this.operand(isNotSlash, '$\\', fail)
    if (this.take((char) => char === '/', plain) === '') throw fail('bad substitution')
    const operands =
      this.next === '}' ? [sought] : [sought, this.operand(isNotClosing, '$\\', fail)]
    return this.closed({ name, operator, operands }, fail)
  }

  private operand(accepts: Accepts, escapes: '' | '$\\', fail: Failing): Part {
    if (this.isOpening()) return this.use()
    const text = this.take(accepts, { stops: true, escapes })
    if (text === '') throw fail('unable to parse substitution within function')
    return text
  }

  private closed(use: VariableUse, fail: Failing): VariableUse {
    if (this.next !== '}') throw fail('bad substitution')
    this.at++
    return use
  }

  private failure(what: string, start: number): KustomizeError {
    const line = this.chars.slice(0, start).filter((char) => char === '\n').length + 1
    const shown =
      this.chars
        .slice(start, start + mostShown)
        .join('')
        .split('\n')[0] ?? ''
    return new KustomizeError('invalid', `${what} in line ${line}: ${shown}`)
  }
}

type Failing = (what: string) => KustomizeError

const mostShown = 60

import type { Environment } from '@marcbachmann/cel-js'
import { RE2JS } from 're2js'
import { RegexpError, compileRegexp, weighRegexp, type Regexp } from '../../../../formats/regexp.ts'
import { formatText } from './format-text.ts'
import type { Meter } from '../meter.ts'

const heaviestRegexp = 10_000
/** Instructions times characters that cost as much as one step. */
const perStep = 25

/** The functions of texts that the language itself lacks, or that must be safe from strangers. */
export function registerTexts(environment: Environment, meter: Meter): void {
  const add = (signature: string, handler: (...args: never[]) => unknown): void => {
    environment.registerFunction(signature, handler, { async: false })
  }
  const prepare = (text: string, source: string): Regexp => {
    const weight = weighRegexp(source)
    if (weight > heaviestRegexp) throw new RegexpError('regular expression is too large')
    meter.charge(weight)
    const regexp = compileRegexp(source)
    meter.charge((text.length * regexp.size) / perStep)
    return regexp
  }
  add('string.matchesLinearly(string): bool', (text: string, source: string) =>
    prepare(text, source).matches(text),
  )
  const find = (text: string, source: string, most: number): string[] => {
    prepare(text, source)
    const matcher = RE2JS.compile(source).matcher(text)
    const found: string[] = []
    while (found.length < most && matcher.find()) found.push(matcher.group() ?? '')
    return found
  }
  add('string.find(string): string', (text: string, source: string) => {
    return find(text, source, 1)[0] ?? ''
  })
  add('string.findAll(string): list<string>', (text: string, source: string) =>
    find(text, source, Infinity),
  )
  add('string.findAll(string, int): list<string>', (text: string, source: string, most: bigint) =>
    find(text, source, most < 0n ? Infinity : Number(most)),
  )
  const join = (list: readonly string[], separator: string): string => {
    meter.charge((list.length * separator.length) / 10)
    return list.join(separator)
  }
  add('list<string>.joinBounded(): string', (list: readonly string[]) => join(list, ''))
  add('list<string>.joinBounded(string): string', join)
  const replace = (text: string, old: string, by: string, most: number): string => {
    const parts = text.split(old)
    meter.charge((parts.length * by.length) / 10)
    const rest = most < 0 ? [] : parts.splice(most + 1)
    return [parts.join(by), ...rest].join(old)
  }
  add('string.replace(string, string): string', (text: string, old: string, by: string) =>
    replace(text, old, by, -1),
  )
  add(
    'string.replace(string, string, int): string',
    (text: string, old: string, by: string, most: bigint) => replace(text, old, by, Number(most)),
  )
  add('string.charAt(int): string', (text: string, at: bigint) => {
    const characters = [...text]
    if (at < 0n || at > BigInt(characters.length)) throw new Error(`index out of range: ${at}`)
    return characters[Number(at)] ?? ''
  })
  add('string.reverse(): string', (text: string) => [...text].toReversed().join(''))
  add('string.format(list): string', formatText)
}

// Go's fmt for templates: print, println, printf, and the %v of what an action prints.

import { normalize } from '../../formats/go-string.ts'
import { formatFloat } from '../../formats/format-float.ts'
import { quote } from '../../formats/quote.ts'
import { typeOf, type Value } from '../../formats/value.ts'
import { checkStringLength } from '../limits.ts'
import { readDirective, type Arguments } from './directive.ts'
import { printArgument } from './print-value.ts'
import { defaultSpec, withGoSyntax } from './spec.ts'

/** The %v of one value: what an action prints. */
export function formatValue(value: Value): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return formatFloat(value, 'g', -1)
    case 'bigint':
    case 'boolean':
      return String(value)
    default:
      return normalize(printArgument(value, defaultSpec))
  }
}

/** fmt.Sprint: a space between two operands of which neither is a string. */
export function sprint(args: readonly Value[]): string {
  let text = ''
  for (const [index, arg] of args.entries()) {
    if (index > 0 && typeof arg !== 'string' && typeof args[index - 1] !== 'string') text += ' '
    text += formatValue(arg)
  }
  return normalize(text)
}

/** fmt.Sprintln: spaces between all operands and a newline at the end. */
export function sprintln(args: readonly Value[]): string {
  return normalize(`${args.map(formatValue).join(' ')}\n`)
}

/** fmt.Sprintf. Mistakes of the format are shown in the result, never thrown. */
export function sprintf(format: string, args: readonly Value[]): string {
  const use: Arguments = { values: args, next: 0, isReordered: false }
  let text = ''
  let at = 0
  while (at < format.length) {
    const percent = format.indexOf('%', at)
    if (percent < 0) break
    text += format.slice(at, percent)
    const quick = quickDirective(format.charAt(percent + 1), use)
    if (quick === undefined) {
      const directive = readDirective(format, percent + 1, use)
      text += directive.complaints + printNext(directive, use)
      checkStringLength(text.length)
      at = directive.end
    } else {
      text += quick
      at = percent + 2
    }
  }
  return normalize(text + format.slice(at) + surplus(use))
}

/** `%s`, `%d`, `%q` and `%v` without flags, which are nearly all directives of charts. */
function quickDirective(verb: string, use: Arguments): string | undefined {
  if (use.next >= use.values.length) return undefined
  const value = use.values[use.next]
  const text = quickText(verb, value)
  if (text !== undefined) use.next++
  return text
}

function quickText(verb: string, value: Value): string | undefined {
  if (verb === 'v') return formatValue(value)
  if (typeof value === 'string')
    return verb === 's' ? value : verb === 'q' ? quote(value) : undefined
  return verb === 'd' && typeof value === 'bigint' ? String(value) : undefined
}

function printNext(directive: ReturnType<typeof readDirective>, use: Arguments): string {
  const { spec } = directive
  if (spec === undefined) return '%!(NOVERB)'
  if (spec.verb === '%') return '%'
  if (!directive.isGoodIndex) return `%!${spec.verb}(BADINDEX)`
  if (use.next >= use.values.length) return `%!${spec.verb}(MISSING)`
  const value = use.values[use.next++]
  const takesGoSyntax = spec.verb === 'v' || spec.verb === 'w'
  return printArgument(value, takesGoSyntax ? withGoSyntax(spec) : spec)
}

/** Arguments that no directive used; formats with explicit indexes may leave some out. */
function surplus({ values, next, isReordered }: Arguments): string {
  if (isReordered || next >= values.length) return ''
  const shown = values.slice(next).map((value) => {
    const isNil = value === null || value === undefined
    return isNil ? '<nil>' : `${typeOf(value)}=${formatValue(value)}`
  })
  return `%!(EXTRA ${shown.join(', ')})`
}

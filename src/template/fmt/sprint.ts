// Go's fmt for templates: print, println, printf, and the %v of what an action prints.

import { normalize } from '../../formats/go-string.ts'
import { formatFloat } from '../../formats/format-float.ts'
import { quote } from '../../formats/quote.ts'
import { typeOf, type Value } from '../../formats/value.ts'
import { checkStringLength } from '../limits.ts'
import { readDirective, type Arguments } from './directive.ts'
import { printArgument, type Spend } from './print-value.ts'
import { defaultSpec, withGoSyntax } from './spec.ts'

/** For texts that no template asked for. */
const free: Spend = () => {}

/** The %v of one value: what an action prints. */
export function formatValue(value: Value, spend = free): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return formatFloat(value, 'g', -1)
    case 'bigint':
    case 'boolean':
      return String(value)
    default:
      return normalize(printArgument(value, defaultSpec, spend))
  }
}

/** fmt.Sprint: a space between two operands of which neither is a string. */
export function sprint(args: readonly Value[], spend: Spend): string {
  let text = ''
  for (const [index, arg] of args.entries()) {
    if (index > 0 && typeof arg !== 'string' && typeof args[index - 1] !== 'string') text += ' '
    text += formatValue(arg, spend)
  }
  return normalize(text)
}

/** fmt.Sprintln: spaces between all operands and a newline at the end. */
export function sprintln(args: readonly Value[], spend: Spend): string {
  return normalize(`${args.map((arg) => formatValue(arg, spend)).join(' ')}\n`)
}

/** fmt.Sprintf. Mistakes of the format are shown in the result, never thrown. */
export function sprintf(format: string, args: readonly Value[], spend = free): string {
  const use: Arguments = { values: args, next: 0, isReordered: false }
  let text = ''
  let at = 0
  while (at < format.length) {
    const percent = format.indexOf('%', at)
    if (percent < 0) break
    text += format.slice(at, percent)
    const quick = quickDirective(format.charAt(percent + 1), use, spend)
    if (quick === undefined) {
      const directive = readDirective(format, percent + 1, use)
      text += directive.complaints + printNext(directive, use, spend)
      checkStringLength(text.length)
      at = directive.end
    } else {
      text += quick
      at = percent + 2
    }
  }
  return normalize(text + format.slice(at) + surplus(use, spend))
}

/** `%s`, `%d`, `%q` and `%v` without flags, which are nearly all directives of charts. */
function quickDirective(verb: string, use: Arguments, spend: Spend): string | undefined {
  if (use.next >= use.values.length) return undefined
  const value = use.values[use.next]
  const text = quickText(verb, value, spend)
  if (text !== undefined) use.next++
  return text
}

function quickText(verb: string, value: Value, spend: Spend): string | undefined {
  if (verb === 'v') return formatValue(value, spend)
  if (typeof value === 'string')
    return verb === 's' ? value : verb === 'q' ? quote(value) : undefined
  return verb === 'd' && typeof value === 'bigint' ? String(value) : undefined
}

function printNext(
  directive: ReturnType<typeof readDirective>,
  use: Arguments,
  spend: Spend,
): string {
  const { spec } = directive
  if (spec === undefined) return '%!(NOVERB)'
  if (spec.verb === '%') return '%'
  if (!directive.isGoodIndex) return `%!${spec.verb}(BADINDEX)`
  if (use.next >= use.values.length) return `%!${spec.verb}(MISSING)`
  const value = use.values[use.next++]
  const takesGoSyntax = spec.verb === 'v' || spec.verb === 'w'
  return printArgument(value, takesGoSyntax ? withGoSyntax(spec) : spec, spend)
}

/** Arguments that no directive used; formats with explicit indexes may leave some out. */
function surplus({ values, next, isReordered }: Arguments, spend: Spend): string {
  if (isReordered || next >= values.length) return ''
  const shown = values.slice(next).map((value) => {
    const isNil = value === null || value === undefined
    return isNil ? '<nil>' : `${typeOf(value)}=${formatValue(value, spend)}`
  })
  return `%!(EXTRA ${shown.join(', ')})`
}

import { CommanderError } from 'commander'
import type { Command, Option } from 'commander'
import type { ArgumentSpec, CommandSpec, CommandInput, OptionSpec } from './command-spec.ts'
import { buildCommander } from './commander-command.ts'
import { UsageError } from './errors.ts'
import type { globalOptions } from './options/global-options.ts'
import { findNearest } from '../std/find-nearest.ts'

/** Reads what a user typed after a command's name; commander takes the words apart. */
export function readArguments<const C extends CommandSpec>(
  spec: C,
  argv: readonly string[],
): CommandInput<C> | UsageError {
  const command = buildCommander('command', spec)
  const words = splitWords(command, spec, argv)
  if (words instanceof UsageError) return words
  const options: Record<string, unknown> = {}
  for (const [name, optionSpec] of Object.entries(spec.options)) {
    const value = readOption(command, name, optionSpec)
    if (value instanceof UsageError) return value
    options[name] = value
  }
  const given = assignArguments(spec, words)
  if (given instanceof UsageError) return given
  // Each value was checked against its declaration, which is what the type is computed from.
  return { options, arguments: given } as CommandInput<C>
}

/** --debug, --help, or -h among other short options. */
const mayBeGlobal = /^--(?:debug|help)|^-[^-]*h/

/** Reads only the options that every command has, also from a line that is wrong otherwise. */
export function readGlobalOptions(
  spec: CommandSpec,
  argv: readonly string[],
): { readonly [K in keyof typeof globalOptions]: boolean } {
  // Declaring a command's options takes time, and few lines have one of these.
  if (!argv.some((word) => mayBeGlobal.test(word))) return { debug: false, help: false }
  const command = buildCommander('command', spec)
  splitWords(command, spec, argv)
  const { debug, help } = command.opts<{ debug?: boolean; help?: boolean }>()
  return { debug: debug === true, help: help === true }
}

function splitWords(
  command: Command,
  spec: CommandSpec,
  argv: readonly string[],
): readonly string[] | UsageError {
  try {
    const { operands, unknown } = command.parseOptions(spellAsCommander(spec, argv))
    const [first] = unknown
    return first === undefined ? operands : unknownOption(command, first)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const wanted = error.message.match(/'(.*)'/)?.[1] ?? error.message
    return new UsageError('missing-value', `option ${wanted} needs a value`)
  }
}

/**
 * Rewrites --wait=true, --wait=false and -f=FILE, which kubectl and helm take and commander does not, and spells out
 * what an option without its value means, which commander would take from the next word.
 */
function spellAsCommander(spec: CommandSpec, argv: readonly string[]): string[] {
  const end = argv.indexOf('--')
  const head = end === -1 ? argv : argv.slice(0, end)
  const texts = Object.values(spec.options).filter((option) => option.kind !== 'switch')
  const rewritten = head.flatMap((word) => {
    const [, short, text] = /^-([a-zA-Z])=(.+)$/s.exec(word) ?? []
    if (short !== undefined && texts.some((option) => option.short === short)) {
      return [`-${short}${text}`]
    }
    const optional = spec.options[word.slice(2)]
    if (word.startsWith('--') && optional?.kind === 'optional') return [`${word}=${optional.bare}`]
    const [, name, value] = /^--([^=]+)=(true|false)$/.exec(word) ?? []
    if (name === undefined || spec.options[name]?.kind !== 'switch') return [word]
    return value === 'true' ? [`--${name}`] : []
  })
  return [...rewritten, ...argv.slice(head.length)]
}

function unknownOption(command: Command, word: string): UsageError {
  const [flag = word] = word.split('=')
  const names = command.options.map((option) => option.long ?? '')
  const found = command.options.find((option) => option.long === flag)
  if (found) {
    return new UsageError('bad-value', `option ${flag} takes no value but true or false: ${word}`)
  }
  return new UsageError('unknown-option', `unknown option ${flag}`, findNearest(flag, names))
}

function readOption(command: Command, name: string, spec: OptionSpec): unknown {
  const option = command.options.find((candidate) => candidate.long === `--${name}`)
  const value: unknown = option && command.getOptionValue(option.attributeName())
  if (spec.kind === 'switch') return value === !isNegated(option)
  if ((spec.kind === 'choice' || spec.kind === 'optional') && typeof value === 'string') {
    return checkChoice(`--${name}`, value, spec.choices)
  }
  return value
}

/** For commander --no-hooks is "hooks, unless said otherwise"; for us it is a switch of that name. */
function isNegated(option: Option | undefined): boolean {
  return option?.negate === true
}

function checkChoice(what: string, value: string, choices: readonly string[]): string | UsageError {
  if (choices.includes(value)) return value
  const message = `${what} must be one of ${choices.join(', ')}: got "${value}"`
  return new UsageError('bad-value', message, findNearest(value, choices))
}

function assignArguments(
  spec: CommandSpec,
  words: readonly string[],
): Record<string, unknown> | UsageError {
  const given: Record<string, unknown> = {}
  let rest = words
  for (const [name, argument] of Object.entries(spec.arguments)) {
    const taken = argument.count === 'any' ? rest : rest.slice(0, 1)
    if (argument.count === 'one' && taken.length === 0) return missingArgument(name, argument)
    for (const word of argument.choices ? taken : []) {
      const checked = checkChoice(name, word, argument.choices ?? [])
      if (checked instanceof UsageError) return checked
    }
    given[name] = argument.count === 'any' ? taken : taken[0]
    rest = rest.slice(taken.length)
  }
  return rest[0] === undefined ? given : excessArgument(spec, rest[0])
}

function missingArgument(name: string, argument: ArgumentSpec): UsageError {
  const wanted = argument.choices ? `: one of ${argument.choices.join(', ')}` : ''
  return new UsageError('missing-argument', `argument <${name}> is missing${wanted}`)
}

function excessArgument(spec: CommandSpec, word: string): UsageError {
  const wanted = Object.keys(spec.arguments).length
  const most = wanted === 0 ? 'no arguments' : `at most ${wanted}`
  return new UsageError('excess-argument', `argument "${word}" is too many: ${most} wanted`)
}

import type { ArgumentSpec, CommandSpec, Given, OptionSpec } from './command-spec.ts'
import { UsageError } from './errors.ts'
import { globalOptions } from './global-options.ts'
import { findNearest } from './nearest.ts'
import { optionTerm } from './option-term.ts'
import { splitWords, type SplitWords } from './split-words.ts'

/** Reads what a user typed after a command's name. */
export function readArguments<const C extends CommandSpec>(
  spec: C,
  argv: readonly string[],
): Given<C> | UsageError {
  const words = splitWords(spec.options, globalOptions, argv)
  const wrong = wrongOption(spec, words)
  if (wrong !== undefined) return wrong
  const options: Record<string, unknown> = {}
  for (const [name, optionSpec] of Object.entries(spec.options)) {
    const value = readOption(words, name, optionSpec)
    if (value instanceof UsageError) return value
    options[name] = value
  }
  const given = assignArguments(spec, words.operands)
  if (given instanceof UsageError) return given
  // Each value was checked against its declaration, which is what the type is computed from.
  return { options, arguments: given } as Given<C>
}

/** Reads only the options that every command has, also from a line that is wrong otherwise. */
export function readGlobalOptions(
  spec: CommandSpec,
  argv: readonly string[],
): { readonly [K in keyof typeof globalOptions]: boolean } {
  const { given } = splitWords(spec.options, globalOptions, argv)
  return { debug: given.has('debug'), help: given.has('help') }
}

function wrongOption(spec: CommandSpec, words: SplitWords): UsageError | undefined {
  const options: CommandSpec['options'] = { ...spec.options, ...globalOptions }
  const missing = words.missing === undefined ? undefined : options[words.missing]
  if (words.missing !== undefined && missing !== undefined) {
    const wanted = optionTerm(words.missing, missing)
    return new UsageError('missing-value', `option ${wanted} needs a value`)
  }
  return words.unknown === undefined ? undefined : unknownOption(options, words.unknown)
}

function unknownOption(options: CommandSpec['options'], word: string): UsageError {
  const [flag = word] = word.split('=')
  const names = Object.keys(options).map((name) => `--${name}`)
  if (names.includes(flag)) {
    return new UsageError('bad-value', `option ${flag} takes no value but true or false: ${word}`)
  }
  return new UsageError('unknown-option', `unknown option ${flag}`, findNearest(flag, names))
}

function readOption({ given }: SplitWords, name: string, spec: OptionSpec): unknown {
  const values = given.get(name)
  switch (spec.kind) {
    case 'switch':
      return values !== undefined
    case 'list':
      return values ?? []
    case 'text':
      return values?.at(-1)
    case 'choice': {
      const value = values?.at(-1) ?? spec.fallback
      return value === undefined ? undefined : checkChoice(`--${name}`, value, spec.choices)
    }
  }
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

import type { OptionSpec } from './command-spec.ts'

type OptionSpecs = Readonly<Record<string, OptionSpec>>

/** The words after a command's name, taken apart by what its options are. */
export interface SplitWords {
  /** What was given for each option, in order; for a switch an empty text each time. */
  readonly given: ReadonlyMap<string, readonly string[]>
  readonly operands: readonly string[]
  /** The first word that looks like an option and is none. */
  readonly unknown: string | undefined
  /** The option at the end of the line whose value is missing. */
  readonly missing: string | undefined
}

const negativeNumber = /^-(?:\d+|\d*\.\d+)(?:[eE][+-]?\d+)?$/

/**
 * Takes options as kubectl, helm and getopt spell them: --name VALUE, --name=VALUE, -n VALUE, -nVALUE,
 * -n=VALUE, --switch=true, -ab for two switches, and operands anywhere between; `--` ends the options.
 */
export function splitWords(
  own: OptionSpecs,
  everywhere: OptionSpecs,
  argv: readonly string[],
): SplitWords {
  const options: OptionSpecs = { ...own, ...everywhere }
  const given = new Map<string, string[]>()
  const operands: string[] = []
  let unknown: string | undefined
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] ?? ''
    if (word === '--') {
      operands.push(...argv.slice(i + 1))
      break
    }
    const found = readWord(own, options, word)
    if (found === undefined) {
      if (looksLikeOption(word)) unknown ??= word
      else operands.push(word)
      continue
    }
    for (const { name, value } of found) {
      if (value === undefined && i + 1 === argv.length) {
        return { given, operands, unknown, missing: name }
      }
      given.set(name, [...(given.get(name) ?? []), value ?? argv[++i] ?? ''])
    }
  }
  return { given, operands, unknown, missing: undefined }
}

interface Found {
  readonly name: string
  /** Undefined where it is the next word. */
  readonly value: string | undefined
}

function looksLikeOption(word: string): boolean {
  return word.length > 1 && word.startsWith('-') && !negativeNumber.test(word)
}

/** The options in a word, of which only the last may want the next word; undefined where it is none. */
function readWord(own: OptionSpecs, options: OptionSpecs, word: string): Found[] | undefined {
  if (word.startsWith('--')) return readLong(own, options, word)
  return word.startsWith('-') && word.length > 1 ? readShort(options, word) : undefined
}

function readLong(own: OptionSpecs, options: OptionSpecs, word: string): Found[] | undefined {
  const equals = word.indexOf('=')
  const name = word.slice(2, equals < 0 ? undefined : equals)
  if (!Object.hasOwn(options, name)) return undefined
  const isSwitch = options[name]?.kind === 'switch'
  if (equals < 0) return [{ name, value: isSwitch ? '' : undefined }]
  const value = word.slice(equals + 1)
  if (!isSwitch) return [{ name, value }]
  if (!Object.hasOwn(own, name) || (value !== 'true' && value !== 'false')) return undefined
  return value === 'true' ? [{ name, value: '' }] : []
}

/** Switches, and at the end perhaps an option with its value. */
function readShort(options: OptionSpecs, word: string): Found[] | undefined {
  const found: Found[] = []
  for (let at = 1; at < word.length; at++) {
    const name = Object.keys(options).find((one) => options[one]?.short === word[at])
    if (name === undefined) return undefined
    if (options[name]?.kind === 'switch') {
      found.push({ name, value: '' })
      continue
    }
    const rest = word.slice(at + 1)
    const value = /^=[^]/.test(rest) ? rest.slice(1) : rest
    return [...found, { name, value: rest === '' ? undefined : value }]
  }
  return found
}

import { UsageError } from './errors.ts'
import { globalOptions } from './options/global-options.ts'
import { findNearest } from '../std/find-nearest.ts'
import type { Candidate, CommandEntry, CommandTable } from './verb.ts'

export type Route =
  | { readonly to: 'command'; readonly entry: CommandEntry; readonly argv: readonly string[] }
  /** No verb yet: '' for the program itself, or a beginning that several commands share. */
  | { readonly to: 'group'; readonly group: string; readonly argv: readonly string[] }

/**
 * Finds the command that the words name, the longest name that fits; what is left is for that command's
 * own parser.
 */
export function route(words: readonly string[], table: CommandTable): Route | UsageError {
  const argv: string[] = []
  let group = ''
  let found: Route | undefined
  for (const [index, word] of words.entries()) {
    if (word.startsWith('-')) {
      // After a command's name these are options of its own.
      if (found) return found
      const unknown = checkGlobalOption(word)
      if (unknown) return unknown
      argv.push(word)
      continue
    }
    const name = nameOf(group, word, table)
    const entry = findEntry(name, table)
    if (entry) found = { to: 'command', entry, argv: [...argv, ...words.slice(index + 1)] }
    if (!Object.hasOwn(table.groups, name)) return found ?? unknownCommand(group, word, table)
    group = name
  }
  return found ?? { to: 'group', group, argv }
}

/**
 * The words that may follow a group's name: its verbs, or at the top groups and short forms too.
 */
export function listCandidates(group: string, table: CommandTable): readonly Candidate[] {
  const visible = table.commands.filter((entry) => !entry.hidden)
  const paths = visible.flatMap((entry) => nextWords(group, entry.path, entry, table))
  const groups = Object.entries(table.groups).flatMap(([name, summary]) =>
    nextWords(group, name, { summary }, table),
  )
  const shorts = visible.flatMap((entry) => nextWords(group, entry.short, entry, table))
  const all = group === '' ? [...paths, ...groups, ...shorts] : [...paths, ...shorts, ...groups]
  return all.filter(({ word }, index) => all.findIndex((one) => one.word === word) === index)
}

/** The name as one more word, when it is just below the group. */
function nextWords(
  group: string,
  name: string | undefined,
  { summary }: { readonly summary: string },
  table: CommandTable,
): readonly Candidate[] {
  const above = group === '' ? '' : `${group} `
  if (name === undefined || !name.startsWith(above)) return []
  const word = name.slice(above.length)
  return word.includes(' ') ? [] : [{ word, summary: table.groups[name] ?? summary }]
}

function nameOf(group: string, word: string, table: CommandTable): string {
  const name = group === '' ? word : `${group} ${word}`
  const aliases = table.groupAliases ?? {}
  return Object.hasOwn(aliases, name) ? (aliases[name] ?? name) : name
}

function checkGlobalOption(word: string): UsageError | undefined {
  const long = Object.keys(globalOptions).map((name) => `--${name}`)
  const short = Object.values(globalOptions).flatMap((spec) =>
    'short' in spec ? [`-${spec.short}`] : [],
  )
  if ([...long, ...short].includes(word)) return undefined
  const message = `unknown option ${word} before a command`
  return new UsageError('unknown-option', message, findNearest(word, long))
}

function findEntry(name: string, table: CommandTable): CommandEntry | undefined {
  return table.commands.find(
    ({ path, short, aliases = [] }) => path === name || short === name || aliases.includes(name),
  )
}

function unknownCommand(group: string, word: string, table: CommandTable): UsageError {
  const words = listCandidates(group, table).map((candidate) => candidate.word)
  const nearest = findNearest(word, words)
  const prefix = group === '' ? '' : `${group} `
  const message = `unknown command "${prefix}${word}"`
  return new UsageError('unknown-command', message, nearest && `${prefix}${nearest}`)
}

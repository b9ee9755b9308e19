import { UsageError } from './errors.ts'
import { globalOptions } from './global-options.ts'
import { findNearest } from './nearest.ts'
import type { Candidate, CommandEntry, CommandTable } from './verb.ts'

export type Route =
  | { readonly to: 'command'; readonly entry: CommandEntry; readonly argv: readonly string[] }
  /** No verb yet: '' for the program itself, or a first word that several commands share. */
  | { readonly to: 'group'; readonly group: string; readonly argv: readonly string[] }

/** Finds the command that the words name; what is left is for that command's own parser. */
export function route(words: readonly string[], table: CommandTable): Route | UsageError {
  const argv: string[] = []
  let group = ''
  for (const [index, word] of words.entries()) {
    if (word.startsWith('-')) {
      const unknown = checkGlobalOption(word)
      if (unknown) return unknown
      argv.push(word)
      continue
    }
    const entry = findEntry(group, word, table)
    if (entry) return { to: 'command', entry, argv: [...argv, ...words.slice(index + 1)] }
    if (group !== '' || !isGroup(word, table)) return unknownCommand(group, word, table)
    group = word
  }
  return { to: 'group', group, argv }
}

/** What may be typed after a group's name: its verbs, or at the top groups and short forms too. */
export function listCandidates(group: string, table: CommandTable): readonly Candidate[] {
  const visible = table.commands.filter((entry) => !entry.hidden)
  if (group !== '') {
    return visible
      .filter((entry) => entry.path.startsWith(`${group} `))
      .map((entry) => ({ word: entry.path.slice(group.length + 1), summary: entry.summary }))
  }
  const direct = visible.filter((entry) => !entry.path.includes(' '))
  const shortened = visible.filter((entry) => entry.short !== undefined)
  return [
    ...direct.map((entry) => ({ word: entry.path, summary: entry.summary })),
    ...Object.entries(table.groups).map(([word, summary]) => ({ word, summary })),
    ...shortened.map((entry) => ({ word: entry.short ?? entry.path, summary: entry.summary })),
  ]
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

function findEntry(group: string, word: string, table: CommandTable): CommandEntry | undefined {
  if (group !== '') return table.commands.find((entry) => entry.path === `${group} ${word}`)
  return table.commands.find((entry) => entry.path === word || entry.short === word)
}

function isGroup(word: string, table: CommandTable): boolean {
  return Object.hasOwn(table.groups, word)
}

function unknownCommand(group: string, word: string, table: CommandTable): UsageError {
  const words = listCandidates(group, table).map((candidate) => candidate.word)
  const nearest = findNearest(word, words)
  const prefix = group === '' ? '' : `${group} `
  const message = `unknown command "${prefix}${word}"`
  return new UsageError('unknown-command', message, nearest && `${prefix}${nearest}`)
}

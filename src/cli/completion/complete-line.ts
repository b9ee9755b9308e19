import type { ArgumentSpec, CommandSpec, OptionSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { globalOptions } from '../options/global-options.ts'
import { listCandidates, route } from '../route.ts'
import type { Candidate, Ports, Verb } from '../verb.ts'

export interface Completion {
  readonly candidates: readonly Candidate[]
  /** The fallback of the shell when there is no candidate. */
  readonly otherwise: 'files' | 'no files'
}

const nothing: Completion = { candidates: [], otherwise: 'no files' }
const files: Completion = { candidates: [], otherwise: 'files' }

/** Finds what may stand at the cursor; the last of the words is the one being typed. */
export async function completeLine(words: readonly string[], ports: Ports): Promise<Completion> {
  const before = words.slice(0, -1)
  const current = words.at(-1) ?? ''
  const target = route(before, ports.commands)
  if (target instanceof UsageError) return nothing
  if (target.to === 'command') {
    return completeCommand(await target.entry.load(), target.argv, current, ports)
  }
  if (current.startsWith('-')) return offer(listOptions(globalOptions), current)
  return offer(listCandidates(target.group, ports.commands), current)
}

async function completeCommand(
  verb: Verb,
  before: readonly string[],
  current: string,
  ports: Ports,
): Promise<Completion> {
  const options = { ...verb.command.options, ...globalOptions }
  const { operands, open, onlyOperands } = readLine(before, options)
  if (open) return completeValue(open, current, ports)
  if (!onlyOperands && current.startsWith('-')) return completeOption(options, current, ports)
  if (verb.complete) return offer(await verb.complete(operands, ports), current)
  const argument = argumentAt(verb.command, operands.length)
  return argument ? completeValue(argument, current, ports) : nothing
}

type Options = Readonly<Record<string, OptionSpec>>

interface Line {
  readonly operands: readonly string[]
  /** The option whose value is being typed. */
  readonly open: OptionSpec | undefined
  /** After `--` a dash is a letter like any other. */
  readonly onlyOperands: boolean
}

function readLine(words: readonly string[], options: Options): Line {
  const operands: string[] = []
  let open: OptionSpec | undefined
  for (const [index, word] of words.entries()) {
    if (open) open = undefined
    else if (word === '--') {
      return { operands: [...operands, ...words.slice(index + 1)], open, onlyOperands: true }
    } else if (word.startsWith('-')) open = awaitsValue(findOption(options, word))
    else operands.push(word)
  }
  return { operands, open, onlyOperands: false }
}

function findOption(options: Options, word: string): OptionSpec | undefined {
  if (word.startsWith('--')) return options[word.slice(2)]
  return Object.values(options).find((spec) => spec.short === word.slice(1))
}

function awaitsValue(spec: OptionSpec | undefined): OptionSpec | undefined {
  return spec?.kind === 'switch' ? undefined : spec
}

async function completeOption(
  options: Options,
  current: string,
  ports: Ports,
): Promise<Completion> {
  const [name = '', ...value] = current.split('=')
  if (value.length === 0) return offer(listOptions(options), current)
  const spec = awaitsValue(findOption(options, name))
  if (!spec) return nothing
  const { candidates, otherwise } = await completeValue(spec, value.join('='), ports)
  return {
    candidates: candidates.map((one) => ({ ...one, word: `${name}=${one.word}` })),
    otherwise,
  }
}

async function completeValue(
  spec: OptionSpec | ArgumentSpec,
  current: string,
  ports: Ports,
): Promise<Completion> {
  if ('offers' in spec && spec.offers !== undefined) {
    return offer(await objectsOfKind(spec.offers, ports), current)
  }
  const words = 'choices' in spec ? spec.choices : 'words' in spec ? spec.words : undefined
  if (words === undefined) return files
  return offer(
    words.map((word) => ({ word, summary: '' })),
    current,
  )
}

async function objectsOfKind(kind: string, ports: Ports): Promise<readonly Candidate[]> {
  const { allKinds } = await import('../../kinds/all-kinds.ts')
  const { completeNames } = await import('../kind/complete-names.ts')
  const definition = allKinds.find((one) => one.kind === kind)
  return definition === undefined ? [] : await completeNames(definition)([], ports)
}

function listOptions(options: Options): readonly Candidate[] {
  return Object.entries(options).map(([name, { summary }]) => ({ word: `--${name}`, summary }))
}

function argumentAt(spec: CommandSpec, index: number): ArgumentSpec | undefined {
  const all = Object.values(spec.arguments)
  const last = all.at(-1)
  return all[index] ?? (last?.count === 'any' ? last : undefined)
}

function offer(candidates: readonly Candidate[], current: string): Completion {
  return {
    candidates: candidates.filter(({ word }) => word.startsWith(current)),
    otherwise: 'no files',
  }
}

import { Argument, Command, Option } from 'commander'
import type { ArgumentSpec, CommandSpec, OptionSpec } from './command-spec.ts'
import { globalOptions } from './options/global-options.ts'

/** Turns a declaration into commander's own command, which reads options and formats help. */
export function buildCommander(name: string, spec: CommandSpec): Command {
  const command = createCommander(name)
  for (const [argument, argumentSpec] of Object.entries(spec.arguments)) {
    command.addArgument(new Argument(argumentTerm(argument, argumentSpec), argumentSpec.summary))
  }
  for (const [option, optionSpec] of Object.entries(spec.options)) {
    command.addOption(buildOption(option, optionSpec))
  }
  return addGlobalOptions(command)
}

/** A command of commander that neither exits, nor writes, nor adds anything by itself. */
export function createCommander(name: string): Command {
  return new Command(name)
    .helpOption(false)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: () => {}, writeOut: () => {} })
}

/** Declares the options that every command has, under a heading of their own. */
export function addGlobalOptions(command: Command): Command {
  for (const [option, spec] of Object.entries(globalOptions)) {
    command.addOption(buildOption(option, spec).helpGroup('Global options:'))
  }
  return command
}

function buildOption(name: string, spec: OptionSpec): Option {
  const option = new Option(optionTerm(name, spec), spec.summary)
  if (spec.kind === 'list') {
    option.default([], 'none')
    option.argParser((value: string, before: readonly string[]) => [...before, value])
  }
  const fallback = 'fallback' in spec ? spec.fallback : undefined
  if (fallback !== undefined) option.default(fallback)
  return option
}

function optionTerm(name: string, spec: OptionSpec): string {
  const flags = spec.short === undefined ? `--${name}` : `-${spec.short}, --${name}`
  if (spec.kind === 'switch') return flags
  if (spec.kind === 'optional') return `${flags} [${spec.choices.join('|')}]`
  return `${flags} <${spec.kind === 'choice' ? spec.choices.join('|') : spec.value}>`
}

function argumentTerm(name: string, spec: ArgumentSpec): string {
  const term = spec.choices ? spec.choices.join('|') : name
  if (spec.count === 'one') return `<${term}>`
  return spec.count === 'any' ? `[${term}...]` : `[${term}]`
}

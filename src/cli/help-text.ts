import type { Command } from 'commander'
import { paint } from './colour.ts'
import { addGlobalOptions, buildCommander, createCommander } from './commander-command.ts'
import type { Sink } from './io.ts'
import { listCandidates } from './route.ts'
import type { CommandEntry, Ports } from './verb.ts'

const widestHelp = 100

/** Writes the help of one command: usage, arguments, options, examples. */
export async function describeCommand(
  entry: CommandEntry,
  ports: Ports,
  sink: Sink,
): Promise<string> {
  const { command: spec } = await entry.load()
  const name = `${ports.program.name} ${entry.path}`
  const command = buildCommander(name, spec).description(
    [capitalise(entry.summary), spec.description].filter(Boolean).join('\n\n'),
  )
  const examples = spec.examples.map((example) => `  ${ports.program.name} ${example}`)
  const other = [...(entry.short === undefined ? [] : [entry.short]), ...(entry.aliases ?? [])]
  const short = other.map((words) => `  ${ports.program.name} ${words}`)
  return [
    formatHelp(command, sink),
    ...section(short.length > 1 ? 'Short forms:' : 'Short form:', short, sink),
    ...section('Examples:', examples, sink),
  ].join('\n')
}

/** Writes the help of the program, or of a first word that several commands share. */
export function describeGroup(group: string, ports: Ports, sink: Sink): string {
  const { name } = ports.program
  const path = group === '' ? name : `${name} ${group}`
  const summary = ports.commands.groups[group] ?? programSummary
  const command = addGlobalOptions(createCommander(path))
    .usage('<command> [options]')
    .description(capitalise(summary))
  for (const candidate of listCandidates(group, ports.commands)) {
    command.addCommand(createCommander(candidate.word).description(candidate.summary))
  }
  const more = `Help for one command: ${path} <command> --help\n`
  return [formatHelp(command, sink), more].join('\n')
}

const programSummary =
  "fits out Kubernetes platforms with extensions, with Helm's engine inside the process"

function formatHelp(command: Command, sink: Sink): string {
  const width = Math.min(sink.columns ?? widestHelp, widestHelp)
  return command
    .configureHelp({
      subcommandTerm: (subcommand) => subcommand.name(),
      styleTitle: (title) => paint(title, 'bold', sink),
    })
    .configureOutput({
      getOutHelpWidth: () => width,
      getOutHasColors: () => sink.colour,
    })
    .helpInformation()
}

function section(title: string, lines: readonly string[], sink: Sink): readonly string[] {
  return lines.length === 0 ? [] : [`${paint(title, 'bold', sink)}\n${lines.join('\n')}\n`]
}

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

import { commands } from '../src/cli/commands.ts'
import { describeCommand, describeGroup } from '../src/cli/help-text.ts'
import type { Sink } from '../src/cli/io.ts'
import type { Ports } from '../src/cli/verb.ts'

/** The page of all commands: what `--help` prints on a plain terminal, one section each. */
export async function writeCommandReference(): Promise<string> {
  const sections = [block(describeGroup('', ports, page))]
  for (const group of Object.keys(commands.groups)) {
    sections.push(heading(group), block(describeGroup(group, ports, page)))
  }
  for (const entry of commands.commands) {
    if (entry.hidden) continue
    sections.push(heading(entry.path), block(await describeCommand(entry, ports, page)))
  }
  return `${[title, ...sections].join('\n\n')}\n`
}

const title = `# Commands

Generated from the command table by \`npm run generate\`; edit the commands, not this page.`

// The page must not change with the release or the machine that makes it, so help may not show these.
const ports: Ports = {
  commands,
  program: { name: 'outrigger', version: 'VERSION', file: '' },
  environment: {},
  runtime: { node: 'NODE', v8: 'V8', platform: 'PLATFORM' },
}

const page: Sink = { write: () => {}, isTerminal: false, colour: false, columns: undefined }

function heading(path: string): string {
  return `## outrigger ${path}`
}

function block(help: string): string {
  return `\`\`\`text\n${help.trimEnd()}\n\`\`\``
}

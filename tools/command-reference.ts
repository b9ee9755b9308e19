import { commands } from '../src/cli/commands.ts'
import { describeCommand, describeGroup } from '../src/cli/help-text.ts'
import type { Sink } from '../src/cli/io.ts'
import type { Ports } from '../src/cli/verb.ts'
import type { GeneratedFile } from './generators.ts'

const folder = 'docs/reference/cli'
const shown = commands.commands.filter(({ hidden }) => !hidden)
// Groups inside groups stand on the page of the outer one; groups that only hold other names of commands have no page.
const nouns = Object.keys(commands.groups).filter(
  (group) => !group.includes(' ') && shown.some(({ path }) => isBelow(path, group)),
)

/** The pages of all commands, one for each noun: the help that a plain terminal shows, one section each. */
export const commandPages: readonly GeneratedFile[] = [
  { path: `${folder}/README.md`, content: indexPage },
  ...nouns.map((noun) => ({ path: `${folder}/${noun}.md`, content: () => nounPage(noun) })),
]

async function indexPage(): Promise<string> {
  const links = nouns.map((noun) => `- [outrigger ${noun}](${noun}.md)`).join('\n')
  const alone = shown.filter(({ path }) => !nouns.some((noun) => isBelow(path, noun)))
  const overview = block(describeGroup('', ports, page))
  return joinSections(['# Commands', note, overview, links, ...(await sections(alone))])
}

async function nounPage(noun: string): Promise<string> {
  const own = shown.filter(({ path }) => isBelow(path, noun))
  const overview = block(describeGroup(noun, ports, page))
  return joinSections([`# outrigger ${noun}`, note, overview, ...(await sections(own))])
}

const note =
  'Generated from the command table by `npm run generate`; edit the commands, not this page.'

function isBelow(path: string, noun: string): boolean {
  return path.startsWith(`${noun} `)
}

async function sections(entries: typeof shown): Promise<readonly string[]> {
  const texts: string[] = []
  for (const entry of entries) {
    texts.push(`## outrigger ${entry.path}`, block(await describeCommand(entry, ports, page)))
  }
  return texts
}

// The page must not change with the release or the machine that makes it, so help may not show these.
const ports: Ports = {
  commands,
  program: { name: 'outrigger', version: 'VERSION', file: '' },
  environment: {},
  runtime: { node: 'NODE', v8: 'V8', platform: 'PLATFORM' },
}

const page: Sink = { write: () => {}, isTerminal: false, colour: false, columns: undefined }

function block(help: string): string {
  return `\`\`\`text\n${help.trimEnd()}\n\`\`\``
}

function joinSections(texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`
}

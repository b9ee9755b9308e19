import type { CommandSpec } from '../command-spec.ts'
import { completeLine } from '../completion/complete-line.ts'
import type { Io } from '../io.ts'
import type { Outcome, Ports } from '../verb.ts'

/** The words are somebody else's command line, so only the first `--` means something here. */
export const command = {
  arguments: { words: { count: 'any', summary: 'the line up to the cursor' } },
  options: {},
  examples: ['__complete -- version --'],
} as const satisfies CommandSpec

export interface Options {
  readonly words: readonly string[]
}

export function parse(argv: readonly string[]): Options {
  return { words: argv[0] === '--' ? argv.slice(1) : argv }
}

// kubectl reads the same lines from kubectl_complete-outrigger: a word, a tab, its meaning; at the
// end a colon and a number (0: the shell may offer files, 4: it must not).
const directives = { files: 0, 'no files': 4 } as const

export async function run(options: Options, ports: Ports, io: Io): Promise<Outcome> {
  const { candidates, otherwise } = await completeLine(options.words, ports)
  const lines = candidates.map(({ word, summary }) => (summary ? `${word}\t${summary}` : word))
  io.stdout.write(`${[...lines, `:${directives[otherwise]}`].join('\n')}\n`)
  return 'done'
}

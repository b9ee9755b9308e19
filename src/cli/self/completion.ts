import type { CommandSpec } from '../command-spec.ts'
import { bashScript, fishScript, zshScript } from '../completion/shell-scripts.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

export const command = {
  description: `bash: put source <(outrigger completion bash) into ~/.bashrc
zsh:  put source <(outrigger completion zsh) into ~/.zshrc, after compinit
fish: outrigger completion fish > ~/.config/fish/completions/outrigger.fish

For kubectl outrigger, put an executable named kubectl_complete-outrigger on the PATH:

#!/bin/sh
exec outrigger __complete -- "$@"`,
  arguments: {
    shell: { count: 'one', choices: ['bash', 'zsh', 'fish'], summary: 'the shell to complete in' },
  },
  options: {},
  examples: ['completion bash', 'completion zsh', 'completion fish'],
} as const satisfies CommandSpec

export interface Options {
  readonly shell: keyof typeof scripts
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  return given instanceof UsageError ? given : { shell: given.arguments.shell }
}

export async function run(options: Options, _ports: Ports, io: Io): Promise<Outcome> {
  io.stdout.write(scripts[options.shell])
  return 'done'
}

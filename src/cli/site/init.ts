import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { outputOption } from './site-options.ts'

export const command = {
  description:
    'Writes site.yaml with every field that most sites need, and the folders beside it: secrets/ for logins of machines, expansion/ for a package, hooks/ for programs of your own. Nothing that is there is overwritten.',
  arguments: {
    folder: { count: 'at-most-one', summary: 'where to; this folder unless given' },
  },
  options: outputOption,
  examples: ['site init ./my-site'],
} as const satisfies CommandSpec

export interface Options {
  readonly folder: string
  readonly output: 'text' | 'json'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  return { folder: given.arguments.folder ?? '.', output: given.options.output }
}

export async function run(
  { folder: given, output }: Options,
  { program }: Ports,
  io: Io,
): Promise<Outcome> {
  const folder = resolve(given)
  const file = join(folder, 'site.yaml')
  if (existsSync(file)) throw new PlainError(`${file} is there: nothing is overwritten`)
  await mkdir(join(folder, 'hooks'), { recursive: true })
  await mkdir(join(folder, 'secrets/machines'), { recursive: true, mode: 0o700 })
  await writeFile(file, example)
  const next = [
    `wrote ${file}`,
    `next: fill in the addresses, put a key into ${join(given, 'secrets/machines/privateKey')} (mode 0600)`,
    `then: ${program.name} site plan ${given} and ${program.name} site install ${given}`,
  ]
  io.stdout.write(
    output === 'json' ? `${JSON.stringify({ folder, file })}\n` : `${next.join('\n')}\n`,
  )
  return 'done'
}

const example = `# Everything that an installation is asked; docs/guides/installer.md says more.
cluster:
  name: global
  # The version of Kubernetes that machines get. kubeadm, kubelet and kubectl of this version have to be
  # installed on them or in their package repositories.
  version: 1.36.3
  provider: kubeadm
  # HOST:PORT of the API; port 6443 of the first machine unless given. A load balancer in front of several.
  # endpoint: api.example.com:6443
  machines:
    # secretName is a folder below secrets/ with the files username, password, privateKey or passPhrase.
    - {ip: 192.0.2.11, secretName: machines, role: control-plane}
    - {ip: 192.0.2.12, secretName: machines, role: worker}
  features:
    # Conditions that are left out, or carried out by an operator of somebody else.
    skipConditions: []
    delegateConditions: []
    files: []
    hooks: {}
# Applications become instances: a chart of a repository, with values.
applications: []
`

import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type CreateRequest, createOne } from '../kind/create-one.ts'
import { clusterOptions } from '../options/cluster-options.ts'
import { waitOptions, waitingOf } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { repositoryView } from './repository-view.ts'
import { repositoryFieldsOf, repositorySpecOptions } from './spec-options.ts'

export const command = {
  description:
    'Creates a repository, from which plugins fetch by its name. In the platform namespace (outrigger-system) it is shared with all namespaces.',
  arguments: {
    name: { count: 'one', summary: 'the name of the repository' },
    url: { count: 'one', summary: 'https://…, oci://…, git or file://…' },
  },
  options: {
    ...repositorySpecOptions,
    'dry-run': { kind: 'switch', summary: 'print the repository instead of creating it' },
    ...waitOptions,
    ...clusterOptions,
  },
  examples: [
    'repository create team https://charts.example.com --wait',
    'repository create apps oci://registry.example.com/charts --charts web,db -n outrigger-system',
  ],
} as const satisfies CommandSpec

export type Options = CreateRequest

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const waiting = waitingOf(options)
  if (waiting instanceof UsageError) return waiting
  const fields = repositoryFieldsOf(options)
  if (fields instanceof UsageError) return fields
  const { name, url } = given.arguments
  return { name, spec: { url, ...fields }, dryRun: options['dry-run'], ...waiting }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  await createOne(repositoryView, options, { ports, io }, signal)
  return 'done'
}

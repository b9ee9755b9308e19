import { patchObject } from '../../kube/objects/patch-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import { clusterOptions, withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { oneObject, targetOf } from '../kind/objects-of.ts'
import { untilReady } from '../../actions/wait/await-state.ts'
import { waitFor } from '../kind/wait-for.ts'
import { type Waiting, waitOptions, waitingOf } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { repositoryView } from './repository-view.ts'
import { repositoryFieldsOf, repositorySpecOptions } from './spec-options.ts'

export const command = {
  description: 'Changes a repository; its index is read again when that matters.',
  arguments: { name: { count: 'one', summary: 'the repository' } },
  options: {
    url: { kind: 'text', value: 'ADDRESS', summary: 'another address' },
    ...repositorySpecOptions,
    ...waitOptions,
    ...clusterOptions,
  },
  examples: ['repository set team --priority 10', 'repository set team --allow-namespace a,b'],
} as const satisfies CommandSpec

export interface Options extends Waiting {
  readonly name: string
  readonly spec: JsonObject
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const waiting = waitingOf(options)
  if (waiting instanceof UsageError) return waiting
  const fields = repositoryFieldsOf(options)
  if (fields instanceof UsageError) return fields
  const spec = { ...(options.url === undefined ? {} : { url: options.url }), ...fields }
  if (Object.keys(spec).length === 0) {
    return new UsageError('missing-argument', 'nothing to set: give --url, --priority or the like')
  }
  return { name: given.arguments.name, spec, ...waiting }
}

export const complete = completeNames(repositoryView.definition)

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { name, spec, wait, timeout, quiet } = options
  await withCluster(options.cluster, { ports, io }, async (cluster) => {
    await oneObject(repositoryView, name, cluster, signal)
    const target = targetOf(repositoryView, name, cluster)
    const patch = { type: 'merge', patch: { spec } } as const
    const strict = { fieldValidation: 'Strict' } as const
    await patchObject(cluster.client, target, patch, strict, signal)
    io.stdout.write(`repository/${name} changed\n`)
    const waiting = { names: [name], desired: untilReady, timeout, quiet }
    if (wait) await waitFor(repositoryView, waiting, { cluster, io }, signal)
  })
  return 'done'
}

import { createInstance } from '../../actions/changes/create-object.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { waitOptions } from '../kind/waiting.ts'
import { clusterOptions } from '../options/cluster-options.ts'
import {
  type CreateWithValues,
  createWithValues,
  createWithValuesOf,
} from '../plugin/values/create-with-values.ts'
import { pluginValueOptions } from '../plugin/values/given-values.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { instanceView } from './instance-view.ts'

export const command = {
  description:
    'Chooses an extension for a cluster. Parameters are checked against what the extension takes before anything is installed.',
  arguments: { name: { count: 'one', summary: 'the name of the instance' } },
  options: {
    extension: {
      kind: 'text',
      value: 'NAME',
      summary: 'named as the instance unless given',
      offers: 'Extension',
    },
    version: { kind: 'text', value: 'RANGE', summary: 'the newest that suits unless given' },
    cluster: {
      kind: 'text',
      value: 'NAME',
      summary: "the platform's own unless given",
      offers: 'Cluster',
    },
    ...pluginValueOptions,
    'target-namespace': { kind: 'text', value: 'NAMESPACE', summary: 'where the objects go' },
    manual: { kind: 'switch', summary: 'stay at the version when the cluster is upgraded' },
    'install-needed': { kind: 'switch', summary: 'install what it depends on, too' },
    'dry-run': { kind: 'switch', summary: 'print the instance instead of creating it' },
    ...waitOptions,
    ...clusterOptions,
  },
  examples: [
    'instance create metrics --wait',
    'instance create certificates --extension cert-manager --cluster edge-1 --set replicas=2',
  ],
} as const satisfies CommandSpec

export type Options = CreateWithValues

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const { name } = given.arguments
  const spec = {
    extension: options.extension ?? name,
    ...(options.version === undefined ? {} : { version: options.version }),
    ...(options.manual ? { upgrade: 'manual' } : {}),
    ...(options['install-needed'] ? { dependencies: 'install' } : {}),
  }
  return createWithValuesOf(name, spec, options)
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const kind = { view: instanceView, field: 'parametersText' } as const
  await createWithValues(kind, options, { ports, io, create: createInstance }, signal)
  return 'done'
}

import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { waitOptions } from '../kind/waiting.ts'
import { clusterOptions } from '../options/cluster-options.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { pluginView } from './plugin-view.ts'
import { pluginSourceOptions, sourceFieldsOf } from './source-options.ts'
import {
  type CreateWithValues,
  createWithValues,
  createWithValuesOf,
} from './values/create-with-values.ts'
import { pluginValueOptions } from './values/given-values.ts'

export const command = {
  description:
    'Creates a plugin, which the operator then installs. With --dry-run it is only printed, to be kept in a file or applied with kubectl.',
  arguments: { name: { count: 'one', summary: 'the name of the plugin' } },
  options: {
    ...pluginSourceOptions,
    ...pluginValueOptions,
    'target-namespace': {
      kind: 'text',
      value: 'NAMESPACE',
      summary: "where the objects go; the plugin's own unless given",
    },
    cluster: {
      kind: 'text',
      value: 'NAME',
      summary: "the platform's own unless given",
      offers: 'Cluster',
    },
    'release-name': { kind: 'text', value: 'NAME', summary: 'named as the plugin unless given' },
    disabled: { kind: 'switch', summary: 'do not install it yet' },
    'dry-run': { kind: 'switch', summary: 'print the plugin instead of creating it' },
    ...waitOptions,
    ...clusterOptions,
  },
  examples: [
    'plugin create metrics --repo builtin --chart metrics-server --wait',
    'plugin create web --repo https://charts.example.com --version ^1.0 -f values.yaml --dry-run',
  ],
} as const satisfies CommandSpec

export type Options = CreateWithValues

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  if (options.repo === undefined) {
    const message = '--repo is missing: where the chart comes from'
    return new UsageError('missing-value', message)
  }
  const releaseName = options['release-name']
  const spec = {
    ...(options.disabled ? { enabled: false } : {}),
    ...sourceFieldsOf(options),
    ...(releaseName === undefined ? {} : { releaseName }),
  }
  return createWithValuesOf(given.arguments.name, spec, options)
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const kind = { view: pluginView, field: 'valuesText' } as const
  await createWithValues(kind, options, { ports, io }, signal)
  return 'done'
}

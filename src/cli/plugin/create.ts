import { clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type CreateRequest, createOne } from '../kind/create-one.ts'
import { waitOptions, waitingOf } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import {
  type ValuesChange,
  givenValuesOf,
  pluginValueOptions,
  valuesTextOf,
} from './values/given-values.ts'
import { pluginView } from './plugin-view.ts'
import { pluginSourceOptions, sourceFieldsOf } from './source-options.ts'

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

export interface Options extends CreateRequest {
  readonly values: ValuesChange
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const waiting = waitingOf(options)
  if (waiting instanceof UsageError) return waiting
  if (options.repo === undefined) {
    const message = '--repo is missing: where the chart comes from'
    return new UsageError('missing-value', message)
  }
  const targetNamespace = options['target-namespace']
  const releaseName = options['release-name']
  return {
    name: given.arguments.name,
    spec: {
      ...(options.disabled ? { enabled: false } : {}),
      ...sourceFieldsOf(options),
      ...(options.cluster === undefined ? {} : { cluster: options.cluster }),
      ...(targetNamespace === undefined ? {} : { targetNamespace }),
      ...(releaseName === undefined ? {} : { releaseName }),
    },
    values: givenValuesOf(options),
    dryRun: options['dry-run'],
    ...waiting,
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const valuesText = valuesTextOf('', options.values)
  const spec = { ...options.spec, ...(valuesText === '' ? {} : { valuesText }) }
  await createOne(pluginView, { ...options, spec }, { ports, io }, signal)
  return 'done'
}

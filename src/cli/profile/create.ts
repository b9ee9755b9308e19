import type { JsonObject } from '../../objects/json.ts'
import { jsonOfTable } from '../../release/record/values-json.ts'
import type { UserValues } from '../../chart/values/user-values.ts'
import { readUserValues } from '../chart/read-user-values.ts'
import { userValuesOf, valueOptions } from '../options/value-options.ts'
import { clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type CreateRequest, createOne } from '../kind/create-one.ts'
import { readLabels, readPairs } from '../kind/read-pairs.ts'
import { waitOptions, waitingOf } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { profileView } from './profile-view.ts'

const extensionKeys = ['extension', 'mode', 'name', 'version', 'targetNamespace'] as const

export const command = {
  description:
    'Says what a class of clusters gets: extensions that are given once (initial), until a user removes them (default) or kept (enforced), and values and images for everything there.',
  arguments: { name: { count: 'one', summary: 'the name of the profile' } },
  options: {
    label: {
      kind: 'list',
      value: 'KEY=VALUE',
      summary: 'labels that a cluster must have; all clusters unless given',
    },
    extension: {
      kind: 'list',
      value: 'NAME or KEY=VALUE,…',
      summary: `what is given: ${extensionKeys.join(', ')}`,
      offers: 'Extension',
    },
    priority: { kind: 'text', value: 'NUMBER', summary: 'the higher number wins; 0 unless given' },
    registry: { kind: 'text', value: 'HOST', summary: 'where all images are pulled from' },
    ...valueOptions,
    'dry-run': { kind: 'switch', summary: 'print the profile instead of creating it' },
    ...waitOptions,
    ...clusterOptions,
  },
  examples: [
    'profile create production --label stage=production --extension metrics --extension extension=policy,mode=enforced',
    'profile create mirrored --registry registry.example.com --set global.zone=north',
  ],
} as const satisfies CommandSpec

export interface Options extends CreateRequest {
  readonly values: UserValues
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const waiting = waitingOf(options)
  if (waiting instanceof UsageError) return waiting
  const matchLabels = readLabels(options.label)
  if (matchLabels instanceof UsageError) return matchLabels
  const extensions: JsonObject[] = []
  for (const text of options.extension) {
    const one = text.includes('=')
      ? readPairs('extension', text, extensionKeys)
      : { extension: text }
    if (one instanceof UsageError) return one
    extensions.push(one)
  }
  const priority = options.priority === undefined ? 0 : Number(options.priority)
  if (!Number.isInteger(priority)) {
    return new UsageError('bad-value', `--priority wants a number, not "${options.priority}"`)
  }
  const { registry } = options
  return {
    name: given.arguments.name,
    spec: {
      ...(options.label.length === 0 ? {} : { clusterSelector: { matchLabels } }),
      ...(priority === 0 ? {} : { priority }),
      ...(extensions.length === 0 ? {} : { extensions }),
      ...(registry === undefined ? {} : { images: { registry } }),
    },
    values: userValuesOf(options),
    dryRun: options['dry-run'],
    ...waiting,
  }
}

export async function run(
  { values, ...options }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const globals = jsonOfTable(readUserValues(values))
  const isEmpty = Object.keys(globals).length === 0
  const spec = { ...options.spec, ...(isEmpty ? {} : { values: globals }) }
  await createOne(profileView, { ...options, spec }, { ports, io }, signal)
  return 'done'
}

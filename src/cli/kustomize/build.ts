import { writeFileSync } from 'node:fs'
import { printObjects } from '../../kustomize/build.ts'
import { KustomizeError } from '../../kustomize/errors.ts'
import {
  type Connection,
  connectionOf,
  connectionOptions,
} from '../chart/sources/source-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { buildFolder, type FolderBuild } from './build-folder.ts'

export const command = {
  description:
    'Prints what kustomize 5.8.2 would print for the kustomization, byte for byte. Charts are rendered in the process; programs and containers are refused.',
  arguments: {
    target: {
      count: 'at-most-one',
      summary:
        'a folder with a kustomization, or the address of a repository; this folder unless given',
    },
  },
  options: {
    reorder: {
      kind: 'choice',
      value: 'order',
      choices: ['legacy', 'none'],
      fallback: 'legacy',
      summary: 'the order where the kustomization says nothing; none is the order of the files',
    },
    'load-restrictor': {
      kind: 'choice',
      value: 'where',
      choices: ['LoadRestrictionsRootOnly', 'LoadRestrictionsNone'],
      fallback: 'LoadRestrictionsRootOnly',
      summary: 'whether files may be outside of the folder of their kustomization',
    },
    'enable-helm': { kind: 'switch', summary: 'render the charts that kustomizations name' },
    'helm-kube-version': {
      kind: 'text',
      value: 'VERSION',
      summary: 'the Kubernetes version that charts see',
    },
    'helm-api-versions': {
      kind: 'list',
      value: 'API',
      summary: 'an API that charts see besides the usual ones',
    },
    'enable-managedby-label': {
      kind: 'switch',
      summary: 'label all objects as managed by kustomize',
    },
    output: {
      kind: 'text',
      short: 'o',
      value: 'FILE',
      summary: 'write this file instead of printing',
    },
    ...connectionOptions,
  },
  examples: [
    'kustomize build',
    'kustomize build overlays/production --enable-helm',
    'kustomize build https://github.com/kubernetes-sigs/kustomize//examples/helloWorld?ref=v5.0.0',
  ],
} as const satisfies CommandSpec

export interface Options extends FolderBuild {
  readonly connection: Connection
  readonly output: string | undefined
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  return {
    target: given.arguments.target ?? '.',
    connection: connectionOf(options),
    restriction: options['load-restrictor'] === 'LoadRestrictionsNone' ? 'none' : 'root-only',
    reorder: options.reorder,
    addManagedByLabel: options['enable-managedby-label'],
    charts: options['enable-helm']
      ? {
          kubeVersion: options['helm-kube-version'] ?? '',
          apiVersions: options['helm-api-versions'],
        }
      : undefined,
    output: options.output || undefined,
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  try {
    const text = printObjects(await buildFolder(options, { ports, io }, signal))
    if (options.output === undefined) io.stdout.write(text)
    else writeFileSync(options.output, text)
    return 'done'
  } catch (error) {
    if (!(error instanceof KustomizeError)) throw error
    throw new PlainError(error.message, { cause: error })
  }
}

import { resolve } from 'node:path'
import { newestMinor, oldestMinor } from '../../apiserver/kubernetes-version.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import { textOrJsonOption } from '../output/format.ts'
import type { Io } from '../io.ts'
import { readTimeout } from '../kind/waiting.ts'
import { readArguments } from '../read-arguments.ts'
import { readMinor } from '../sandbox/kubernetes-option.ts'
import type { Outcome, Ports } from '../verb.ts'
import type { CiOptions } from './ci/ci-options.ts'
import { connectionOf, connectionOptions } from './sources/source-options.ts'

export const command = {
  description:
    'Checks the charts that changed and publishes them: version, lint, schema, render on every Kubernetes version, package, install and upgrade from the last release in a sandbox. Nothing is published unless every chart has passed every check. A chart has changed when a file in it differs from where this branch left the base.',
  arguments: {
    folder: {
      count: 'at-most-one',
      summary: 'the folder of charts, or of one chart; charts unless given',
    },
  },
  options: {
    base: {
      kind: 'text',
      value: 'REF',
      summary:
        'compare with where this branch left that one; the main branch of origin unless given',
    },
    all: { kind: 'switch', summary: 'check every chart, and compare with nothing in git' },
    kubernetes: {
      kind: 'list',
      value: 'VERSION',
      summary: `render for these versions, such as 1.34; 1.${oldestMinor} to 1.${newestMinor} unless given`,
    },
    strict: { kind: 'switch', summary: 'fail on warnings of lint too' },
    'skip-install': { kind: 'switch', summary: 'install nothing' },
    context: {
      kind: 'text',
      value: 'NAME',
      summary: 'install on the cluster of this context, in namespaces that go again',
    },
    kubeconfig: { kind: 'text', value: 'FILE', summary: 'install on the cluster of this file' },
    timeout: {
      kind: 'text',
      value: 'DURATION',
      summary:
        'how long each hook and each wait of an install may take; 30s in the sandbox, 5m on a cluster unless given',
    },
    released: {
      kind: 'text',
      value: 'ADDRESS',
      summary:
        'where releases are that upgrades start from: oci://… or a repository; that of --push, else the base, unless given',
    },
    push: {
      kind: 'text',
      value: 'ADDRESS',
      summary: 'publish to oci://registry/folder, or to a ChartMuseum',
    },
    'kubernetes-tags': {
      kind: 'switch',
      summary: 'with a registry: tag a chart v1.34 and so on too, for the versions that it fits',
    },
    'sign-key': {
      kind: 'text',
      value: 'FILE',
      summary:
        'sign with this private key: of OpenPGP for provenance files, in PEM for signatures as cosign has them; $OUTRIGGER_KEY_PASSPHRASE unlocks it',
    },
    destination: {
      kind: 'text',
      short: 'd',
      value: 'FOLDER',
      summary: 'write packages, signatures, release notes and index.yaml here',
    },
    'index-url': {
      kind: 'text',
      value: 'URL',
      summary: 'with --destination: where the packages will be found, for index.yaml',
    },
    junit: { kind: 'text', value: 'FILE', summary: 'write a report as JUnit writes it' },
    markdown: { kind: 'text', value: 'FILE', summary: 'write a report for people' },
    output: textOrJsonOption('lines, or an object for programs'),
    ...connectionOptions,
  },
  examples: [
    'chart ci',
    'chart ci charts --base origin/main --junit report.xml --markdown report.md',
    'chart ci charts --base HEAD~1 --push oci://registry.example/charts --kubernetes-tags',
    'chart ci --all --destination public --index-url https://charts.example',
  ],
} as const satisfies CommandSpec

export function parse(argv: readonly string[]): CiOptions | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const minors = readMinors(options.kubernetes)
  if (minors instanceof UsageError) return minors
  const { kubeconfig, context, push } = options
  const isNamed = kubeconfig !== undefined || context !== undefined
  const timeout = readTimeout(options.timeout ?? (isNamed ? '5m' : '30s'))
  if (timeout instanceof UsageError) return timeout
  const conflict = conflictOf(options)
  if (conflict !== undefined) return conflict
  return {
    folder: resolve(given.arguments.folder || 'charts'),
    compare: options.all ? undefined : { base: options.base || undefined },
    minors,
    lint: options.strict ? 'warnings' : 'errors',
    install: options['skip-install'] ? 'nowhere' : isNamed ? { kubeconfig, context } : 'sandbox',
    timeout,
    released: options.released || push || undefined,
    push: push || undefined,
    kubernetesTags: options['kubernetes-tags'],
    signKey: options['sign-key'] || undefined,
    destination: options.destination || undefined,
    indexUrl: options['index-url'] ?? '',
    junit: options.junit || undefined,
    markdown: options.markdown || undefined,
    output: options.output,
    connection: connectionOf(options),
  }
}

export async function run(
  options: CiOptions,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  // Loaded only here: help and completion need none of it.
  const { runCi } = await import('./ci/run-ci.ts')
  return await runCi(options, { ports, io }, signal)
}

function readMinors(given: readonly string[]): readonly number[] | UsageError {
  const minors: number[] = []
  for (const text of given.flatMap((one) => one.split(','))) {
    const minor = readMinor(text.trim())
    if (minor instanceof UsageError) return minor
    minors.push(minor)
  }
  if (minors.length > 0) return [...new Set(minors)].toSorted((one, other) => one - other)
  return Array.from({ length: newestMinor - oldestMinor + 1 }, (_, at) => oldestMinor + at)
}

function conflictOf(options: {
  readonly all: boolean
  readonly base: string | undefined
  readonly push: string | undefined
  readonly released: string | undefined
  readonly 'kubernetes-tags': boolean
  readonly 'index-url': string | undefined
  readonly destination: string | undefined
}): UsageError | undefined {
  const { push = '', released = '' } = options
  if (options.all && options.base) {
    return new UsageError('conflict', '--all compares with nothing: give either it or --base')
  }
  for (const [name, address] of [
    ['push', push],
    ['released', released],
  ] as const) {
    if (address === '' || /^(?:oci|https?):\/\//i.test(address)) continue
    const wanted = 'oci://registry/folder or https://…'
    return new UsageError('bad-value', `--${name}: wanted ${wanted}, found ${address}`)
  }
  if (options['kubernetes-tags'] && !/^oci:/i.test(push)) {
    return new UsageError('conflict', '--kubernetes-tags is for registries: give --push oci://…')
  }
  if (options['index-url'] !== undefined && !options.destination) {
    return new UsageError('conflict', '--index-url is for index.yaml: give --destination too')
  }
  return undefined
}

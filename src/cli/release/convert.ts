import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { ReleaseError } from '../../release/errors.ts'
import type { ReleaseStore } from '../../release/record/store.ts'
import {
  type MoveOptions,
  type MovedRelease,
  type TillerHistory,
  listTiller,
  moveTiller,
} from '../../release/tiller/move-tiller.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type ClusterChoice, clusterChoiceOf, clusterOptions } from '../options/cluster-options.ts'
import { readCount } from '../options/read-count.ts'
import { type HelmOutput, helmOutputOption, writeHelmData } from '../output/helm-output.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { withReleases } from './open-releases.ts'

export const command = {
  description:
    "Records releases of Helm 2 as Helm 3 would have, so that they are releases like any other: from Tiller's records to Secrets in the namespaces of the releases. The objects on the cluster stay as they are, and so do Tiller's records unless their deletion is asked for. Switch Tiller off first. A run that was cut off is taken up by the next.",
  arguments: {
    release: { count: 'any', summary: 'the names of the releases' },
  },
  options: {
    all: { kind: 'switch', summary: 'every release that Tiller recorded' },
    'tiller-ns': {
      kind: 'text',
      short: 't',
      value: 'NAMESPACE',
      summary: 'where Tiller kept its records; kube-system unless given',
    },
    'release-storage': {
      kind: 'choice',
      short: 's',
      value: 'KIND',
      choices: ['configmaps', 'secrets'],
      fallback: 'configmaps',
      summary: 'how Tiller kept them',
    },
    'release-versions-max': {
      kind: 'text',
      value: 'NUMBER',
      summary:
        'how many revisions of a release, the newest, are converted; 10 unless given, 0: all',
    },
    'delete-v2-releases': {
      kind: 'switch',
      summary: "delete Tiller's records of a release once it is converted, older ones too",
    },
    'dry-run': { kind: 'switch', summary: 'only tell what would be converted' },
    output: helmOutputOption,
    ...clusterOptions,
  },
  examples: [
    'release convert --all --dry-run',
    'release convert web database',
    'release convert --all --tiller-ns tiller --release-storage secrets --delete-v2-releases',
  ],
} as const satisfies CommandSpec

export interface Options extends MoveOptions {
  /** None for all. */
  readonly names: readonly string[]
  readonly output: HelmOutput
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const names = given.arguments.release
  if (options.all === names.length > 0) {
    const what = names.length > 0 ? 'names of releases and --all' : 'no release'
    return new UsageError('missing-argument', `name releases, or give --all: got ${what}`)
  }
  const most = readCount('release-versions-max', options['release-versions-max'], 10)
  if (most instanceof UsageError) return most
  return {
    names,
    namespace: options['tiller-ns'] ?? 'kube-system',
    driver: options['release-storage'] === 'secrets' ? 'secret' : 'configmap',
    mostRevisions: most,
    records: options['delete-v2-releases'] ? 'delete' : 'keep',
    dryRun: options['dry-run'],
    output: options.output,
    cluster: clusterChoiceOf(options),
  }
}

interface Failure {
  readonly name: string
  readonly error: string
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const results = await withReleases(options, { ports, io }, async ({ client, store }) => {
    const wanted = chosen(await listTiller(client, options, signal), options)
    const each: (MovedRelease | Failure)[] = []
    for (const history of wanted)
      each.push(await moveOne(history, options, { client, store }, signal))
    return each
  })
  if (options.output === 'table') for (const one of results) print(one, options, io)
  else
    await writeHelmData(
      results.map((one) => ({ ...one })),
      options.output,
      io.stdout,
    )
  if (results.length === 0) io.stderr.write(`Tiller has no records in ${options.namespace}\n`)
  return results.some((one) => 'error' in one) ? 'failed' : 'done'
}

/** A release that cannot be converted is named and does not hold up the others. */
async function moveOne(
  history: TillerHistory,
  options: Options,
  ports: { readonly client: KubeClient; readonly store: ReleaseStore },
  signal: AbortSignal,
): Promise<MovedRelease | Failure> {
  try {
    return await moveTiller(history, options, ports, signal)
  } catch (error) {
    if (!(error instanceof ReleaseError) && !isKubeError(error)) throw error
    return { name: history.name, error: error.message }
  }
}

function chosen(
  found: readonly TillerHistory[],
  { names, namespace, driver }: Options,
): readonly TillerHistory[] {
  if (names.length === 0) return found
  return names.map((name) => {
    const history = found.find((one) => one.name === name)
    if (history !== undefined) return history
    const kind = driver === 'secret' ? 'Secrets' : 'ConfigMaps'
    const there = found.length === 0 ? 'none' : found.map((one) => one.name).join(', ')
    const what = `Tiller has no release ${name} in the ${kind} of namespace ${namespace}`
    throw new PlainError(`${what}; it has: ${there}`)
  })
}

function print(result: MovedRelease | Failure, { dryRun }: Options, io: Io): void {
  if ('error' in result) {
    io.stderr.write(`error: ${result.name}: ${result.error}\n`)
    return
  }
  const { name, namespace, status, revisions, older, deleted } = result
  const numbers = (did: string) =>
    revisions.filter((one) => one.did === did).map(({ revision }) => revision)
  const parts = [
    [dryRun ? 'would be converted' : 'converted', numbers('converted')] as const,
    ['already there', numbers('there')] as const,
  ].flatMap(([what, list]) => (list.length === 0 ? [] : [`${list.join(', ')} ${what}`]))
  const more = [
    ...(older === 0 ? [] : [`${older} older ones left out`]),
    ...(deleted === 0 ? [] : [`${deleted} records of Tiller ${dryRun ? 'to delete' : 'deleted'}`]),
  ]
  const line = [`revisions ${parts.join(', ')}`, ...more].join('; ')
  io.stdout.write(`${namespace}/${name} (${status}): ${line}\n`)
}

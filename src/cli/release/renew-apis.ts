import { printStoredRemovedApi } from '../../release/desired/renew-apis.ts'
import { goneApis } from '../../release/stored/gone-apis.ts'
import { type StaleRevision, findStale, renewStored } from '../../release/stored/renew-stored.ts'
import { type ClusterChoice, clusterChoiceOf, clusterOptions } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { readArguments } from '../read-arguments.ts'
import { readKubernetesMinor } from '../read-kubernetes-minor.ts'
import type { Outcome, Ports } from '../verb.ts'
import { withReleases } from './open-releases.ts'
import { lookArguments } from './read-release.ts'

export const command = {
  description:
    'Rewrites the stored revisions of a release that name APIs which Kubernetes no longer serves, so that the next upgrade, by helm too, works. The objects on the cluster, and the numbers and states of revisions, stay as they are. Kinds without a successor are left out.',
  arguments: lookArguments,
  options: {
    kubernetes: {
      kind: 'text',
      value: 'VERSION',
      summary: 'the version that the cluster is about to have; the one that it has unless given',
    },
    'dry-run': { kind: 'switch', summary: 'only tell what would be rewritten' },
    ...clusterOptions,
  },
  examples: ['release renew-apis web', 'release renew-apis web --kubernetes 1.32 --dry-run'],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly minor: number | undefined
  readonly dryRun: boolean
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const { kubernetes } = options
  const minor = kubernetes === undefined ? undefined : readKubernetesMinor(kubernetes)
  if (minor instanceof UsageError) return minor
  const cluster = clusterChoiceOf(options)
  return { name: given.arguments.release, minor, dryRun: options['dry-run'], cluster }
}

export async function run(
  { name, minor, dryRun, cluster }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const found = await withReleases({ cluster, output: 'table' }, { ports, io }, async (open) => {
    const { discovery, namespace, store } = open
    const place = { namespace, name }
    const isGone = await goneApis(discovery, minor ?? (await ownMinor(open, signal)), signal)
    if ((await store.outline(place, signal)).length === 0)
      throw new PlainError(`release ${name} is not in namespace ${namespace}`)
    return dryRun
      ? await findStale(place, isGone, open, signal)
      : await renewStored(place, isGone, open, signal)
  })
  if (found.length === 0) io.stdout.write(`release ${name} names no API that is gone\n`)
  for (const revision of found) io.stdout.write(textOf(revision, dryRun))
  return 'done'
}

async function ownMinor(
  { discovery }: Parameters<Parameters<typeof withReleases>[2]>[0],
  signal: AbortSignal,
): Promise<number> {
  const { emulates, gitVersion } = await discovery.serverVersion(signal)
  const minor = readKubernetesMinor(emulates ?? gitVersion)
  if (minor instanceof UsageError) throw minor
  return minor
}

function textOf({ revision, removed }: StaleRevision, dryRun: boolean): string {
  const lines = removed.map((one) => `  ${printStoredRemovedApi(one)}\n`)
  return `revision ${revision} ${dryRun ? 'would be' : 'was'} rewritten:\n${lines.join('')}`
}

import { listObjects } from '../../kube/objects/list-objects.ts'
import { type UnpredictedImage, unpredictedImages } from '../../mirror/images/unpredicted-images.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import {
  type ClusterChoice,
  type OpenCluster,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { type OutputFormat, outputFormats } from '../output/format.ts'
import type { Plain } from '../output/plain.ts'
import { printResult } from '../output/print-result.ts'
import type { Column } from '../output/table.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { releaseObjects, runningPods } from './cluster-objects.ts'
import { readTables } from './read-tables.ts'

export const command = {
  description:
    'Shows the images that run on a cluster though no release on it names them: operators made them, or somebody by hand. With each the object that brought it; -o rows prints what a file for --table of "images list" needs to know them.',
  arguments: {},
  options: {
    output: {
      kind: 'choice',
      short: 'o',
      value: 'format',
      choices: [...outputFormats, 'rows'],
      fallback: 'table',
      summary: 'how to print the result',
    },
    table: {
      kind: 'list',
      value: 'FILE',
      summary: 'more of what is known: fields of custom resources, flags, images',
    },
    ...clusterOptions,
  },
  examples: ['images diff', 'images diff -o rows'],
} as const satisfies CommandSpec

export interface Options {
  readonly output: OutputFormat | 'rows'
  readonly tables: readonly string[]
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  return { output: options.output, tables: options.table, cluster: clusterChoiceOf(options) }
}

export async function run(
  { output, tables, cluster: choice }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const table = readTables(tables)
  const images = await withCluster(choice, { ports, io }, async (cluster) => {
    const [pods, installed, owners] = await Promise.all([
      runningPods(cluster, signal),
      releaseObjects(cluster, { ports, io }, signal),
      podOwners(cluster, signal),
    ])
    const known = new Set(table.also)
    return unpredictedImages(pods, installed, owners, table).filter(
      ({ image }) => !known.has(image),
    )
  })
  if (output === 'rows') io.stdout.write(images.map(({ row }) => `${row}\n`).join(''))
  else {
    const value = images as unknown as Plain
    await printResult(
      { noun: 'image', name: ({ image }) => image, columns, rows: images, value },
      output,
      io,
    )
  }
  return 'done'
}

const columns: readonly Column<UnpredictedImage>[] = [
  { header: 'image', cell: ({ image }) => image },
  { header: 'brought by', cell: ({ broughtBy }) => broughtBy },
  { header: 'pods', cell: ({ pods }) => String(pods.length) },
  { header: 'names', cell: ({ pods }) => pods.join(','), wide: true },
]

const ownerKinds = [
  ['apps', 'replicasets', 'ReplicaSet'],
  ['apps', 'deployments', 'Deployment'],
  ['apps', 'statefulsets', 'StatefulSet'],
  ['apps', 'daemonsets', 'DaemonSet'],
  ['batch', 'jobs', 'Job'],
  ['batch', 'cronjobs', 'CronJob'],
] as const

/** The workloads that pods may belong to; what owns those is told by reference. */
async function podOwners(
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const lists = await Promise.all(
    ownerKinds.map(([group, resource, kind]) => {
      const api = { group, version: 'v1', resource, kind, namespaced: true }
      return listObjects(cluster.client, { resource: api }, {}, signal)
    }),
  )
  return lists.flatMap(({ objects }) => objects)
}

import { type UnpredictedImage, unpredictedImages } from '../../mirror/images/unpredicted-images.ts'
import {
  type ClusterChoice,
  type OpenCluster,
  clusterChoiceOf,
  clusterOptions,
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
import { clusterIn, withNamedCluster } from './named-cluster.ts'
import { ownersAbove, podOwners } from './pod-owners.ts'
import { readTables } from './read-tables.ts'

export const command = {
  description:
    'Shows the images that run on a cluster though no release on it names them: operators made them, or somebody by hand. With each the object that brought it; -o rows prints the rows by which a file for --table of "images list" knows them: the field of the custom resource that names the image, or the image itself.',
  arguments: {
    cluster: {
      count: 'at-most-one',
      summary:
        'cluster/NAME for a Cluster of the platform; the cluster of the context unless given',
    },
  },
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
  examples: ['images diff', 'images diff cluster/edge-1', 'images diff -o rows'],
} as const satisfies CommandSpec

export interface Options {
  readonly output: OutputFormat | 'rows'
  readonly tables: readonly string[]
  readonly cluster: ClusterChoice
  /** Of a Cluster; empty for the cluster of the context. */
  readonly name: string
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const word = given.arguments.cluster ?? 'cluster'
  const name = clusterIn(word)
  if (name === undefined) {
    return new UsageError('bad-value', `wanted cluster or cluster/NAME, found ${word}`)
  }
  const cluster = clusterChoiceOf(options)
  return { output: options.output, tables: options.table, cluster, name }
}

export async function run(
  { output, tables, cluster: choice, name }: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const table = readTables(tables)
  const look = async (cluster: OpenCluster) => {
    const [pods, installed, owners] = await Promise.all([
      runningPods(cluster, signal),
      releaseObjects(cluster, { ports, io }, signal),
      podOwners(cluster, signal),
    ])
    const above = await ownersAbove(owners, pods, cluster, signal)
    const known = new Set(table.also)
    return unpredictedImages(pods, installed, [...owners, ...above], table).filter(
      ({ image }) => !known.has(image),
    )
  }
  const images = await withNamedCluster({ name, choice }, { ports, io }, look, signal)
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

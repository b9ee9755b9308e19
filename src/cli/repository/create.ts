import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { repositoryKind } from '../../kinds/repository.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import type { JsonObject } from '../../objects/json.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { waitOptions } from '../kind/look-options.ts'
import { explainMissingKinds } from '../kind/objects-of.ts'
import { printManifest } from '../kind/print-manifest.ts'
import { readTimeout } from '../kind/read-timeout.ts'
import { untilReady } from '../../actions/wait/await-state.ts'
import { waitFor } from '../kind/wait-for.ts'
import type { Plain } from '../output/plain.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { repositoryView } from './repository-view.ts'
import { repositoryFieldsOf, repositorySpecOptions } from './spec-options.ts'

export const command = {
  description:
    'Creates a repository, from which plugins fetch by its name. In the platform namespace (outrigger-system) it is shared with all namespaces.',
  arguments: {
    name: { count: 'one', summary: 'the name of the repository' },
    url: { count: 'one', summary: 'https://…, oci://…, git or file://…' },
  },
  options: {
    ...repositorySpecOptions,
    'dry-run': { kind: 'switch', summary: 'print the repository instead of creating it' },
    ...waitOptions,
    ...clusterOptions,
  },
  examples: [
    'repository create team https://charts.example.com --wait',
    'repository create apps oci://registry.example.com/charts --charts web,db -n outrigger-system',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  readonly spec: JsonObject
  readonly dryRun: boolean
  readonly wait: boolean
  /** Milliseconds. */
  readonly timeout: number
  readonly quiet: boolean
  readonly cluster: ClusterChoice
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const { options } = given
  const timeout = readTimeout(options.timeout)
  if (timeout instanceof UsageError) return timeout
  const fields = repositoryFieldsOf(options)
  if (fields instanceof UsageError) return fields
  const { name, url } = given.arguments
  const cluster = clusterChoiceOf(options)
  const spec = { url, ...fields }
  return {
    name,
    spec,
    dryRun: options['dry-run'],
    wait: options.wait,
    timeout,
    quiet: options.quiet,
    cluster,
  }
}

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { name, spec, dryRun, wait, timeout, quiet } = options
  if (dryRun) {
    const { namespace } = options.cluster
    const metadata = { name, ...(namespace === undefined ? {} : { namespace }) }
    const manifest = { apiVersion, kind: repositoryKind.kind, metadata, spec: spec as Plain }
    await printManifest(manifest, io)
    return 'done'
  }
  await withCluster(options.cluster, { ports, io }, async (cluster) => {
    const metadata = { name, namespace: cluster.namespace }
    const object = { apiVersion, kind: repositoryKind.kind, metadata, spec }
    const strict = { fieldValidation: 'Strict' } as const
    await explainMissingKinds(() =>
      createObject(cluster.client, resourceOf(repositoryKind), object, strict, signal),
    )
    io.stdout.write(`repository/${name} created\n`)
    const waiting = { names: [name], desired: untilReady, timeout, quiet }
    if (wait) await waitFor(repositoryView, waiting, { cluster, io }, signal)
  })
  return 'done'
}

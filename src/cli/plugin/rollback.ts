import { writeYaml } from '../../formats/yaml/write.ts'
import { patchObject } from '../../kube/patch-object.ts'
import type { Json } from '../../objects/json.ts'
import { type KubeObject, listAt, readPath } from '../../objects/kube-object.ts'
import type { ReadRevision } from '../../release/record/store.ts'
import {
  type ClusterChoice,
  clusterChoiceOf,
  clusterOptions,
  withCluster,
} from '../cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { waitOptions } from '../kind/look-options.ts'
import { oneObject, targetOf } from '../kind/objects-of.ts'
import { readTimeout } from '../kind/read-timeout.ts'
import { untilReady, waitFor } from '../kind/wait-for.ts'
import { type Plain, toValue } from '../output/plain.ts'
import { readArguments } from '../read-arguments.ts'
import { readCount } from '../release/read-release.ts'
import type { Outcome, Ports } from '../verb.ts'
import { chooseRevision } from './choose-revision.ts'
import { revisionsOf } from './plugin-release.ts'
import { pluginView } from './plugin-view.ts'

export const command = {
  description:
    'Makes an older revision of a plugin the newest again and holds it there: the plugin is pinned until "plugin set NAME --unpin".',
  arguments: {
    name: { count: 'one', summary: 'the plugin' },
    revision: { count: 'at-most-one', summary: 'which one; the last that worked unless given' },
  },
  options: {
    rewrite: {
      kind: 'switch',
      summary:
        'write the version and values of that revision into the plugin instead of pinning it',
    },
    ...waitOptions,
    ...clusterOptions,
  },
  examples: [
    'plugin rollback web',
    'plugin rollback web 3 --wait',
    'plugin rollback web --rewrite',
  ],
} as const satisfies CommandSpec

export interface Options {
  readonly name: string
  /** Undefined for the last that worked. */
  readonly revision: number | undefined
  readonly how: 'pin' | 'rewrite'
  readonly wait: boolean
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
  const revision = readCount('revision', given.arguments.revision, 0)
  if (revision instanceof UsageError) return revision
  return {
    name: given.arguments.name,
    revision: revision === 0 ? undefined : revision,
    how: options.rewrite ? 'rewrite' : 'pin',
    wait: options.wait,
    timeout,
    quiet: options.quiet,
    cluster: clusterChoiceOf(options),
  }
}

export const complete = completeNames(pluginView.definition)

export async function run(
  options: Options,
  ports: Ports,
  io: Io,
  signal: AbortSignal,
): Promise<Outcome> {
  const { name, wait, timeout, quiet } = options
  await withCluster(options.cluster, { ports, io }, async (cluster) => {
    const plugin = await oneObject(pluginView, name, cluster, signal)
    const revisions = await revisionsOf(plugin, cluster, { ports, io }, signal)
    const chosen = chooseRevision(revisions, options.revision, `plugin ${name}`)
    const spec = options.how === 'pin' ? { pin: chosen.record.version } : rewritten(plugin, chosen)
    const patch = { type: 'merge', patch: { spec } } as const
    await patchObject(cluster.client, targetOf(pluginView, name, cluster), patch, {}, signal)
    const held = options.how === 'pin' ? ` and held there; plugin set ${name} --unpin lets go` : ''
    io.stdout.write(`plugin/${name} goes back to revision ${chosen.record.version}${held}\n`)
    const waiting = { names: [name], wish: untilReady, timeout, quiet }
    if (wait) await waitFor(pluginView, waiting, cluster, io, signal)
  })
  return 'done'
}

/** The spec that gives that revision again. What came from Secrets must not end up in the plugin. */
function rewritten(plugin: KubeObject, { record }: ReadRevision): Record<string, Json> {
  if (listAt(plugin, ['spec', 'valuesFrom']).length > 0) {
    const why =
      'its values come from ConfigMaps and Secrets, which --rewrite would copy into the plugin'
    throw new PlainError(`${why}: leave --rewrite out, and it is pinned instead`)
  }
  const text = record.config === undefined ? '' : `${writeYaml(toValue(record.config as Plain))}\n`
  const hadObject = readPath(plugin, ['spec', 'values']) !== undefined
  return {
    version: record.chart.metadata?.version ?? null,
    valuesText: text === '' || text === '{}\n' ? null : text,
    pin: null,
    ...(hadObject ? { values: null } : {}),
  }
}

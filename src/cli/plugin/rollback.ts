import { writeYaml } from '../../formats/yaml/write/write.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import type { Json } from '../../objects/json.ts'
import { type KubeObject, listAt, readPath } from '../../objects/kube-object.ts'
import type { ReadRevision } from '../../release/record/store.ts'
import { clusterOptions, withCluster } from '../options/cluster-options.ts'
import type { CommandSpec } from '../command-spec.ts'
import { PlainError, UsageError } from '../errors.ts'
import type { Io } from '../io.ts'
import { completeNames } from '../kind/complete-names.ts'
import { waitOptions } from '../kind/look-options.ts'
import { oneObject, targetOf } from '../kind/objects-of.ts'
import { untilReady, waitFor } from '../kind/wait-for.ts'
import { type Plain, toValue } from '../output/plain.ts'
import { readArguments } from '../read-arguments.ts'
import type { Outcome, Ports } from '../verb.ts'
import { chooseRevision } from './choose-revision.ts'
import { revisionsOf } from './plugin-release.ts'
import { pluginView } from './plugin-view.ts'
import { type RollbackChoice, rollbackChoiceOf, rollbackRevision } from './rollback-choice.ts'

export const command = {
  description:
    'Makes an older revision of a plugin the newest again and holds it there: the plugin is pinned until "plugin set NAME --unpin".',
  arguments: {
    name: { count: 'one', summary: 'the plugin' },
    revision: rollbackRevision,
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

export interface Options extends RollbackChoice {
  readonly how: 'pin' | 'rewrite'
}

export function parse(argv: readonly string[]): Options | UsageError {
  const given = readArguments(command, argv)
  if (given instanceof UsageError) return given
  const choice = rollbackChoiceOf(given)
  if (choice instanceof UsageError) return choice
  return { ...choice, how: given.options.rewrite ? 'rewrite' : 'pin' }
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
    const held =
      options.how === 'pin' ? ` and is held there; plugin set ${name} --unpin lets go` : ''
    io.stdout.write(`plugin/${name} goes back to revision ${chosen.record.version}${held}\n`)
    const waiting = { names: [name], desired: untilReady, timeout, quiet }
    if (wait) await waitFor(pluginView, waiting, { cluster, io }, signal)
  })
  return 'done'
}

/** The spec that gives that revision again. Values from Secrets must not end up in the plugin. */
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

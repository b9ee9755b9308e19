import { writeYaml } from '../../formats/yaml/write/write.ts'
import { pluginKind } from '../../kinds/plugin.ts'
import type { Json } from '../../objects/json.ts'
import { type KubeObject, listAt, readPath } from '../../objects/kube-object.ts'
import type { ReadRevision } from '../../release/record/store.ts'
import { tableOfJson } from '../../release/record/values-json.ts'
import { ActionError } from '../errors.ts'
import { type RevisionPorts, revisionsOf } from '../releases/plugin-revisions.ts'
import { type ActionTarget, objectOf } from './action-target.ts'
import { type WriteChoice, checkVersion, patchFields } from './edit-object.ts'

export interface RollbackChoice extends WriteChoice {
  /** Undefined for the last that worked. */
  readonly revision: number | undefined
  /** Whether the revision is held, or its version and values are written into the spec. */
  readonly how: 'pin' | 'rewrite'
}

/** Makes an older revision of a Plugin, or of the one that an instance wrote, the newest again; gives its number. */
export async function rollBack(
  target: ActionTarget,
  { revision, how, ...choice }: RollbackChoice,
  ports: RevisionPorts,
  signal: AbortSignal,
): Promise<number> {
  const { kind } = target.definition
  // The pin is on the Plugin: what an instance writes there leaves it alone.
  if (kind !== 'Plugin') {
    await objectOf(target, signal)
    await checkVersion(target, choice, signal)
  }
  const place = { ...target, definition: pluginKind }
  const plugin = await objectOf(place, signal)
  const revisions = await revisionsOf(plugin, target.client, ports, signal)
  const who = `${kind === 'Plugin' ? 'plugin' : 'instance'} ${target.name}`
  const chosen = chooseRevision(revisions, revision, who)
  const spec = how === 'pin' ? { pin: chosen.record.version } : rewritten(plugin, chosen)
  const { resourceVersion: _, ...unversioned } = choice
  await patchFields(place, { spec }, kind === 'Plugin' ? choice : unversioned, signal)
  return chosen.record.version
}

const worked: ReadonlySet<string> = new Set(['deployed', 'superseded'])

/** The revision that is gone back to. */
function chooseRevision(
  revisions: readonly ReadRevision[],
  wanted: number | undefined,
  who: string,
): ReadRevision {
  const before = revisions.slice(0, -1)
  const found =
    wanted === undefined
      ? before.findLast(({ record }) => worked.has(record.info.status))
      : revisions.find(({ record }) => record.version === wanted)
  if (found !== undefined) return found
  const there = revisions.map(({ record }) => record.version).join(', ') || 'none'
  const what =
    wanted === undefined ? 'no revision before this one worked' : `there is no revision ${wanted}`
  throw new ActionError('not-found', `${what}; ${who} has these revisions: ${there}`)
}

/** The spec that gives that revision again. Values from Secrets must not end up in the plugin. */
function rewritten(plugin: KubeObject, { record }: ReadRevision): Record<string, Json> {
  if (listAt(plugin, ['spec', 'valuesFrom']).length > 0) {
    const why =
      'its values come from ConfigMaps and Secrets, which --rewrite would copy into the plugin'
    throw new ActionError('refused', `${why}: leave --rewrite out, and it is pinned instead`)
  }
  const text = record.config === undefined ? '' : `${writeYaml(tableOfJson(record.config))}\n`
  const hadObject = readPath(plugin, ['spec', 'values']) !== undefined
  return {
    version: record.chart.metadata?.['version'] ?? null,
    valuesText: text === '' || text === '{}\n' ? null : text,
    pin: null,
    ...(hadObject ? { values: null } : {}),
  }
}

import type { Plugin } from '../../kinds/plugin.ts'
import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/get-object.ts'
import { printCanonicalJson } from '../../objects/json-text.ts'
import { type KubeObject, uidOf } from '../../objects/kube-object.ts'
import { concealerOf } from '../plugin/conceal.ts'
import { type ValuesSource, mergeValues } from '../plugin/merge-values.ts'
import { sourceOf, sourceWish } from '../plugin/prepare.ts'
import type { SourceBook } from '../plugin/source-book.ts'
import { type Repositories, canMove } from '../plugin/source-request.ts'
import { unreadSource } from '../plugin/unread-source.ts'
import { resourceOf, stateOf } from '../plugin/watched-objects.ts'
import type { PluginWorld } from '../plugin/world.ts'
import type { MadeRelease } from './made-release.ts'
import {
  type PlanTarget,
  type PlannedFor,
  type PlannedPlugin,
  planRelease,
} from './plan-release.ts'

/** What a plan of a plugin is made with. */
export interface PlanWorld {
  /** The cluster that plugins themselves are on. */
  readonly client: KubeClient
  readonly sources: SourceBook
  readonly repositories: Repositories
  readonly platformNamespace: string
  /** Whether an Extension offers what is at an address. */
  readonly isVouched: PluginWorld['isVouched']
  readonly target: PlanTarget
}

export interface PluginWished {
  readonly plugin: Plugin
  /** A Secret with values that is perhaps not written yet. */
  readonly secret?: UnwrittenSecret
  /** What will have been made of it before; what is there unless given. */
  readonly before?: MadeRelease
}

interface UnwrittenSecret {
  readonly name: string
  readonly data: Readonly<Record<string, string>>
  /** Whether nothing in it comes from a Secret. */
  readonly isPlain: boolean
}

/** What the operator would make of a plugin that is written like this, on the cluster as it is or as it is about to be. */
export async function planPlugin(
  { plugin, secret, before }: PluginWished,
  planned: PlannedFor,
  world: PlanWorld,
  signal: AbortSignal,
): Promise<PlannedPlugin> {
  const { spec, metadata } = plugin
  const wish = sourceWish(plugin, world)
  if ('reason' in wish) throw new Error(wish.message)
  const { chart, digest } = await world.sources.load(wish, signal)
  const sources = await valuesSources(plugin, secret, world, signal)
  const unread = unreadSource(sources, metadata.namespace)
  if (unread !== undefined) throw new Error(unread.message)
  try {
    const wanted = {
      plugin,
      chart,
      values: mergeValues(spec, sources),
      inputs: { spec, references: sources.map(({ state }) => state), digest },
      canMove: canMove(spec, wish.request.address),
      before,
    }
    return await planRelease(wanted, planned, world.target, signal)
  } catch (cause) {
    if (signal.aborted) throw cause
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new Error(concealerOf(sources)(message), { cause })
  }
}

/** Values, and which state of their object they are. */
type SourceSeen = ValuesSource & { readonly state: string }

async function valuesSources(
  { spec, metadata }: Plugin,
  secret: UnwrittenSecret | undefined,
  { client }: PlanWorld,
  signal: AbortSignal,
): Promise<readonly SourceSeen[]> {
  const { namespace } = metadata
  return Promise.all(
    spec.valuesFrom.map(async (from) => {
      const target = { resource: resourceOf(from.kind), namespace, name: from.name }
      const found = await getObject(client, target, {}, signal)
      if (from.kind === 'Secret' && from.name === secret?.name)
        return {
          from,
          data: secret.data,
          isPlain: secret.isPlain,
          state: writtenState(secret, found),
        }
      return { ...sourceOf(from, found), state: found === undefined ? '' : stateOf(found) }
    }),
  )
}

// Keys never change what they hold: one that is written to is in the state that it is in.
function writtenState({ data }: UnwrittenSecret, found: KubeObject | undefined): string {
  return found === undefined ? `to be written: ${printCanonicalJson(data)}` : uidOf(found)
}

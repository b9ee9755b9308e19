import { sourceOf } from '../values/read-values-from.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { KubeClient } from '../../kube/client.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { printCanonicalJson } from '../../objects/json-text.ts'
import { type KubeObject, uidOf } from '../../objects/kube-object.ts'
import { redactorOf } from '../values/redact.ts'
import { fillSource } from '../sources/fill-source.ts'
import type { ValuesSource } from '../values/merge-values.ts'
import { valuesFor } from '../values/variables.ts'
import { sourceRequestOf } from '../kinds/plugin/prepare.ts'
import { type SourceCache, patientAsker } from '../sources/source-cache.ts'
import { type Repositories, canMove } from '../sources/source-request.ts'
import { unreadSource } from '../values/unread-source.ts'
import { resourceOf, stateOf } from '../pass/watched-objects.ts'
import type { PluginContext } from '../kinds/plugin/context.ts'
import type { MadeRelease } from './made-release.ts'
import {
  type PlanTarget,
  type PlannedFor,
  type PlannedPlugin,
  planRelease,
} from './plan-release.ts'

/** The parts that a plan of a plugin is made with. */
export interface PlanContext {
  /** The cluster that plugins themselves are on. */
  readonly client: KubeClient
  readonly sources: SourceCache
  readonly repositories: Repositories
  readonly platformNamespace: string
  /** Whether an Extension offers what is at an address. */
  readonly isNamedByExtension: PluginContext['isNamedByExtension']
  readonly target: PlanTarget
}

export interface PluginToPlan {
  readonly plugin: Plugin
  /** A Secret with values that is perhaps not written yet. */
  readonly secret?: UnwrittenSecret
  /** The release that will have been made before; the present one by default. */
  readonly before?: MadeRelease
}

interface UnwrittenSecret {
  readonly name: string
  readonly data: Readonly<Record<string, string>>
  /** Whether nothing in it comes from a Secret. */
  readonly isPlain: boolean
}

/**
 * Plans what the operator would make of a plugin that is written like this, on the cluster as it is
 * or as it is about to be.
 */
export async function planPlugin(
  { plugin, secret, before }: PluginToPlan,
  planned: PlannedFor,
  context: PlanContext,
  signal: AbortSignal,
): Promise<PlannedPlugin> {
  const { spec, metadata } = plugin
  const sourceRequest = sourceRequestOf(plugin, context)
  if ('reason' in sourceRequest) throw new Error(sourceRequest.message)
  const loaded = await context.sources.load(sourceRequest, patientAsker(metadata.namespace, signal))
  const sources = await valuesSources(plugin, secret, context, signal)
  const unread = unreadSource(sources, metadata.namespace)
  if (unread !== undefined) throw new Error(unread.message)
  try {
    const values = valuesFor(spec, sources)
    const wanted = {
      plugin,
      chart: fillSource(loaded, values),
      values,
      inputs: { spec, references: sources.map(({ state }) => state), digest: loaded.digest },
      canMove: canMove(spec, sourceRequest.request.address),
      before,
    }
    return await planRelease(wanted, planned, context.target, signal)
  } catch (cause) {
    if (signal.aborted) throw cause
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new Error(redactorOf(sources)(message), { cause })
  }
}

/** Values, and which state of their object they are. */
type SourceSeen = ValuesSource & { readonly state: string }

async function valuesSources(
  { spec, metadata }: Plugin,
  secret: UnwrittenSecret | undefined,
  { client }: PlanContext,
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

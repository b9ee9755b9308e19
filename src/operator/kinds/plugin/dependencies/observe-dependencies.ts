import { findCycle } from '../../../graph/find-cycle.ts'
import { pluginAction } from '../../../clusters/plugin-action.ts'
import { type Plugin } from '../../../../kinds/plugin.ts'
import { formatApiVersion, parseApiVersion } from '../../../../objects/kube-object.ts'
import { obstacleOf } from '../../../pass/obstacle-of.ts'
import { isInstalled } from '../../../pass/is-installed.ts'
import type { TargetCluster } from '../../../clusters/target-cluster.ts'
import {
  type Dependency,
  pluginKeyOf,
  unfollowable,
  unmetObject,
  unmetPlugin,
} from './dependencies.ts'
import { type MissingRight, forbidden } from '../missing-rights.ts'
import type { Unmet } from '../observation.ts'
import type { PluginReads } from '../context.ts'

/** The dependencies of a plugin that are not met, as its account may know them. */
export async function unmetOf(
  plugin: Plugin,
  target: TargetCluster,
  context: PluginReads,
  signal: AbortSignal,
): Promise<readonly Unmet[]> {
  const found = await Promise.all(
    plugin.spec.dependsOn.map((one) =>
      whyUnmet({ dependency: one, plugin }, target, context, signal),
    ),
  )
  return found.flatMap((one) => (one === undefined ? [] : [one]))
}

async function whyUnmet(
  { dependency, plugin }: { readonly dependency: Dependency; readonly plugin: Plugin },
  target: TargetCluster,
  context: PluginReads,
  signal: AbortSignal,
): Promise<Unmet | undefined> {
  const key = pluginKeyOf(dependency, plugin.metadata.namespace)
  if (key === undefined) return whyUnmetObject({ dependency, plugin }, target, context, signal)
  if (!(await maySee(key, plugin, context, signal))) {
    return refused({ ...pluginAction('get', key), shown: `Plugin ${nameIn(key)}` }, plugin, context)
  }
  const found = context.plugins.value(key)
  const asker = isInstalled(plugin) ? 'is there' : 'comes'
  return unmetBecause(unmetPlugin(key, dependency.version, found, asker))
}

function unmetBecause(text: string | undefined): Unmet | undefined {
  return text === undefined ? undefined : { text }
}

async function whyUnmetObject(
  { dependency, plugin }: { readonly dependency: Dependency; readonly plugin: Plugin },
  { discovery, watched, rights }: TargetCluster,
  context: PluginReads,
  signal: AbortSignal,
): Promise<Unmet | undefined> {
  const { apiVersion = '', kind = '', name, namespace } = dependency
  const { group, version } = parseApiVersion(apiVersion)
  const resource = await discovery.findKind({ group, version, kind }, signal)
  const shown = `${formatApiVersion(group, version)} ${kind}`
  if (resource === undefined) return { text: `${shown}, which is not served` }
  if (name === undefined) return undefined
  const obstacle = unfollowable(resource)
  if (obstacle !== undefined) return { text: `${shown} ${name}`, obstacle }
  const where = namespace ?? plugin.metadata.namespace
  const place = resource.namespaced ? { namespace: where } : {}
  const action = { verb: 'get', group, resource: resource.resource, ...place, name }
  try {
    if (!(await rights.may(plugin, action, signal)))
      return refused({ ...action, shown: `${shown} ${name}` }, plugin, context)
    const object = await watched.objectOf(resource, where, name, signal)
    return unmetBecause(unmetObject(dependency, object))
  } catch (error) {
    if (signal.aborted) throw error
    const { message, ...refusal } = obstacleOf(error, 'ClusterUnreachable')
    const what = `dependsOn ${shown} ${name} cannot be looked at: ${message}`
    return { text: `${shown} ${name}`, obstacle: { ...refusal, message: what } }
  }
}

function refused(right: Omit<MissingRight, 'why'>, plugin: Plugin, context: PluginReads): Unmet {
  const obstacle = forbidden({ ...right, why: 'which dependsOn names' }, plugin, context)
  return { text: right.shown, obstacle }
}

/** The plugins that keep one that is to go. */
export interface Holders {
  readonly keys: readonly string[]
  /** Whether rights of accounts in other namespaces decide about some. */
  readonly hangOnRights: boolean
}

/**
 * The plugins that are installed and keep one that is to go: those of its own namespace, and of others those whose account has
 * the verb `hold` on it there.
 */
export async function neededBy(
  plugin: Plugin,
  context: PluginReads,
  signal: AbortSignal,
): Promise<Holders> {
  const key = keyOfPlugin(plugin)
  const { deletionTimestamp, namespace } = plugin.metadata
  if (deletionTimestamp === undefined && plugin.spec.enabled) return noHolders
  const dependents = context.plugins.by('needs', key).filter(isInstalled)
  const held = await Promise.all(
    dependents.map(async (one) => {
      const isOwn = one.metadata.namespace === namespace
      const holds = isOwn || (await context.rights.may(one, pluginAction('hold', key), signal))
      return holds ? [keyOfPlugin(one)] : []
    }),
  )
  const hangOnRights = dependents.some(({ metadata }) => metadata.namespace !== namespace)
  return { keys: held.flat(), hangOnRights }
}

const noHolders: Holders = { keys: [], hangOnRights: false }

/** A circle of needs through a plugin, as far as its account may see it. */
export async function cycleOf(
  plugin: Plugin,
  context: PluginReads,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const own = keyOfPlugin(plugin)
  const seen = await Promise.all(
    needsOf(plugin).map(async (key) => ((await maySee(key, plugin, context, signal)) ? [key] : [])),
  )
  return findCycle(own, (key) => {
    if (key === own) return seen.flat()
    const found = context.plugins.value(key)
    return found === undefined ? [] : needsOf(found)
  })
}

function needsOf({ spec, metadata }: Plugin): readonly string[] {
  return spec.dependsOn.flatMap((one) => pluginKeyOf(one, metadata.namespace) ?? [])
}

async function maySee(
  key: string,
  plugin: Plugin,
  { rights }: PluginReads,
  signal: AbortSignal,
): Promise<boolean> {
  if (key.startsWith(`${plugin.metadata.namespace}/`)) return true
  return rights.may(plugin, pluginAction('get', key), signal)
}

function nameIn(key: string): string {
  return key.slice(key.indexOf('/') + 1)
}

function keyOfPlugin({ metadata }: Pick<Plugin, 'metadata'>): string {
  return `${metadata.namespace}/${metadata.name}`
}

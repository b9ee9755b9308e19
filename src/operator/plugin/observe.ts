import { kubernetesAnnotation } from '../extension-instance/names.ts'
import { finalizer, retryAnnotation } from './names.ts'
import { parseDuration } from '../duration.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import { formatApiVersion, parseApiVersion } from '../../objects/kube-object.ts'
import { ReleaseStore } from '../../release/record/store.ts'
import { isInstalled } from '../is-installed.ts'
import type { TargetCluster } from '../target-cluster.ts'
import { accountOf, actingAs } from './account.ts'
import {
  type Dependency,
  findCycle,
  pluginKeyOf,
  unmetObject,
  unmetPlugin,
} from './dependencies.ts'
import type { Health, Observation, Obstacle, RevisionSeen, Source, Unmet } from './observation.ts'
import { observeSource } from './observe-source.ts'
import type { Prepared } from './prepare.ts'
import type { ReleasePlace } from './release-objects.ts'
import { valuesSeen } from './values-seen.ts'
import { type PluginWorld, isTarget } from './world.ts'

/** What was seen, and what it takes to act on it. */
export interface Observed {
  readonly seen: Observation
  readonly place: ReleasePlace
  readonly target: TargetCluster | undefined
  readonly prepared: Prepared | undefined
}

const noHealth: Health = {
  is: 'unknown',
  lines: [],
  isChild: false,
  mark: undefined,
  content: undefined,
}

/** Reads everything that a pass needs to know. */
export async function observe(
  plugin: Plugin,
  world: PluginWorld,
  signal: AbortSignal,
): Promise<Observed> {
  const place = placeOfPlugin(plugin)
  const found = world.targetOf(plugin)
  const target = isTarget(found) ? found : undefined
  const refusal = isTarget(found) ? await accountRefusal(plugin, world, signal) : found
  const revisions =
    target === undefined ? [] : await revisionsOf(plugin, place, target, world, signal)
  const retry = plugin.metadata.annotations[retryAnnotation] ?? ''
  const shared = {
    plugin,
    hasFinalizer: plugin.metadata.finalizers.includes(finalizer),
    revisions,
    neededBy: neededBy(plugin, world),
    refusal,
    retry: retry === (plugin.status.retried ?? '') ? '' : retry,
    isDue: isDue(plugin, world),
  }
  const isWanted = plugin.spec.enabled && plugin.metadata.deletionTimestamp === undefined
  if (!isWanted || plugin.spec.suspend || target === undefined || refusal !== undefined) {
    const { observedValues, observedKubernetes } = plugin.status
    const blank = { source: unchanged, unmet: [], cycle: [], isOverdue: false, health: noHealth }
    const seen = { ...shared, ...blank, observedValues, observedKubernetes }
    return { seen, place, target, prepared: undefined }
  }
  const question = { ...shared, place, target }
  const { source, prepared, ...known } = await observeSource(question, world, signal)
  const isSettled = source.is === 'unchanged'
  const health = await healthOf(plugin, place, target, signal)
  target.objects.suspect(place, isSuspect(plugin, health) ? 'suspect' : 'trusted')
  const seen: Observation = {
    ...shared,
    source,
    observedValues: valuesSeen(known.references),
    observedKubernetes: followed(plugin, known.kubernetes),
    unmet: isSettled ? [] : await unmetOf(plugin, target, world, signal),
    cycle: cycleOf(plugin, world),
    health,
    isOverdue: isOverdue(plugin, world),
  }
  return { seen, place, target, prepared }
}

const unchanged: Source = { is: 'unchanged' }

function followed({ metadata, status }: Plugin, kubernetes: string): string | undefined {
  const chosenFor = metadata.annotations[kubernetesAnnotation]
  return chosenFor === kubernetes ? chosenFor : status.observedKubernetes
}

/** Where the release of a plugin is. */
export function placeOfPlugin({ metadata, spec }: Plugin): ReleasePlace {
  return {
    namespace: spec.targetNamespace ?? metadata.namespace,
    name: spec.releaseName ?? metadata.name,
  }
}

// Fields that we wrote are others' by now: what they hold is theirs to change without a word.
function isSuspect({ status }: Plugin, { mark }: Health): boolean {
  return status.applied !== undefined && mark !== undefined && mark !== status.applied
}

/** What the objects of a plugin's release are like now. */
export async function healthOf(
  { status }: Pick<Plugin, 'status'>,
  place: ReleasePlace,
  { objects }: TargetCluster,
  signal: AbortSignal,
): Promise<Health> {
  const { kinds } = status
  if (kinds === undefined) return noHealth
  await objects.watch(kinds, signal)
  return objects.health(place, kinds, status.objects ?? 0)
}

async function accountRefusal(
  plugin: Plugin,
  { watched, platformNamespace }: PluginWorld,
  signal: AbortSignal,
): Promise<Obstacle | undefined> {
  const account = accountOf(plugin, platformNamespace)
  if (account === undefined) return undefined
  const { namespace } = plugin.metadata
  const found = await watched.versionOf('ServiceAccount', namespace, account, signal)
  if (found !== undefined) return undefined
  const what = `service account ${account} does not exist in namespace ${namespace}`
  const message = `${what}: outside ${platformNamespace} a plugin acts with the rights of an account of its own`
  return { reason: 'AccountMissing', message, again: 'on-event' }
}

async function revisionsOf(
  plugin: Plugin,
  place: ReleasePlace,
  { client, known }: TargetCluster,
  { platformNamespace }: PluginWorld,
  signal: AbortSignal,
): Promise<readonly RevisionSeen[]> {
  const store = new ReleaseStore({ client: actingAs(client, plugin, platformNamespace), known })
  const outline = await store.outline(place, signal)
  return outline.map(({ revision, status }) => ({ revision, status }))
}

function neededBy(plugin: Plugin, world: PluginWorld): readonly string[] {
  const { namespace, name } = plugin.metadata
  return world
    .dependentsOf(`${namespace}/${name}`)
    .filter(isInstalled)
    .map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
}

async function unmetOf(
  plugin: Plugin,
  target: TargetCluster,
  world: PluginWorld,
  signal: AbortSignal,
): Promise<readonly Unmet[]> {
  const found = await Promise.all(
    plugin.spec.dependsOn.map((one) => whyUnmet(one, plugin, target, world, signal)),
  )
  return found.flatMap((text) => (text === undefined ? [] : [{ text }]))
}

async function whyUnmet(
  dependency: Dependency,
  plugin: Plugin,
  { discovery }: TargetCluster,
  world: PluginWorld,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { metadata } = plugin
  const key = pluginKeyOf(dependency, metadata.namespace)
  if (key !== undefined) {
    const known = world.pluginAt(key)?.parsed
    const found = known?.ok === true ? known.value : undefined
    return unmetPlugin(key, dependency.version, found, isInstalled(plugin) ? 'is there' : 'comes')
  }
  const { apiVersion = '', kind = '', name, namespace } = dependency
  const { group, version } = parseApiVersion(apiVersion)
  const resource = await discovery.findKind({ group, version, kind }, signal)
  const shown = `${formatApiVersion(group, version)} ${kind}`
  if (resource === undefined) return `${shown}, which is not served`
  if (name === undefined) return undefined
  const where = namespace ?? metadata.namespace
  const object = await world.watched.objectOf(resource, where, name, signal)
  return unmetObject(dependency, object)
}

function cycleOf({ metadata }: Plugin, world: PluginWorld): readonly string[] {
  const needsOf = (key: string) => {
    const known = world.pluginAt(key)?.parsed
    if (known?.ok !== true) return []
    const { spec, metadata: at } = known.value
    return spec.dependsOn.flatMap((one) => pluginKeyOf(one, at.namespace) ?? [])
  }
  return findCycle(`${metadata.namespace}/${metadata.name}`, needsOf)
}

// A failure from before this process counts from its beginning.
function isDue({ metadata, spec }: Plugin, { client, failedAt }: PluginWorld): boolean {
  const key = `${metadata.namespace}/${metadata.name}`
  const now = client.clock.monotonic()
  const since = failedAt.get(key)
  if (since === undefined) failedAt.set(key, now)
  return since !== undefined && now - since >= parseDuration(spec.interval)
}

function isOverdue({ spec, status }: Plugin, { client }: PluginWorld): boolean {
  if (status.changedAt === undefined) return false
  return client.clock.now() - Date.parse(status.changedAt) >= parseDuration(spec.timeout)
}

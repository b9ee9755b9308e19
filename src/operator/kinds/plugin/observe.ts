import { type WindowState, windowState } from '../../clusters/maintenance-window.ts'
import { isAboutRights, type Obstacle } from '../../pass/obstacle.ts'
import type { Health } from '../../clusters/health.ts'
import { kubernetesAnnotation } from '../../pass/instance-names.ts'
import { finalizer, retryAnnotation } from '../../pass/plugin-names.ts'
import { intervalOf, timeoutOf } from '../../pass/duration.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import { ReleaseStore } from '../../../release/record/store.ts'
import type { StoredRevision } from '../../../release/record/stored-revision.ts'
import type { TargetCluster } from '../../clusters/target-cluster.ts'
import { type ActingPlatform, accountOf, actingAs } from '../../clusters/account.ts'
import { recordsRefusal } from './missing-rights.ts'
import type { Observation, Source } from './observation.ts'
import { cycleOf, neededBy, unmetOf } from './dependencies/observe-dependencies.ts'
import { isSpent } from './failure/attempts.ts'
import { isOutside } from './failure/outside-causes.ts'
import { type ReadLookups, observeSource } from './observe-source.ts'
import type { Prepared } from './prepare.ts'
import type { ReleasePlace } from '../../clusters/release-objects.ts'
import { type Claim, claimOf } from './release-claim.ts'
import { withGlobalImages } from '../../values/globals-of.ts'
import { valuesSeen } from '../../values/values-seen.ts'
import { type PluginReads, isTarget } from './context.ts'

/** The observation, and the parts that acting on it takes. */
export interface Observed {
  readonly seen: Observation
  readonly place: ReleasePlace
  readonly target: TargetCluster | undefined
  readonly prepared: Prepared | undefined
  readonly remember: ToRemember
}

/** Facts of a pass that later ones need; kept when it ends. */
export interface ToRemember {
  /** Since when somebody else uninstalls the release, on the monotonic clock; undefined when nobody does. */
  readonly leavingSince: number | undefined
  readonly readLookups: ReadLookups | undefined
}

const noHealth: Health = {
  is: 'unknown',
  lines: [],
  isChild: false,
  missing: 0,
  open: [],
  mark: undefined,
  content: undefined,
}

/** Reads everything that a pass needs to know. */
export async function observe(
  plugin: Plugin,
  context: PluginReads,
  signal: AbortSignal,
): Promise<Observed> {
  const whole =
    plugin.spec.globals === true ? withGlobalImages(plugin, context.globalsOf(plugin)) : plugin
  return await observeWhole(withoutCorrection(whole, context), context, signal)
}

// Putting drift back is a change, too: while windows are closed it is only told.
function withoutCorrection(plugin: Plugin, context: PluginReads): Plugin {
  const { spec } = plugin
  if (spec.drift.mode !== 'correct' || windowOf(plugin, context).is === 'open') return plugin
  return { ...plugin, spec: { ...spec, drift: { ...spec.drift, mode: 'warn' } } }
}

function windowOf(plugin: Plugin, { client, maintenanceOf }: PluginReads): WindowState {
  const { maintenance } = plugin.spec
  const own = maintenance === undefined ? [] : [{ of: 'the plugin itself', maintenance }]
  return windowState([...maintenanceOf(plugin), ...own], client.clock.now())
}

async function observeWhole(
  plugin: Plugin,
  context: PluginReads,
  signal: AbortSignal,
): Promise<Observed> {
  const place = placeOfPlugin(plugin)
  const found = context.targetOf(plugin)
  const target = isTarget(found) ? found : undefined
  const { release, outline, refusal, isOthers } = await releaseOf(
    { plugin, place },
    found,
    context,
    signal,
  )
  const holders = await neededBy(plugin, context, signal)
  const leaving = leavingOf(plugin, outline, context)
  const shared = {
    plugin,
    hasFinalizer: plugin.metadata.finalizers.includes(finalizer),
    revisions: outline.map(({ revision, status }) => ({ revision, status })),
    release,
    neededBy: holders.keys,
    refusal,
    retry: openRetry(plugin),
    isDue: isDue(plugin, context),
    window: windowOf(plugin, context),
    isLeaving: leaving.isLeaving,
  }
  const isIdle = !isWanted(plugin) || plugin.spec.suspend || isOthers
  if (isIdle || target === undefined || refusal !== undefined) {
    const { observedValues, observedKubernetes } = plugin.status
    const blank = { source: unchanged, unmet: [], cycle: [], isOverdue: false, health: noHealth }
    const blockedByRights = holders.hangOnRights || isAboutRights(refusal)
    const seen = { ...shared, ...blank, observedValues, observedKubernetes, blockedByRights }
    const remember = { leavingSince: leaving.since, readLookups: undefined }
    return { seen, place, target, prepared: undefined, remember }
  }
  const question = { ...shared, plugin: askedAnew(plugin, release), place, target }
  const { source, prepared, ...known } = await observeSource(question, context, signal)
  const health = await healthOf(plugin, place, target, signal)
  const unmet = source.is === 'unchanged' ? [] : await unmetOf(plugin, target, context, signal)
  const obstacles = [...unmet, ...(source.is === 'blocked' ? [source] : [])]
  const seen: Observation = {
    ...shared,
    source,
    observedValues: valuesSeen(known.references),
    observedKubernetes: followed(plugin, known.kubernetes),
    unmet,
    blockedByRights:
      holders.hangOnRights || obstacles.some(({ obstacle }) => isAboutRights(obstacle)),
    cycle: await cycleOf(plugin, context, signal),
    health,
    isOverdue: isOverdue(plugin, context),
  }
  const remember = { leavingSince: leaving.since, readLookups: known.readLookups }
  return { seen, place, target, prepared, remember }
}

interface ReleaseSeen {
  readonly release: Claim
  /** Of the release, if it is this plugin's. */
  readonly outline: readonly StoredRevision[]
  /** The reason why the account may not act here. */
  readonly refusal: Obstacle | undefined
  /** Whether the release is not this plugin's, as far as its account may know. */
  readonly isOthers: boolean
}

async function releaseOf(
  { plugin, place }: { readonly plugin: Plugin; readonly place: ReleasePlace },
  found: TargetCluster | Obstacle,
  context: PluginReads,
  signal: AbortSignal,
): Promise<ReleaseSeen> {
  const target = isTarget(found) ? found : undefined
  const noAccount = isTarget(found) ? await accountRefusal(plugin, found, context, signal) : found
  const outline = target === undefined ? [] : await revisionsOf({ plugin, place }, target, signal)
  const claim = claimOf(plugin, place, outline)
  const isOwn = claim.is === 'ours' || (claim.is === 'claimed' && claim.by === 'name')
  const refusal =
    noAccount === undefined && target !== undefined && isWanted(plugin) && !isOwn
      ? await recordsRefusal(plugin, { place, target }, signal)
      : noAccount
  // Of releases that the account may not see nothing is known.
  const isHidden = refusal !== noAccount
  const release: Claim = isHidden ? { is: 'free' } : claim
  const isOthers = isHidden || release.is === 'others'
  return { release, outline: isOthers ? [] : outline, refusal, isOthers }
}

function isWanted({ spec, metadata }: Plugin): boolean {
  return spec.enabled && metadata.deletionTimestamp === undefined
}

function openRetry({ metadata, status }: Plugin): string {
  const retry = metadata.annotations[retryAnnotation] ?? ''
  return retry === (status.retried ?? '') ? '' : retry
}

const unchanged: Source = { is: 'unchanged' }

// The inputs of a release that is taken over say nothing of what this plugin would make.
function askedAnew(plugin: Plugin, release: Claim): Plugin {
  if (release.is !== 'claimed' || release.by !== 'adopt') return plugin
  const { inputs: _inputs, ...status } = plugin.status
  return { ...plugin, status }
}

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

/** The present state of the objects of a plugin's release. */
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
  platform: ActingPlatform,
  { watched, platformNamespace }: PluginReads,
  signal: AbortSignal,
): Promise<Obstacle | undefined> {
  const account = accountOf(plugin, platform)
  if (account === undefined) return undefined
  const { namespace } = plugin.metadata
  const found = await watched.versionOf('ServiceAccount', namespace, account, signal)
  if (found !== undefined) return undefined
  const what = `service account ${account} does not exist in namespace ${namespace}`
  const message =
    namespace === platformNamespace
      ? `${what}: plugins of the platform act with its rights; outrigger init and the chart create it`
      : `${what}: outside ${platformNamespace} a plugin acts with the rights of an account of its own`
  return { reason: 'AccountMissing', message, again: 'on-event' }
}

async function revisionsOf(
  { plugin, place }: { readonly plugin: Plugin; readonly place: ReleasePlace },
  target: TargetCluster,
  signal: AbortSignal,
): Promise<readonly StoredRevision[]> {
  const { client, known } = target
  const store = new ReleaseStore({ client: actingAs(client, plugin, target), known })
  return await store.outline(place, signal)
}

// A failure from before this process counts from its beginning.
function isDue(plugin: Plugin, { client, triedAt, startedAt, outside }: PluginReads): boolean {
  const { metadata, spec } = plugin
  const key = `${metadata.namespace}/${metadata.name}`
  const last = triedAt.get(key)
  // The cause may have gone while nobody looked.
  const isFirst = last === undefined && isOutside(readyReason(plugin))
  if (outside.isFreed(key) || isFirst) return true
  if (isSpent(plugin)) return false
  return client.clock.monotonic() - (last ?? startedAt) >= intervalOf(spec)
}

// Our own uninstalls belong to a spec that is disabled or deleted: to another generation than the one that was told of.
function leavingOf(
  { metadata, status }: Plugin,
  revisions: readonly StoredRevision[],
  { client, leavingSince }: PluginReads,
): { readonly isLeaving: boolean; readonly since: number | undefined } {
  const isSo =
    revisions.at(-1)?.status === 'uninstalling' && status.observedGeneration === metadata.generation
  if (!isSo) return { isLeaving: false, since: undefined }
  const now = client.clock.monotonic()
  const since = leavingSince.get(`${metadata.namespace}/${metadata.name}`) ?? now
  return { isLeaving: now - since < leavingPatience, since }
}

/** Milliseconds that somebody else has to uninstall a release, before it is put back all the same. */
export const leavingPatience = 30_000

/** The reason of a plugin's last verdict. */
export function readyReason({ status }: Plugin): string | undefined {
  return status.conditions?.find(({ type }) => type === 'Ready')?.reason
}

function isOverdue({ spec, status }: Plugin, { client }: PluginReads): boolean {
  if (status.changedAt === undefined) return false
  return client.clock.now() - Date.parse(status.changedAt) >= timeoutOf(spec)
}

import type { ReleaseRender } from '../../chart/render-round.ts'
import { addFinalizer, removeFinalizer } from '../../controller/finalizers.ts'
import { parseDuration } from '../duration.ts'
import { obstacleOf } from '../errors.ts'
import type { Reason } from '../../kinds/conditions.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { type Plugin, pluginKind } from '../../kinds/plugin.ts'
import { nodeDraws } from '../../chart/node/draws.ts'
import { formatApiVersion } from '../../objects/kube-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { ReleaseChoices } from '../../release/choices.ts'
import { ReleaseError } from '../../release/errors.ts'
import { install } from '../../release/install.ts'
import type { ReleasePorts } from '../../release/ports.ts'
import { ReleaseStore } from '../../release/record/store.ts'
import type { RenderWish } from '../../release/render-wish.ts'
import type { ObjectName, ReleaseRecord } from '../../release/release.ts'
import { rollback } from '../../release/rollback.ts'
import { applyPatches } from '../../release/transform/apply-patches.ts'
import { rewriteImagesTo } from '../../release/transform/rewrite-images.ts'
import { transformRender } from '../../release/transform/transform-render.ts'
import { uninstall } from '../../release/uninstall.ts'
import { upgrade } from '../../release/upgrade.ts'
import { textAt } from '../../objects/kube-object.ts'
import { readCompanion } from '../../release/record/companion.ts'
import { actingAs } from './account.ts'
import { AskedNote } from './asked-note.ts'
import { type Decision, changeFrom, pinnedInputs } from './decide.ts'
import { lookForDrift } from './drift.ts'
import { type Asked, basePart, inputsKey } from './inputs-key.ts'
import { finalizer } from './names.ts'
import type { Observed } from './observe.ts'
import type { Outcome } from './outcome.ts'
import { type Prepared, readConcealer } from './prepare.ts'
import type { RenderOrder } from './render-book.ts'
import type { PluginWorld } from './world.ts'

export interface ActRequest {
  readonly object: KubeObject
  readonly observed: Observed
  readonly decision: Decision
}

const nothing: Outcome = { did: 'nothing' }

/** Carries a decision out. What fails for a reason that a person can read is an outcome. */
export async function act(
  request: ActRequest,
  world: PluginWorld,
  signal: AbortSignal,
): Promise<Outcome> {
  const { decision, observed } = request
  if (decision.do === 'wait') await getReady(request, world, signal)
  const failure = failureReasons[decision.do]
  if (failure === undefined) return nothing
  const note = new AskedNote()
  try {
    return await attempt({ ...request, note }, world, signal)
  } catch (error) {
    if (signal.aborted) throw error
    const { prepared } = observed
    const made = prepared && remember(prepared, note.asked, observed, world)
    const inputs = decision.do === 'roll-back' ? pinnedInputs(decision.to) : made
    const obstacle = obstacleOf(error, failure)
    const { plugin } = observed.seen
    const conceal = prepared?.conceal ?? (await readConcealer(plugin, world, signal))
    const message = conceal(obstacle.message)
    return { did: 'failed', obstacle: { ...obstacle, message }, inputs }
  }
}

// Whatever can be done before what is waited for is there.
async function getReady(
  { object, observed }: ActRequest,
  world: PluginWorld,
  signal: AbortSignal,
): Promise<void> {
  const { prepared, place, seen, target } = observed
  if (prepared === undefined || target === undefined) return
  const isUpgrade = changeFrom(seen.revisions).do === 'upgrade'
  const revision = (seen.revisions.at(-1)?.revision ?? 0) + 1
  const client = actingAs(target.client, seen.plugin, world.platformNamespace)
  const cluster = { client, discovery: target.discovery }
  const wish = wishOf(seen.plugin, prepared)
  const order = orderOf(seen.plugin, prepared, { wish, facts: { ...place, revision, isUpgrade } })
  world.renders.begin({ ...order, cluster }, signal)
  if (seen.hasFinalizer) return
  await addFinalizer(world.client, resourceOf(pluginKind), object, finalizer, signal)
}

function orderOf(
  { metadata }: Plugin,
  { inputs }: Prepared,
  { wish, facts }: Pick<RenderOrder, 'wish' | 'facts'>,
): Omit<RenderOrder, 'cluster'> {
  const key = `${metadata.namespace}/${metadata.name}`
  return { key, base: basePart(inputs), wish, facts }
}

// The key of what was rendered, and what it takes to see whether it would be the same again.
function remember(
  { inputs, kubernetes }: Prepared,
  asked: Asked,
  { seen }: Observed,
  { lookups }: PluginWorld,
): string {
  const key = inputsKey(inputs, asked, { kubernetes })
  const { namespace, name } = seen.plugin.metadata
  lookups.note(`${namespace}/${name}`, key, asked.lookups)
  return key
}

interface Attempt extends ActRequest {
  readonly note: AskedNote
}

/** What is carried out here, and how it is called when it fails. */
const failureReasons: Readonly<Partial<Record<Decision['do'], Reason>>> = {
  install: 'InstallFailed',
  upgrade: 'UpgradeFailed',
  'roll-back': 'RollbackFailed',
  uninstall: 'UninstallFailed',
  'check-drift': 'UpgradeFailed',
  'let-go': 'UninstallFailed',
}

async function attempt(
  request: Attempt,
  world: PluginWorld,
  signal: AbortSignal,
): Promise<Outcome> {
  const { decision, observed, object } = request
  const { seen, target } = observed
  const resource = resourceOf(pluginKind)
  if (decision.do === 'let-go') {
    await removeFinalizer(world.client, resource, object, finalizer, signal)
    return { did: 'let-go' }
  }
  if (target === undefined) return nothing
  if (decision.do === 'uninstall') {
    await takeAway(
      observed,
      portsOf(observed, world, () => {}),
      signal,
    )
    if (decision.because === 'deleted') {
      await removeFinalizer(world.client, resource, object, finalizer, signal)
      return { did: 'let-go' }
    }
    return { did: 'uninstalled' }
  }
  if (decision.do === 'check-drift') {
    return lookForDrift(
      observed,
      portsOf(observed, world, () => {}),
      signal,
    )
  }
  // Whatever is done must be undone one day.
  if (!seen.hasFinalizer) await addFinalizer(world.client, resource, object, finalizer, signal)
  return change(request, world, signal)
}

async function change(
  { decision, observed, note }: Attempt,
  world: PluginWorld,
  signal: AbortSignal,
): Promise<Outcome> {
  const { prepared, place, seen, target } = observed
  const touched = new Map<string, Touched>()
  const bare = portsOf(observed, world, (id, resourceVersion) => {
    touched.set(textOf(id), { id, resourceVersion })
  })
  const choices = choicesOf(seen.plugin, seen.retry)
  if (decision.do === 'roll-back') {
    const record = await rollback({ ...place, ...choices, revision: decision.to }, bare, signal)
    const inputs =
      decision.because === 'pinned' ? pinnedInputs(decision.to) : `rolled-back:${decision.to}`
    return { did: 'rolled-back', ...factsOf(record), ...appliedOf(touched), inputs }
  }
  if (prepared === undefined || target === undefined) return nothing
  const ports = { ...bare, render: renderOf({ seen, prepared, note }, bare, world) }
  const drawn = prepared.onlyLookups ? await lastDraws(observed, bare, signal) : {}
  const wish = { ...place, ...choices, ...wishOf(seen.plugin, prepared), ...drawn }
  const made = () => madeFrom(prepared, remember(prepared, note.asked, observed, world))
  if (decision.do === 'install') {
    const createNamespace = !target.hasNamespace(place.namespace)
    const run = () => install({ ...wish, createNamespace, replace: true }, ports, signal)
    const record = await whenServed(ports, run)
    return { did: 'installed', ...factsOf(record), ...made(), ...appliedOf(touched) }
  }
  const onFailure = seen.plugin.spec.onFailure === 'rollback' ? 'undo' : 'stay'
  const input = { ...wish, onFailure, reuse: 'reset', evenIfUnchanged: false } as const
  const { record } = await whenServed(ports, () => upgrade(input, ports, signal))
  return { did: 'upgraded', ...factsOf(record), ...made(), ...appliedOf(touched) }
}

interface Rendering {
  readonly seen: Observed['seen']
  readonly prepared: Prepared
  readonly note: AskedNote
}

function renderOf(
  { seen, prepared, note }: Rendering,
  cluster: RenderOrder['cluster'],
  { renders }: PluginWorld,
): NonNullable<ReleasePorts['render']> {
  return (wish, facts, signal) => {
    const order = orderOf(seen.plugin, prepared, { wish, facts })
    return renders.render({ ...order, cluster }, note, signal)
  }
}

// A release that is looked at again only because something was looked up draws what it drew.
async function lastDraws(
  { place, seen }: Observed,
  { client, store }: ReleasePorts,
  signal: AbortSignal,
): Promise<Pick<RenderWish, 'draws'>> {
  const found = await store.get(place, seen.plugin.status.revision ?? 0, signal)
  const companion = found && (await readCompanion({ client, ...place }, found.record, signal))
  return companion?.draws === undefined ? {} : { draws: companion.draws }
}

// A kind that came a moment ago is served before everybody has heard of it.
async function whenServed<T>(ports: ReleasePorts, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (!(error instanceof ReleaseError) || error.code !== 'not-served') throw error
    ports.discovery.invalidate()
    return run()
  }
}

async function takeAway(
  { place, seen }: Observed,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const timeout = parseDuration(seen.plugin.spec.timeout)
  const how = { keepHistory: false, wait: false, cascade: 'background', hooks: 'run' } as const
  try {
    await uninstall({ ...place, ...how, timeout, takeOver: true }, ports, signal)
  } catch (error) {
    if (!(error instanceof ReleaseError) || error.code !== 'not-found') throw error
  }
}

/** What the verbs are given for a plugin. */
function portsOf(
  { target, seen }: Observed,
  { platformNamespace, identity }: PluginWorld,
  touched: (id: ObjectName, resourceVersion: string) => void,
): ReleasePorts {
  if (target === undefined) throw new Error('there is no cluster to act on')
  const client = actingAs(target.client, seen.plugin, platformNamespace)
  return {
    client,
    discovery: target.discovery,
    store: new ReleaseStore({ client, known: target.known }),
    identity,
    leader: target.leader,
    draws: nodeDraws,
    report: (event) => {
      // Namespaces and definitions that come along are no objects of the release.
      if (event.type !== 'object' || event.resourceVersion === undefined) return
      touched(event.object, event.resourceVersion)
    },
  }
}

const keptRevisions = 10

/** How a plugin wants its release to be changed. */
export function choicesOf({ spec }: Plugin, retry: string): ReleaseChoices {
  return {
    timeout: parseDuration(spec.timeout),
    // Health is watched all the time, not only now.
    wait: 'hooks',
    hooks: 'run',
    conflicts: spec.conflicts,
    immutable: 'fail',
    takeOver: retry !== '',
    takeOwnership: false,
    onFailure: 'stay',
    cleanupOnFail: false,
    maxHistory: keptRevisions,
    labels: {},
  }
}

/** What a plugin wants to be rendered. */
export function wishOf({ spec }: Plugin, { chart, values }: Pick<Prepared, 'chart' | 'values'>) {
  const { patches, images, crds } = spec
  const locked = Object.fromEntries(
    (images?.lock ?? []).map((image) => [image.slice(0, image.indexOf('@')), image]),
  )
  const { registry, map } = images ?? {}
  const rules = {
    ...(registry === undefined ? {} : { registry }),
    ...(map === undefined ? {} : { map }),
  }
  const steps = [
    ...(Object.keys(locked).length === 0 ? [] : [rewriteImagesTo({ map: locked })]),
    ...applyPatches(patches),
    ...(Object.keys(rules).length === 0 ? [] : [rewriteImagesTo(rules)]),
  ]
  const transform = (rendered: ReleaseRender) => transformRender(rendered, steps)
  return { chart, values, crds, ...(steps.length === 0 ? {} : { transform }) }
}

function factsOf(record: ReleaseRecord) {
  return {
    revision: record.version,
    version: textAt(record.chart, ['metadata', 'version']),
    appVersion: textAt(record.chart, ['metadata', 'appVersion']),
  }
}

function madeFrom({ address, digest }: Prepared, inputs: string) {
  return { source: { address, digest }, inputs }
}

// What changes nothing applies nothing, and is still there.
function appliedOf(touched: ReadonlyMap<string, Touched>) {
  if (touched.size === 0) return {}
  const kinds = [...touched.values()].map(
    ({ id }) => `${formatApiVersion(id.group, id.version)}/${id.kind}`,
  )
  const versions = new Map([...touched].map(([text, one]) => [text, one.resourceVersion]))
  const applied = { kinds: [...new Set(kinds)].toSorted(), objects: touched.size }
  return { applied, versions }
}

interface Touched {
  readonly id: ObjectName
  readonly resourceVersion: string
}

function textOf({ kind, namespace, name }: ObjectName): string {
  return `${kind} ${namespace === '' ? name : `${namespace}/${name}`}`
}

import type { RecordedRender } from '../../chart/render.ts'
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
import type { ObjectName, ReleaseRecord } from '../../release/release.ts'
import { rollback } from '../../release/rollback.ts'
import { applyPatches } from '../../release/transform/apply-patches.ts'
import { rewriteImagesTo } from '../../release/transform/rewrite-images.ts'
import { transformRender } from '../../release/transform/transform-render.ts'
import { uninstall } from '../../release/uninstall.ts'
import { upgrade } from '../../release/upgrade.ts'
import { textAt } from '../../objects/kube-object.ts'
import { actingAs } from './account.ts'
import { type Decision, pinnedInputs } from './decide.ts'
import { lookForDrift } from './drift.ts'
import { finalizer } from './names.ts'
import type { Observed } from './observe.ts'
import type { Outcome } from './outcome.ts'
import type { Prepared } from './prepare.ts'
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
  const failure = failureReasons[decision.do]
  if (failure === undefined) return nothing
  try {
    return await attempt(request, world, signal)
  } catch (error) {
    if (signal.aborted) throw error
    const inputs =
      decision.do === 'roll-back' ? pinnedInputs(decision.to) : observed.prepared?.inputs
    return { did: 'failed', obstacle: obstacleOf(error, failure), inputs }
  }
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
  request: ActRequest,
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
  { decision, observed }: ActRequest,
  world: PluginWorld,
  signal: AbortSignal,
): Promise<Outcome> {
  const { prepared, place, seen, target } = observed
  const touched = new Map<string, Touched>()
  const ports = portsOf(observed, world, (id, resourceVersion) => {
    touched.set(textOf(id), { id, resourceVersion })
  })
  const choices = choicesOf(seen.plugin, seen.retry)
  if (decision.do === 'roll-back') {
    const record = await rollback({ ...place, ...choices, revision: decision.to }, ports, signal)
    const inputs =
      decision.because === 'pinned' ? pinnedInputs(decision.to) : `rolled-back:${decision.to}`
    return { did: 'rolled-back', ...factsOf(record), ...appliedOf(touched), inputs }
  }
  if (prepared === undefined || target === undefined) return nothing
  const wish = { ...place, ...choices, ...wishOf(seen.plugin, prepared) }
  if (decision.do === 'install') {
    const createNamespace = !target.hasNamespace(place.namespace)
    const run = () => install({ ...wish, createNamespace, replace: true }, ports, signal)
    const record = await whenServed(ports, run)
    return { did: 'installed', ...factsOf(record), ...madeFrom(prepared), ...appliedOf(touched) }
  }
  const onFailure = seen.plugin.spec.onFailure === 'rollback' ? 'undo' : 'stay'
  const input = { ...wish, onFailure, reuse: 'reset', evenIfUnchanged: false } as const
  const { record } = await whenServed(ports, () => upgrade(input, ports, signal))
  return { did: 'upgraded', ...factsOf(record), ...madeFrom(prepared), ...appliedOf(touched) }
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

function choicesOf({ spec }: Plugin, retry: string): ReleaseChoices {
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

function wishOf({ spec }: Plugin, { chart, values }: Prepared) {
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
  const transform = (rendered: RecordedRender) => transformRender(rendered, steps)
  return { chart, values, crds, ...(steps.length === 0 ? {} : { transform }) }
}

function factsOf(record: ReleaseRecord) {
  return {
    revision: record.version,
    version: textAt(record.chart, ['metadata', 'version']),
    appVersion: textAt(record.chart, ['metadata', 'appVersion']),
  }
}

function madeFrom({ address, digest, inputs }: Prepared) {
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

import type { Health } from '../../clusters/health.ts'
import { addFinalizer, removeFinalizer } from '../../../controller/finalizers.ts'
import { timeoutOf } from '../../pass/duration.ts'
import type { Reason } from '../../../kinds/conditions.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { type Plugin, pluginKind } from '../../../kinds/plugin.ts'
import { type KubeObject, textAt } from '../../../objects/kube-object.ts'
import type { ReleaseChoices } from '../../../release/choices.ts'
import { ReleaseError, type ReleaseErrorCode } from '../../../release/errors.ts'
import { install } from '../../../release/install.ts'
import type { ReleasePorts } from '../../../release/ports.ts'
import { ReleaseStore } from '../../../release/record/store.ts'
import type { RenderInput } from '../../../release/render/render-input.ts'
import type { ReleaseRecord } from '../../../release/release.ts'
import { rollback } from '../../../release/rollback.ts'
import { uninstall } from '../../../release/uninstall.ts'
import { upgrade } from '../../../release/upgrade.ts'
import { readOutriggerRecord } from '../../../release/record/outrigger-record.ts'
import { actingAs } from '../../clusters/account.ts'
import { type Touched, appliedObjects, noteTouched } from './applied-objects.ts'
import { ClusterQuestions } from './render/cluster-questions.ts'
import { type Decision, changeFrom } from './decide.ts'
import { lookForDrift } from './drift.ts'
import { pinnedInputs, withLimit } from './failure/attempts.ts'
import { failureObstacle } from './failure/failure-obstacle.ts'
import { type Asked, basePart, inputsKey } from './render/inputs-key.ts'
import { finalizer } from '../../pass/plugin-names.ts'
import type { Stage } from '../../pass/stage-report.ts'
import { renderStage, stageOf } from './report/stage-of.ts'
import type { Observed } from './observe.ts'
import type { Outcome } from './outcome.ts'
import type { Prepared } from './prepare.ts'
import { adoptedObjects, ownerOf } from './release-claim.ts'
import { digestsOf } from './render/plugin-digests.ts'
import type { RenderOrder } from './render/render-cache.ts'
import { renderInputOf } from './render/render-input-of.ts'
import type { PluginContext } from './context.ts'

export interface ActRequest {
  readonly object: KubeObject
  readonly observed: Observed
  readonly decision: Decision
}

const nothing: Outcome = { did: 'nothing' }

/** Carries a decision out. A failure with a reason that a person can read is an outcome. */
export async function act(
  request: ActRequest,
  context: PluginContext,
  signal: AbortSignal,
): Promise<Outcome> {
  const { decision, observed } = request
  noteOwnership(observed)
  if (decision.do === 'wait' || decision.do === 'wait-for-window')
    await prepareAhead(request, context, signal)
  const failure = failureReasons[decision.do] ?? (isClaiming(request) ? 'UpgradeFailed' : undefined)
  if (failure === undefined) return nothing
  const questions = new ClusterQuestions()
  try {
    return await attempt({ ...request, questions }, context, signal)
  } catch (error) {
    if (signal.aborted) throw error
    const { prepared } = observed
    const made = prepared && remember(prepared, questions.asked, observed, context)
    const inputs = decision.do === 'roll-back' ? pinnedInputs(decision.to) : made
    const failed = { error, failure, decision, leftAlone: questions.leftAlone }
    const told = await failureObstacle(failed, observed, context, signal)
    // An uninstall is never given up.
    const isLimited = decision.do !== 'uninstall'
    const obstacle = isLimited ? withLimit(told, observed.seen.plugin) : told
    return { did: 'failed', obstacle, inputs }
  }
}

// While others own fields that we wrote, every change of the objects counts.
function noteOwnership({ target, place, seen }: Observed): void {
  if (target === undefined || seen.health.is === 'unknown') return
  target.objects.countChanges(
    place,
    isTakenOver(seen.plugin, seen.health) ? 'all' : 'of-our-fields',
  )
}

// Others have taken over fields that we wrote: they may change these without taking anything more from us.
function isTakenOver({ status }: Plugin, { mark }: Health): boolean {
  return status.applied !== undefined && mark !== undefined && mark !== status.applied
}

// While the Plugin waits, it is rendered ahead and gets its finalizer: not for another cluster, where a finalizer
// means that a change was begun.
async function prepareAhead(
  { object, observed }: ActRequest,
  context: PluginContext,
  signal: AbortSignal,
): Promise<void> {
  const { prepared, place, seen, target } = observed
  if (prepared === undefined || target === undefined) return
  const isUpgrade = changeFrom(seen.revisions).do === 'upgrade'
  const revision = (seen.revisions.at(-1)?.revision ?? 0) + 1
  const client = actingAs(target.client, seen.plugin, target)
  const cluster = { client, discovery: target.discovery }
  const find = digestsOf(seen.plugin, { client, place }, context)
  const { transforms } = context
  const input = renderInputOf(seen.plugin, prepared, { find, transforms })
  const order = orderOf(seen.plugin, prepared, { input, facts: { ...place, revision, isUpgrade } })
  context.renders.begin({ ...order, cluster }, signal)
  if (seen.hasFinalizer || seen.plugin.spec.cluster !== undefined) return
  await addFinalizer(context.client, resourceOf(pluginKind), object, finalizer, signal)
}

function orderOf(
  { metadata }: Plugin,
  { inputs }: Prepared,
  { input, facts }: Pick<RenderOrder, 'input' | 'facts'>,
): Omit<RenderOrder, 'cluster'> {
  const key = `${metadata.namespace}/${metadata.name}`
  return { key, base: basePart(inputs), input, facts }
}

// Gives the key of a render's inputs, and keeps its lookups, so that a later pass can see whether it would be the same.
function remember(
  { inputs, kubernetes }: Prepared,
  asked: Asked,
  { seen }: Observed,
  { lookups }: PluginContext,
): string {
  const key = inputsKey(inputs, asked, { kubernetes })
  const { namespace, name } = seen.plugin.metadata
  lookups.note(`${namespace}/${name}`, key, asked.lookups)
  return key
}

interface Attempt extends ActRequest {
  readonly questions: ClusterQuestions
}

const keeping: ReadonlySet<Decision['do']> = new Set<Decision['do']>([
  'rest',
  'install',
  'upgrade',
  'roll-back',
  'check-drift',
])

// A release that this plugin takes over is marked as its own before anything else is done.
function isClaiming({ decision, observed }: ActRequest): boolean {
  return observed.seen.release.is === 'claimed' && keeping.has(decision.do)
}

/** The decisions that are carried out here, with the reason for when one fails. */
const failureReasons: Readonly<Partial<Record<Decision['do'], Reason>>> = {
  install: 'InstallFailed',
  upgrade: 'UpgradeFailed',
  'roll-back': 'RollbackFailed',
  uninstall: 'UninstallFailed',
  'check-drift': 'UpgradeFailed',
  'remove-finalizer': 'UninstallFailed',
}

async function attempt(
  request: Attempt,
  context: PluginContext,
  signal: AbortSignal,
): Promise<Outcome> {
  const { decision, observed, object } = request
  const { seen, target } = observed
  const resource = resourceOf(pluginKind)
  if (decision.do === 'remove-finalizer') {
    await removeFinalizer(context.client, resource, object, finalizer, signal)
    return { did: 'removed-finalizer' }
  }
  if (target === undefined) return nothing
  const quiet = portsOf(observed, context, () => {})
  if (isClaiming(request)) {
    const claim = () => quiet.store.claim(observed.place, ownerOf(seen.plugin), signal)
    await target.leader.lock(observed.place, claim, signal)
  }
  if (failureReasons[decision.do] === undefined) return nothing
  if (decision.do === 'uninstall') {
    context.stage(stageOf(decision, undefined))
    await takeAway(observed, quiet, signal)
    if (decision.because === 'deleted') {
      await removeFinalizer(context.client, resource, object, finalizer, signal)
      return { did: 'removed-finalizer' }
    }
    return { did: 'uninstalled' }
  }
  if (decision.do === 'check-drift') {
    return lookForDrift(observed, quiet, signal)
  }
  // Every change must be undone one day.
  if (!seen.hasFinalizer) await addFinalizer(context.client, resource, object, finalizer, signal)
  return change(request, context, signal)
}

async function change(
  { decision, observed, questions }: Attempt,
  context: PluginContext,
  signal: AbortSignal,
): Promise<Outcome> {
  const { prepared, place, seen, target } = observed
  const touched = new Map<string, Touched>()
  const noteObject = noteTouched(touched)
  const bare = portsOf(observed, context, (event) => {
    if (event.type === 'left-alone') questions.leftAlone.push(event.message)
    if (event.type === 'foreign-image') questions.foreign.push(event.message)
    noteObject(event)
  })
  const applied = (record: ReleaseRecord) => appliedObjects(touched, record, seen.plugin.status)
  const left = () => toldLines(questions)
  const choices = choicesOf(seen.plugin, seen.retry)
  if (decision.do === 'roll-back') {
    context.stage(stageOf(decision, undefined))
    // A process may have ended after the rollback and before the status told of it.
    const input = { ...place, ...choices, revision: decision.to, once: true }
    const record = await rollback(input, bare, signal)
    const inputs =
      decision.because === 'pinned' ? pinnedInputs(decision.to) : `rolled-back:${decision.to}`
    return { did: 'rolled-back', ...factsOf(record), ...applied(record), ...left(), inputs }
  }
  if (prepared === undefined || target === undefined) return nothing
  const told = stageOf(decision, prepared)
  context.stage(told)
  const ports = { ...bare, render: renderOf({ seen, prepared, questions, told }, bare, context) }
  const kept = prepared.onlyLookups ? await lastEntropy(observed, bare, signal) : {}
  const find = digestsOf(seen.plugin, { client: bare.client, place }, context)
  const { transforms } = context
  const wanted = renderInputOf(seen.plugin, prepared, { find, transforms })
  const common = { ...place, ...choices, ...wanted, ...kept }
  const made = () => madeFrom(prepared, remember(prepared, questions.asked, observed, context))
  if (decision.do === 'install') {
    const createNamespace = !target.hasNamespace(place.namespace)
    const run = () => install({ ...common, createNamespace, replace: true }, ports, signal)
    const record = await whenServed(ports, run)
    return { did: 'installed', ...factsOf(record), ...made(), ...applied(record), ...left() }
  }
  const onFailure = seen.plugin.spec.onFailure === 'rollback' ? 'undo' : 'stay'
  const input = { ...common, onFailure, reuse: 'reset', evenIfUnchanged: false } as const
  const { record } = await whenServed(ports, () => upgrade(input, ports, signal))
  return { did: 'upgraded', ...factsOf(record), ...made(), ...applied(record), ...left() }
}

const mostLines = 32

function toldLines({ leftAlone, foreign }: ClusterQuestions) {
  return {
    ...(leftAlone.length === 0 ? {} : { leftAlone: boundedLines(leftAlone) }),
    foreignImages: boundedLines(foreign),
  }
}

function boundedLines(all: readonly string[]): readonly string[] {
  const lines = [...new Set(all)]
  if (lines.length <= mostLines) return lines
  return [...lines.slice(0, mostLines - 1), `and ${lines.length - mostLines + 1} more`]
}

interface Rendering {
  readonly seen: Observed['seen']
  readonly prepared: Prepared
  readonly questions: ClusterQuestions
  readonly told: Stage
}

function renderOf(
  { seen, prepared, questions, told }: Rendering,
  cluster: RenderOrder['cluster'],
  { renders, offWorker, stage }: PluginContext,
): NonNullable<ReleasePorts['render']> {
  return async (input, facts) => {
    const order = orderOf(seen.plugin, prepared, { input, facts })
    stage(renderStage(prepared))
    const rendered = await offWorker('at-once', (signal) =>
      renders.render({ ...order, cluster }, questions, signal),
    )
    stage(told)
    return rendered
  }
}

// A release that is looked at again only because something was looked up uses the entropy of the last render.
async function lastEntropy(
  { place, seen }: Observed,
  { client, store }: ReleasePorts,
  signal: AbortSignal,
): Promise<Pick<RenderInput, 'entropy'>> {
  const found = await store.get(place, seen.plugin.status.revision ?? 0, signal)
  const outriggerRecord =
    found && (await readOutriggerRecord({ client, ...place }, found.record, signal))
  return outriggerRecord?.entropy === undefined ? {} : { entropy: outriggerRecord.entropy }
}

// The server may list a kind a moment after it was established, so an unknown kind is tried again.
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
  const timeout = timeoutOf(seen.plugin.spec)
  // A deletion in the foreground ends when nothing is left behind.
  const isForeground = seen.plugin.metadata.finalizers.includes('foregroundDeletion')
  const cascade = isForeground ? 'foreground' : 'background'
  const how = { keepHistory: false, wait: isForeground, cascade, hooks: 'run' } as const
  try {
    const owning = { owner: ownerOf(seen.plugin), claims: seen.release.is === 'claimed' }
    await uninstall({ ...place, ...how, ...owning, timeout, takeOver: true }, ports, signal)
  } catch (error) {
    const isAway = error instanceof ReleaseError && awayCodes.has(error.code)
    if (!isAway) throw error
  }
}

const awayCodes: ReadonlySet<ReleaseErrorCode> = new Set<ReleaseErrorCode>(['not-found', 'gone'])

/** The ports that the verbs get for a plugin. */
function portsOf(
  { target, seen }: Observed,
  { identity, entropy, offWorker }: PluginContext,
  report: ReleasePorts['report'],
): ReleasePorts {
  if (target === undefined) throw new Error('there is no cluster to act on')
  const client = actingAs(target.client, seen.plugin, target)
  return {
    client,
    discovery: target.discovery,
    store: new ReleaseStore({ client, known: target.known }),
    identity,
    leader: target.leader,
    entropy,
    offWorker: (wait) => offWorker('with-grace', wait),
    report,
  }
}

const keptRevisions = 10

/** How a plugin wants its release to be changed. */
export function choicesOf(plugin: Plugin, retry: string): ReleaseChoices {
  const { spec } = plugin
  return {
    timeout: timeoutOf(spec),
    // Health is watched all the time, not only now.
    wait: 'hooks',
    hooks: 'run',
    conflicts: spec.conflicts,
    immutable: 'fail',
    takeOver: retry !== '',
    takeOwnership: false,
    adopt: adoptedObjects(plugin),
    owner: ownerOf(plugin),
    onFailure: 'stay',
    cleanupOnFail: false,
    maxHistory: keptRevisions,
    labels: {},
  }
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

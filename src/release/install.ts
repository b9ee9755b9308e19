import { type CrdFile, crdFiles } from '../chart/render/render.ts'
import { resolveDependencies } from '../chart/dependencies/dependencies.ts'
import { applyCrds } from './apply/apply-crds.ts'
import { type CheckedOwnership, checkOwnership } from './apply/check-ownership.ts'
import { ensureNamespace } from './apply/ensure-namespace.ts'
import { checkServed } from './apply/placed-object.ts'
import { carryOut } from './carry-out.ts'
import type { CrdChoices, ReleaseChoices } from './choices.ts'
import { objectsLeaving } from './desired/compare-desired.ts'
import { type DesiredObject, findDesired } from './desired/desired-object.ts'
import { storedManifests } from './desired/stored-manifests.ts'
import { ReleaseError } from './errors.ts'
import { failedRevisions } from './stored/failed-revisions.ts'
import type { ReleaseLock } from './release-lock.ts'
import { withReleaseLock } from './with-release-lock.ts'
import type { OutriggerRecord, Intent } from './record/outrigger-record.ts'
import { makeRecord } from './record/make-record.ts'
import { checkSame, nextRevision, settle, supersede } from './recover.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseRecord } from './release.ts'
import type { ReleaseState } from './release-state.ts'
import { renderRelease } from './render/render-release.ts'
import type { RenderInput, RenderedRelease } from './render/render-input.ts'
import { Revision, labelsFor, mergeLabels, nowOf } from './revision.ts'
import { messageOf } from './throw-failures.ts'
import { uninstallFailed } from './uninstall.ts'
import { inputDigest } from './render/input-digest.ts'

export interface InstallInput extends ReleaseChoices, CrdChoices, RenderInput {
  readonly namespace: string
  readonly name: string
  readonly createNamespace: boolean
  /** Whether the name of a release that was uninstalled with its history kept, or failed, is used again. */
  readonly replace: boolean
  /** Whether the notes of subcharts are kept too. */
  readonly subchartNotes?: boolean
}

/** Installs a chart as a new release. Gives its record; a failure is recorded and thrown. */
export async function install(
  input: InstallInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<ReleaseRecord> {
  const recovery = recoveryRequestOf(input)
  const state = await settle(input, recovery, ports, signal)
  if (state.resumed === undefined) checkNameIsFree(input, state)
  ports.report({ type: 'step', step: 'rendering' })
  const settled = { input, state, wanted: recovery.wanted }
  const crds = crdsOf(input, ports)
  if (crds.length === 0) {
    const prepared = await prepare(settled, ports, signal)
    if (input.createNamespace) await ensureNamespace(input.namespace, ports, signal)
    const act = (held: ReleaseLock) => operateIfSame(prepared, ports, held)
    return withReleaseLock(input, ports, act, signal)
  }
  // Definitions come before the render, because templates may ask whether their kinds are served. An install
  // that is refused must not have changed them, so the release is held before they are applied.
  if (input.createNamespace) await ensureNamespace(input.namespace, ports, signal)
  const act = async (held: ReleaseLock) => {
    await checkSame(state, input, ports, held.signal)
    await applyCrds({ ...input, files: crds }, ports, held.signal)
    return operate(await prepare(settled, ports, held.signal), ports, held)
  }
  return withReleaseLock(input, ports, act, signal)
}

async function operateIfSame(
  prepared: Prepared,
  ports: ReleasePorts,
  held: ReleaseLock,
): Promise<ReleaseRecord> {
  await checkSame(prepared.state, prepared.input, ports, held.signal)
  return operate(prepared, ports, held)
}

interface Settled extends Pick<Prepared, 'input' | 'state'> {
  readonly wanted: Pick<Intent, 'verb' | 'planDigest'>
}

// Renders the chart and checks that its objects can be applied; nothing is written.
async function prepare(
  { input, state, wanted }: Settled,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Prepared> {
  const { namespace, name } = input
  const entropy = state.resumed?.outriggerRecord.entropy
  const renderInput = entropy === undefined ? input : { ...input, entropy }
  const facts = { name, namespace, revision: nextRevision(state), isUpgrade: false }
  const render = await renderRelease(renderInput, facts, ports, signal)
  const revision = newRevision(input, wanted, { state, render }, ports)
  ports.store.prepare(revision.record)
  const place = { namespace, discovery: ports.discovery }
  const desired = await findDesired(render.rendered.manifests, place, signal)
  checkServed(desired)
  const check = { owner: { name, namespace }, verb: 'install', ...input } as const
  const checked = await checkOwnership(desired, check, ports, signal)
  return { input, state, desired, checked, revision }
}

interface Prepared {
  readonly input: InstallInput
  readonly state: ReleaseState
  readonly desired: readonly DesiredObject[]
  readonly checked: CheckedOwnership
  readonly revision: Revision
}

async function operate(
  prepared: Prepared,
  ports: ReleasePorts,
  held: ReleaseLock,
): Promise<ReleaseRecord> {
  const { signal } = held
  const { input, state, desired, checked, revision } = prepared
  const { namespace, name } = input
  await revision.begin(input.maxHistory, state, signal)
  await replaceLast(state, ports, signal)
  try {
    const owner = { namespace, name }
    const work = { verb: 'install', revision, owner, desired, ...checked, choices: input } as const
    const gone = await leftByFailures(prepared, ports, signal)
    await carryOut({ ...work, gone, migrate: false }, ports, signal)
  } catch (error) {
    return await failed(error, revision, input, { ports, held })
  }
  await revision.done(signal)
  return revision.end('deployed', input.description ?? 'Install complete', signal)
}

// An install that failed or was interrupted may have created objects that this one does not have.
async function leftByFailures(
  { state, desired, input }: Prepared,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<readonly DesiredObject[]> {
  const failed = await failedRevisions(state, ports, signal)
  const manifests = failed.flatMap((record) => storedManifests(record).manifests)
  const place = { namespace: input.namespace, discovery: ports.discovery, versions: 'any' } as const
  return objectsLeaving(await findDesired(manifests, place, signal), desired)
}

function newRevision(
  input: InstallInput,
  wanted: Pick<Intent, 'verb' | 'planDigest'>,
  { state, render }: { readonly state: ReleaseState; readonly render: RenderedRelease },
  ports: ReleasePorts,
): Revision {
  const now = nowOf(ports)
  const { rendered, lookups } = render
  const record = makeRecord({
    name: input.name,
    namespace: input.namespace,
    revision: nextRevision(state),
    rendered,
    values: render.values ?? input.values,
    applyMethod: 'ssa',
    ...(input.subchartNotes === undefined ? {} : { subchartNotes: input.subchartNotes }),
    info: {
      first_deployed: now,
      last_deployed: now,
      description: 'Initial install underway',
      status: 'pending-install',
    },
  })
  const outriggerRecord: OutriggerRecord = {
    intent: { ...wanted, stage: 'changing', supersedes: [] },
    holder: ports.identity,
    entropy: rendered.entropy,
    lookups,
  }
  return new Revision(ports, record, mergeLabels({}, labelsFor(input)), outriggerRecord)
}

async function failed(
  error: unknown,
  revision: Revision,
  input: InstallInput,
  { ports, held }: { readonly ports: ReleasePorts; readonly held: ReleaseLock },
): Promise<never> {
  const { name } = input
  const why = messageOf(error)
  await revision.fail(`Release ${JSON.stringify(name)} failed: ${why}`, held)
  if (input.onFailure === 'stay' || held.isLost()) throw error
  await uninstallFailed(revision, input, ports)
  const what = `release ${name} failed, and has been uninstalled due to rollback-on-failure being set`
  throw new ReleaseError('failed', `${what}: ${why}`, { cause: error })
}

function crdsOf(input: InstallInput, ports: ReleasePorts): readonly CrdFile[] {
  if (input.crds === 'skip') return []
  const warn = (message: string) => ports.report({ type: 'warning', message })
  const chart = resolveDependencies(input.chart, input.values, warn)
  return crdFiles(chart, chart.metadata.name)
}

async function replaceLast(
  { last }: ReleaseState,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  if (last?.record.info.status !== 'uninstalled') return
  await supersede([last], ports, signal)
}

function checkNameIsFree({ replace }: InstallInput, { last }: ReleaseState): void {
  if (last === undefined) return
  const { status } = last.record.info
  if (replace && (status === 'uninstalled' || status === 'failed')) return
  const what = 'release name check failed: cannot reuse a name that is still in use'
  throw new ReleaseError('exists', what)
}

function recoveryRequestOf(input: InstallInput) {
  const { chart, values, takeOver } = input
  const planDigest = inputDigest(chart, values, ['install'])
  return { wanted: { verb: 'install', planDigest }, takeOver, owning: input } as const
}

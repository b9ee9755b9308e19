import { withDeadline } from '../std/clock.ts'
import { deleteObjects } from './apply/delete-objects.ts'
import { type ReleaseOwning, tellReleaseOwner } from './ownership/check-release-owner.ts'
import type { ReleaseChoices } from './choices.ts'
import { ReleaseError } from './errors.ts'
import { failedRevisions } from './stored/failed-revisions.ts'
import { withReleaseLock } from './with-release-lock.ts'
import { runHooks } from './hooks/run-hooks.ts'
import { type ObjectsToDelete, findObjectsToDelete } from './objects-to-delete.ts'
import { readOutriggerRecord, writeOutriggerRecord } from './record/outrigger-record.ts'
import { userLabels } from './record/storage-object.ts'
import { recover, supersede } from './recover.ts'
import type { ReleasePorts } from './ports.ts'
import type { ReleaseState } from './release-state.ts'
import type { ObjectName, ReleaseRecord } from './release.ts'
import { Revision, nowOf, withInfo } from './revision.ts'
import { messageOf } from './throw-failures.ts'
import { waitUntilGone } from './wait/wait-ready.ts'

export interface UninstallInput
  extends Pick<ReleaseChoices, 'timeout' | 'hooks' | 'takeOver'>, ReleaseOwning {
  readonly namespace: string
  readonly name: string
  readonly keepHistory: boolean
  /** Whether to wait until all objects are gone. */
  readonly wait: boolean
  /** The fate of the objects that the release's objects own. */
  readonly cascade: 'background' | 'foreground' | 'orphan'
  readonly description?: string
}

export interface Uninstalled {
  readonly record: ReleaseRecord
  /** Objects that a resource policy keeps. */
  readonly kept: readonly ObjectName[]
}

/** Deletes the objects of a release, and its records unless its history is kept. */
export async function uninstall(
  input: UninstallInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Uninstalled> {
  const outline = await ports.store.outline(input, signal)
  if (outline.length === 0) throw notLoaded(input)
  tellReleaseOwner(outline, input, ports)
  return withReleaseLock(
    input,
    ports,
    ({ signal: inner }) => uninstallHeld(input, ports, inner),
    signal,
  )
}

/** Uninstalls a failed install, for callers that hold the release. */
export async function uninstallFailed(
  revision: Revision,
  { namespace, name, timeout, hooks, takeOver }: UninstallPlace,
  ports: ReleasePorts,
): Promise<void> {
  const input = { namespace, name, timeout, hooks, takeOver, keepHistory: false, wait: false }
  const going = { revision, older: [], isBare: false }
  await withDeadline(ports.client.clock, 2 * timeout, (signal) =>
    takeAway(going, { ...input, cascade: 'background' }, ports, signal),
  )
}

type UninstallPlace = Pick<UninstallInput, 'namespace' | 'name' | 'timeout' | 'hooks' | 'takeOver'>

async function uninstallHeld(
  input: UninstallInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Uninstalled> {
  const { namespace, name, takeOver } = input
  const wanted = { verb: 'uninstall', planDigest: '' } as const
  const recovery = { wanted, takeOver, owning: input }
  const state = await recover(input, recovery, ports, signal)
  const last = state.resumed?.revision ?? state.last
  if (last === undefined) throw notLoaded(input)
  const revision = new Revision(ports, last.record, userLabels(last.stored.labels))
  if (last.record.info.status !== 'uninstalled') {
    const { deployed } = state
    const running = deployed === undefined || deployed === last ? [] : [deployed.record]
    const failed = await failedRevisions(state, ports, signal)
    const older = [...running, ...failed.filter(({ version }) => version !== last.record.version)]
    const isBare = await hasNothing({ revision, older }, state, ports, signal)
    return takeAway({ revision, older, isBare }, input, ports, signal)
  }
  if (input.keepHistory) {
    throw new ReleaseError('failed', `the release named ${JSON.stringify(name)} is already deleted`)
  }
  await ports.store.purge({ namespace, name }, signal)
  return { record: last.record, kept: [] }
}

function notLoaded({ name }: UninstallInput): ReleaseError {
  return new ReleaseError('not-found', `uninstall: Release not loaded: ${name}: release: not found`)
}

interface Going {
  /** The newest. */
  readonly revision: Revision
  /** Others whose objects are there, too. */
  readonly older: readonly ReleaseRecord[]
  /** Whether nothing of the release ever came to the cluster but its record. */
  readonly isBare: boolean
}

// Hooks of a release that never came to be have nothing to clean up, and its account may not be allowed to run them.
async function hasNothing(
  { revision, older }: Omit<Going, 'isBare'>,
  { outline, resumed }: ReleaseState,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<boolean> {
  const { record } = revision
  if (resumed !== undefined) return resumed.outriggerRecord.intent.planDigest === bareDigest
  if (outline.some(({ status }) => status !== 'failed' && status !== 'pending-install'))
    return false
  if (record.hooks?.some(({ last_run }) => last_run.phase !== '') === true) return false
  const quiet = { ...ports, report: () => {} }
  const { doomed } = await findObjectsToDelete([record, ...older], quiet, signal)
  return doomed.length === 0
}

// The plan digest in the intent of an uninstall, so that an interrupted one goes on in the same
// way.
const bareDigest = 'nothing-there'

async function takeAway(
  { revision, older, isBare }: Going,
  input: UninstallInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Uninstalled> {
  await announce(revision, isBare ? bareDigest : '', ports, signal)
  const hook = { revision, choices: { timeout: input.timeout, conflicts: 'take' } } as const
  const run = async (event: string) => {
    if (input.hooks === 'run' && !isBare) await runHooks({ event, ...hook }, ports, signal)
  }
  await run('pre-delete')
  const found = await findObjectsToDelete([revision.record, ...older], ports, signal)
  const { kept } = found
  await deleteAll(found, input, ports, signal)
  for (const { id } of kept) ports.report({ type: 'object', object: id, did: 'kept' })
  await run('post-delete')
  await forget(revision, input, ports, signal)
  return { record: revision.record, kept: kept.map(({ id }) => id) }
}

async function announce(
  revision: Revision,
  planDigest: string,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const { namespace, name } = revision.record
  const intent = { verb: 'uninstall', stage: 'changing', planDigest, supersedes: [] } as const
  if (ports.leader === undefined) {
    const target = { client: ports.client, namespace, name }
    const known = await readOutriggerRecord(target, revision.record, signal)
    const outriggerRecord = { ...known, intent, holder: ports.identity }
    await writeOutriggerRecord(target, revision.record, outriggerRecord, signal)
  }
  revision.intend(intent, ports.identity)
  revision.record = withInfo(revision.record, { deleted: nowOf(ports) })
  await revision.end('uninstalling', 'Deletion in progress (or silently failed)', signal)
}

async function deleteAll(
  { doomed, heads }: ObjectsToDelete,
  { name, cascade, wait, timeout }: UninstallInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const propagation = (
    {
      background: 'Background',
      foreground: 'Foreground',
      orphan: 'Orphan',
    } as const
  )[cascade]
  ports.report({ type: 'step', step: 'deleting' })
  const { going, failures } = await deleteObjects(doomed, { propagation, heads }, ports, signal)
  if (failures.length > 0) {
    const what = `failed to delete release: ${name}: ${failures.map(messageOf).join('; ')}`
    throw new ReleaseError('failed', what, { cause: failures[0] })
  }
  if (wait) await waitUntilGone(going, timeout, ports, signal)
}

async function forget(
  revision: Revision,
  { namespace, name, keepHistory, description }: UninstallInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const place = { namespace, name }
  if (!keepHistory) return ports.store.purge(place, signal)
  await revision.end('uninstalled', description ?? 'Uninstallation complete', signal)
  const outline = await ports.store.outline(place, signal)
  const deployed = outline.filter(({ status }) => status === 'deployed')
  await supersede(await ports.store.readAll(deployed, signal), ports, signal)
}

import { isKubeError } from '../kube/errors.ts'
import { annotationsOf } from '../objects/kube-object.ts'
import { deleteObjects, isKeep } from './apply/delete-objects.ts'
import { type PlacedObject, isPlaced } from './apply/placed-object.ts'
import { readHeads } from './apply/read-heads.ts'
import type { ReleaseChoices } from './choices.ts'
import { type DesiredObject, findDesired } from './desired/desired-object.ts'
import { objectKey } from './desired/object-id.ts'
import { type Owner, ownershipOf, takenOver } from './desired/ownership.ts'
import { storedManifests } from './desired/stored-manifests.ts'
import { ReleaseError } from './errors.ts'
import { hold } from './hold.ts'
import { runHooks } from './hooks/run-hooks.ts'
import { readCompanion, writeCompanion } from './record/companion.ts'
import { userLabels } from './record/storage-object.ts'
import { recover, supersede } from './recover.ts'
import type { ReleasePorts } from './ports.ts'
import type { ObjectName, ReleaseRecord } from './release.ts'
import { Revision, nowOf, withInfo } from './revision.ts'
import { messageOf } from './throw-failures.ts'
import { waitUntilGone } from './wait/wait-ready.ts'

export interface UninstallInput extends Pick<ReleaseChoices, 'timeout' | 'hooks' | 'takeOver'> {
  readonly namespace: string
  readonly name: string
  readonly keepHistory: boolean
  /** Whether to wait until all objects are gone. */
  readonly wait: boolean
  /** What becomes of what the objects own. */
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
  return hold(input, ports, ({ signal: inner }) => uninstallHeld(input, ports, inner), signal)
}

/** Takes a failed install away again, for who holds the release. */
export async function uninstallFailed(
  revision: Revision,
  { namespace, name, timeout, hooks, takeOver }: UninstallPlace,
  ports: ReleasePorts,
): Promise<void> {
  const input = { namespace, name, timeout, hooks, takeOver, keepHistory: false, wait: false }
  const signal = AbortSignal.timeout(2 * timeout)
  await takeAway(revision, { ...input, cascade: 'background' }, ports, signal)
}

type UninstallPlace = Pick<UninstallInput, 'namespace' | 'name' | 'timeout' | 'hooks' | 'takeOver'>

async function uninstallHeld(
  input: UninstallInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Uninstalled> {
  const { namespace, name, takeOver } = input
  const wish = { wanted: { verb: 'uninstall', planDigest: '' }, takeOver } as const
  const state = await recover(input, wish, ports, signal)
  const last = state.resumed?.revision ?? state.last
  if (last === undefined) throw notLoaded(input)
  const revision = new Revision(ports, last.record, userLabels(last.stored.labels))
  if (last.record.info.status !== 'uninstalled') return takeAway(revision, input, ports, signal)
  if (input.keepHistory) {
    throw new ReleaseError('failed', `the release named ${JSON.stringify(name)} is already deleted`)
  }
  await ports.store.purge({ namespace, name }, signal)
  return { record: last.record, kept: [] }
}

function notLoaded({ name }: UninstallInput): ReleaseError {
  return new ReleaseError('not-found', `uninstall: Release not loaded: ${name}: release: not found`)
}

async function takeAway(
  revision: Revision,
  input: UninstallInput,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Uninstalled> {
  await announce(revision, ports, signal)
  const hook = { revision, choices: { timeout: input.timeout, conflicts: 'take' } } as const
  const run = async (event: string) => {
    if (input.hooks === 'run') await runHooks({ event, ...hook }, ports, signal)
  }
  await run('pre-delete')
  const { doomed, kept } = await sortObjects(revision.record, ports, signal)
  await deleteAll(doomed, input, ports, signal)
  for (const { id } of kept) ports.report({ type: 'object', object: id, did: 'kept' })
  await run('post-delete')
  await forget(revision, input, ports, signal)
  return { record: revision.record, kept: kept.map(({ id }) => id) }
}

async function announce(
  revision: Revision,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const { namespace, name } = revision.record
  const intent = { verb: 'uninstall', stage: 'changing', planDigest: '', supersedes: [] } as const
  if (ports.leader === undefined) {
    const target = { client: ports.client, namespace, name }
    const known = await readCompanion(target, revision.record, signal)
    const companion = { ...known, intent, holder: ports.identity }
    await writeCompanion(target, revision.record, companion, signal)
  }
  revision.intend(intent, ports.identity)
  revision.record = withInfo(revision.record, { deleted: nowOf(ports) })
  await revision.end('uninstalling', 'Deletion in progress (or silently failed)', signal)
}

async function sortObjects(
  record: ReleaseRecord,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<{ readonly doomed: readonly DesiredObject[]; readonly kept: readonly DesiredObject[] }> {
  const place = {
    namespace: record.namespace,
    discovery: ports.discovery,
    versions: 'any',
  } as const
  const objects = await findDesired(storedManifests(record).manifests, place, signal)
  for (const { id } of objects.filter((one) => !isPlaced(one))) {
    const what = `${id.kind} ${id.name} is not deleted: the server no longer serves its kind`
    ports.report({ type: 'warning', message: what })
  }
  const open = objects.filter((one) => isPlaced(one) && policyOf(one) === undefined)
  return {
    doomed: await withoutForeign(open, record, ports, signal),
    // As Helm has it, other policies save an object, too, but are not spoken of.
    kept: objects.filter((one) => isKeep(policyOf(one))),
  }
}

// What another release has taken over since is that one's.
async function withoutForeign(
  objects: readonly DesiredObject[],
  owner: Owner,
  { client, report }: ReleasePorts,
  signal: AbortSignal,
): Promise<readonly DesiredObject[]> {
  const heads = await readIfAllowed(client, objects.filter(isPlaced), signal)
  return objects.filter(({ id }) => {
    const head = heads.get(objectKey(id))
    if (head === undefined || ownershipOf(head, owner) !== 'foreign') return true
    report({ type: 'warning', message: `${id.kind} ${id.name} ${takenOver(head)}` })
    return false
  })
}

// Who may delete but not look does as Helm does.
async function readIfAllowed(
  client: ReleasePorts['client'],
  objects: readonly PlacedObject[],
  signal: AbortSignal,
): ReturnType<typeof readHeads> {
  try {
    return await readHeads(client, objects, signal)
  } catch (error) {
    if (isKubeError(error, 'forbidden')) return new Map()
    throw error
  }
}

function policyOf({ object }: DesiredObject): string | undefined {
  return annotationsOf(object)['helm.sh/resource-policy']
}

async function deleteAll(
  doomed: readonly DesiredObject[],
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
  const { going, failures } = await deleteObjects(doomed, propagation, ports, signal)
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

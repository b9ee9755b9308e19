import { withDeadline } from '../../std/clock.ts'
import { isAdopted } from '../ownership/adopt.ts'
import { applyOne } from '../apply/apply-one.ts'
import { deleteObjects } from '../apply/delete-objects.ts'
import { isPlaced, placeObject } from '../apply/placed-object.ts'
import { readHeads } from '../apply/read-heads.ts'
import type { ReleaseChoices } from '../choices.ts'
import { type DesiredObject, findDesired } from '../desired/desired-object.ts'
import { isOurHook } from '../desired/hook-owner.ts'
import { objectKey } from '../desired/object-id.ts'
import type { Owner } from '../desired/ownership.ts'
import { ReleaseError } from '../errors.ts'
import type { ReleasePorts } from '../ports.ts'
import type { HookPhase, HookRun, ReleaseRecord, StoredHook } from '../release.ts'
import { type Revision, nowOf } from '../revision.ts'
import { throwFailures } from '../throw-failures.ts'
import type { AwaitOptions } from '../wait/await-objects.ts'
import { judgeHook } from '../wait/verdicts.ts'
import { waitUntilGone, whyNot } from '../wait/wait-ready.ts'
import { tellLogs } from './hook-logs.ts'
import { deletePoliciesOf } from './delete-policies.ts'
import { hooksOf } from './hook-order.ts'

export interface HookWork {
  readonly event: string
  readonly revision: Revision
  readonly choices: Pick<ReleaseChoices, 'timeout' | 'conflicts' | 'adopt'>
  /** Leaves out hooks of which it is false. */
  readonly chosen?: (hook: StoredHook) => boolean
}

interface Running extends HookWork {
  readonly ports: ReleasePorts
  readonly signal: AbortSignal
}

/**
 * Runs the hooks of an event, one after the other, and remembers in the record how each went. Throws
 * when one fails; the record then says so but is not written yet.
 */
export async function runHooks(
  work: HookWork,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const running = { ...work, ports, signal }
  const all = work.revision.record.hooks ?? []
  const places = hooksOf(all, work.event).filter((at) => isChosen(all[at], work))
  const succeeded: number[] = []
  for (const at of places) {
    try {
      await runHook(at, running)
    } catch (error) {
      await afterHook(at, 'hook-failed', running)
      for (const earlier of succeeded.toReversed())
        await afterHook(earlier, 'hook-succeeded', running)
      throw error
    }
    succeeded.push(at)
  }
  for (const at of succeeded.toReversed()) await afterHook(at, 'hook-succeeded', running)
}

function isChosen(hook: StoredHook | undefined, { chosen }: HookWork): boolean {
  return hook !== undefined && (chosen === undefined || chosen(hook))
}

async function runHook(at: number, running: Running): Promise<void> {
  const { revision, ports, signal } = running
  // Helm's default is remembered like a policy of the chart.
  change(running, at, { delete_policies: deletePoliciesOf(hookAt(running, at).delete_policies) })
  const objects = await objectsOf(at, running)
  await afterHook(at, 'before-hook-creation', running)
  mark(running, at, { phase: 'Running', started_at: nowOf(ports) })
  await revision.save((record) => record, signal)
  tell(running, objects, 'Running')
  try {
    for (const object of objects) await start(object, at, running)
    await finish(objects, running)
  } catch (error) {
    const phase: HookPhase = signal.aborted ? 'Unknown' : 'Failed'
    end(running, at, phase)
    tell(running, objects, phase)
    throw error
  }
  end(running, at, 'Succeeded')
  tell(running, objects, 'Succeeded')
}

async function start(object: DesiredObject, at: number, running: Running): Promise<void> {
  const { choices, ports, signal, event } = running
  try {
    const placed = await placeObject(object, ports, signal)
    const { conflicts } = choices
    const request = { owner: ownerOf(running), as: 'hook', conflicts } as const
    const refuseForeign = !isAdopted(choices, placed.id)
    const how = { migrate: false, immutable: 'fail', refuseForeign } as const
    await applyOne(placed, { ...request, ...how }, ports, signal)
  } catch (cause) {
    if (signal.aborted || !(cause instanceof Error)) throw cause
    const what = `warning: Hook ${event} ${hookAt(running, at).path} failed: ${cause.message}`
    const isForeign = cause instanceof ReleaseError && cause.code === 'foreign'
    throw new ReleaseError(isForeign ? 'foreign' : 'hook-failed', what, { cause })
  }
}

async function finish(objects: readonly DesiredObject[], running: Running): Promise<void> {
  const { choices, ports, signal } = running
  const placed = await Promise.all(objects.map((object) => placeObject(object, ports, signal)))
  const { client } = ports
  const ending = placed.filter(({ id }) => id.kind === 'Job' || id.kind === 'Pod')
  const options: AwaitOptions = {
    timeout: choices.timeout,
    judge: (object) => judgeHook(object, new Date(client.clock.now())),
    told: ({ id }, { reason }) => {
      ports.report({ type: 'waiting', object: id, status: 'in-progress', reason })
    },
  }
  const why = await whyNot(ending, options, ports, signal)
  if (why !== undefined) throw new ReleaseError('hook-failed', why)
}

/** Logs and deletes a hook where its policies want that at this moment. */
async function afterHook(
  at: number,
  moment: 'before-hook-creation' | 'hook-succeeded' | 'hook-failed',
  running: Running,
): Promise<void> {
  if (!running.signal.aborted) return cleanUp(at, moment, running)
  // After the user stopped us there is still time to clean up.
  const { clock } = running.ports.client
  await withDeadline(clock, cleanUpTime, (signal) => cleanUp(at, moment, { ...running, signal }))
}

async function cleanUp(
  at: number,
  moment: 'before-hook-creation' | 'hook-succeeded' | 'hook-failed',
  running: Running,
): Promise<void> {
  const { ports, choices, signal } = running
  const hook = hookAt(running, at)
  const objects = await objectsOf(at, running)
  if (hook.output_log_policies?.includes(moment)) {
    for (const { id } of objects) await tellLogs(id, ports, signal)
  }
  if (!hook.delete_policies?.includes(moment)) return
  // Deleting a definition would delete all objects of its kind.
  const deletable = objects.filter(({ id }) => id.kind !== 'CustomResourceDefinition')
  const heads = await readHeads(ports.client, deletable.filter(isPlaced), signal)
  const doomed = deletable.filter(({ id }) => {
    const head = heads.get(objectKey(id))
    return head !== undefined && (isOurHook(head, ownerOf(running)) || isAdopted(choices, id))
  })
  const how = { propagation: 'Background', heads } as const
  const { going, failures } = await deleteObjects(doomed, how, ports, signal)
  throwFailures(failures)
  await waitUntilGone(going, choices.timeout, ports, signal)
}

const cleanUpTime = 10_000

function ownerOf({ revision }: Running): Owner {
  const { namespace, name } = revision.record
  return { namespace, name }
}

function objectsOf(at: number, running: Running): Promise<readonly DesiredObject[]> {
  const { path, manifest } = hookAt(running, at)
  const { namespace } = running.revision.record
  const { discovery } = running.ports
  return findDesired([{ path, text: manifest }], { namespace, discovery }, running.signal)
}

function hookAt({ revision }: Running, at: number): StoredHook {
  const hook = revision.record.hooks?.[at]
  if (hook === undefined) throw new ReleaseError('bad-record', `there is no hook ${at}`)
  return hook
}

function end(running: Running, at: number, phase: HookPhase): void {
  mark(running, at, { ...hookAt(running, at).last_run, phase, completed_at: nowOf(running.ports) })
}

function mark(running: Running, at: number, last_run: HookRun): void {
  change(running, at, { last_run })
}

function change({ revision }: Running, at: number, fields: Partial<StoredHook>): void {
  const hooks = revision.record.hooks ?? []
  revision.record = {
    ...revision.record,
    hooks: hooks.map((hook, place) => (place === at ? { ...hook, ...fields } : hook)),
  } as ReleaseRecord
}

function tell({ event, ports }: Running, objects: readonly DesiredObject[], phase: HookPhase) {
  for (const { id } of objects) ports.report({ type: 'hook', event, object: id, phase })
}

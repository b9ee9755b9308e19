import { isAdopted } from '../ownership/adopt.ts'
import { applyOne } from '../apply/apply-one.ts'
import { placeObject } from '../apply/placed-object.ts'
import type { DesiredObject } from '../desired/desired-object.ts'
import { ReleaseError } from '../errors.ts'
import type { ReleasePorts } from '../ports.ts'
import type { HookPhase, HookRun, ReleaseRecord, StoredHook } from '../release.ts'
import { nowOf } from '../revision.ts'
import type { AwaitOptions } from '../wait/await-objects.ts'
import { judgeHook } from '../wait/verdicts.ts'
import { whyNot } from '../wait/wait-ready.ts'
import { deleteHook } from './delete-hooks.ts'
import { deletePoliciesOf } from './default-delete-policy.ts'
import { hooksOf } from './hook-order.ts'
import {
  type HookWork,
  type RunningHooks as Running,
  hookAt,
  objectsOf,
  ownerOf,
} from './running-hooks.ts'

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
      await deleteHook(at, 'hook-failed', running)
      for (const earlier of succeeded.toReversed())
        await deleteHook(earlier, 'hook-succeeded', running)
      throw error
    }
    succeeded.push(at)
  }
  for (const at of succeeded.toReversed()) await deleteHook(at, 'hook-succeeded', running)
}

function isChosen(hook: StoredHook | undefined, { chosen }: HookWork): boolean {
  return hook !== undefined && (chosen === undefined || chosen(hook))
}

async function runHook(at: number, running: Running): Promise<void> {
  const { revision, ports, signal } = running
  // Helm's default is remembered like a policy of the chart.
  change(running, at, { delete_policies: deletePoliciesOf(hookAt(running, at).delete_policies) })
  const objects = await objectsOf(at, running)
  await deleteHook(at, 'before-hook-creation', running)
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

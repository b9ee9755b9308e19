import { withDeadline } from '../../std/clock.ts'
import { deleteObjects } from '../apply/delete-objects.ts'
import { isPlaced } from '../apply/placed-object.ts'
import { readHeads } from '../apply/read-heads.ts'
import { isOurHook } from '../desired/hook-owner.ts'
import { objectKey } from '../desired/object-id.ts'
import { isAdopted } from '../ownership/adopt.ts'
import { throwFailures } from '../throw-failures.ts'
import { waitUntilGone } from '../wait/wait-ready.ts'
import { tellLogs } from './hook-logs.ts'
import { type RunningHooks, hookAt, objectsOf, ownerOf } from './running-hooks.ts'

/** The moments that delete policies and log policies of hooks name. */
type HookMoment = 'before-hook-creation' | 'hook-succeeded' | 'hook-failed'

/** Milliseconds for deleting hooks after the user stopped us. */
const cleanUpTime = 10_000

/** Logs and deletes the hook at an index of the record where its policies want that at this moment; hooks of others stay. */
export async function deleteHook(
  at: number,
  moment: HookMoment,
  running: RunningHooks,
): Promise<void> {
  if (!running.signal.aborted) return cleanUp(at, moment, running)
  const { clock } = running.ports.client
  await withDeadline(clock, cleanUpTime, (signal) => cleanUp(at, moment, { ...running, signal }))
}

async function cleanUp(at: number, moment: HookMoment, running: RunningHooks): Promise<void> {
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
  const doomed = deletable.filter(({ id, object }) => {
    const head = heads.get(objectKey(id))
    if (head === undefined) return false
    return isOurHook(head, ownerOf(running), object) || isAdopted(choices, id)
  })
  const how = { propagation: 'Background', heads } as const
  const { going, failures } = await deleteObjects(doomed, how, ports, signal)
  throwFailures(failures)
  await waitUntilGone(going, choices.timeout, ports, signal)
}

import { KeyedQueue } from '../../controller/queue.ts'
import { type PassResult, runWorkers } from '../../controller/worker.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import type { Clock } from '../../std/clock.ts'
import type { ResourceName } from '../resources.ts'
import { act } from './act.ts'
import type { ClusterView } from './cluster-view.ts'
import type { Controller } from './controller.ts'
import type { EventWriter } from './event-writer.ts'

export interface ControllerPorts {
  readonly client: KubeClient
  readonly view: ClusterView
  readonly events: EventWriter
  /** The time of the simulation. */
  readonly clock: Clock
  /** In [0, 1). */
  readonly random: () => number
  readonly onFailure: (error: unknown) => void
}

/** Keys of one controller that are worked on at a time; writers that come together share an fsync. */
const abreast = 32
const backoff = { first: 20, most: 60_000 }
const retryLimit = { perSecond: 500, burst: 5000 }
/** Passes that are under way get so long to end. */
const grace = 1000

/** Runs a controller until the signal. */
export async function runController(
  controller: Controller,
  ports: ControllerPorts,
  signal: AbortSignal,
): Promise<void> {
  const { clock, random, view, client } = ports
  const queue = new KeyedQueue({ clock, random, backoff, retryLimit })
  const stops = Object.entries(controller.wakes).map(([name, keysOf]) =>
    view.informer(name as ResourceName).addHandler((change) => {
      for (const key of keysOf(change, view)) queue.addAfter(key, controller.pause)
    }),
  )
  const tell = (told: Parameters<EventWriter['tell']>[0]) =>
    ports.events.tell(told, controller.component)
  const { manager } = controller
  const reconcile = async (key: string, signal: AbortSignal): Promise<PassResult> => {
    const actions = controller.decide(key, view, clock.now())
    await act(actions, { client, view, manager, tell }, signal)
    const waits = actions.flatMap((action) => (action.do === 'look-again' ? [action.after] : []))
    return waits.length === 0 ? { do: 'rest' } : { do: 'look-again', after: Math.min(...waits) }
  }
  const passed = ({ error }: { readonly error: unknown }) => {
    // Somebody else was faster; the next look is at what is there then.
    const isRace = isKubeError(error, 'conflict', 'already-exists')
    if (error !== undefined && !isRace && !signal.aborted) ports.onFailure(error)
  }
  try {
    await runWorkers(
      queue,
      reconcile,
      { clock: client.clock, concurrency: abreast, grace, passed },
      signal,
    )
  } finally {
    for (const stop of stops) stop()
  }
}

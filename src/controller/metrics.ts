import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { Selection } from '../kube/api-resource.ts'
import type { FollowObserver } from '../kube/watch/follow-objects.ts'
import type { Informer } from './informer.ts'
import type { PassTracker, PassesUnderWay } from './passes-under-way.ts'
import type { QueueObserver } from './queue.ts'
import type { PassOutcome } from './worker.ts'

/** The observers of a controller's parts, as metrics of a registry. */
export interface ControllerMetrics {
  readonly queue: (controller: string) => QueueObserver
  readonly passed: (controller: string) => (outcome: PassOutcome) => void
  readonly tracker: (controller: string) => PassTracker
  readonly watch: (selection: Selection) => FollowObserver
  /** The informers whose silence is measured whenever somebody reads the metrics. */
  readonly followLag: (informers: () => readonly Informer[]) => void
}

const seconds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300]

/** The metrics of controllers, and of their passes that have not ended. */
export function createControllerMetrics(
  registry: Registry,
  underWay: PassesUnderWay,
): ControllerMetrics {
  measureUnderWay(registry, underWay)
  const { depth, waited, retries, passes, duration } = controllerMetrics(registry)
  const ages = measureAges(registry)
  let informersNow: (() => readonly Informer[]) | undefined
  const { lists, connections, troubles } = watchMetrics(registry, () => informersNow?.() ?? [])
  return {
    queue: (controller) => ({
      depth: (keys) => depth.set({ controller }, keys),
      waited: (milliseconds) => waited.observe({ controller }, milliseconds / 1000),
      retried: () => retries.inc({ controller }),
      ages: (oldest) => ages.add({ controller, oldest }),
    }),
    passed:
      (controller) =>
      ({ milliseconds, error, failed }) => {
        const done = failed === undefined ? 'success' : 'failure'
        passes.inc({ controller, result: error === undefined ? done : 'error' })
        duration.observe({ controller }, milliseconds / 1000)
      },
    tracker: (controller) => underWay.tracker(controller),
    watch: (selection) => {
      const kind = kindLabel(selection)
      return {
        listing: () => lists.inc({ kind }),
        connected: () => connections.inc({ kind }),
        troubled: () => troubles.inc({ kind }),
      }
    },
    followLag: (informers) => {
      informersNow = informers
    },
  }
}

function controllerMetrics(registry: Registry) {
  const labelNames = ['controller'] as const
  const registers = [registry]
  return {
    depth: new Gauge({
      name: 'outrigger_queue_depth',
      help: 'Keys that wait for a worker',
      labelNames,
      registers,
    }),
    waited: new Histogram({
      name: 'outrigger_queue_wait_seconds',
      help: 'How long keys wait for a worker',
      labelNames,
      buckets: seconds,
      registers,
    }),
    retries: new Counter({
      name: 'outrigger_queue_retries_total',
      help: 'Keys that came again after a failure',
      labelNames,
      registers,
    }),
    passes: new Counter({
      name: 'outrigger_reconcile_total',
      help: 'Passes by result: success, failure (the object is not as asked for) or error (the pass did not end)',
      labelNames: ['controller', 'result'] as const,
      registers,
    }),
    duration: new Histogram({
      name: 'outrigger_reconcile_seconds',
      help: 'How long passes take',
      labelNames,
      buckets: seconds,
      registers,
    }),
  }
}

interface QueueAge {
  readonly controller: string
  readonly oldest: () => number
}

function measureAges(registry: Registry): Set<QueueAge> {
  const queues = new Set<QueueAge>()
  const gauge = new Gauge({
    name: 'outrigger_queue_oldest_seconds',
    help: 'How long the key has waited that waits longest for a worker',
    labelNames: ['controller'] as const,
    registers: [registry],
    collect() {
      const most = new Map<string, number>()
      for (const { controller, oldest } of queues)
        most.set(controller, Math.max(most.get(controller) ?? 0, oldest()))
      for (const [controller, milliseconds] of most) this.set({ controller }, milliseconds / 1000)
    },
  })
  gauge.reset()
  return queues
}

// Measured when they are read: a pass that hangs tells nothing by itself.
function measureUnderWay(registry: Registry, underWay: PassesUnderWay): readonly Gauge[] {
  const labelNames = ['controller', 'where'] as const
  const registers = [registry]
  const all = new Gauge({
    name: 'outrigger_passes_under_way',
    help: 'Passes that have begun and not ended: those that hold a worker, and those that wait without one',
    labelNames,
    registers,
    collect() {
      this.reset()
      for (const { controller, where } of underWay.list()) this.inc({ controller, where })
    },
  })
  const oldest = new Gauge({
    name: 'outrigger_pass_oldest_seconds',
    help: 'For how long the oldest of these passes has been there',
    labelNames,
    registers,
    collect() {
      this.reset()
      const oldestLast = underWay.list().toSorted((one, other) => one.lasts - other.lasts)
      for (const { controller, where, lasts } of oldestLast)
        this.set({ controller, where }, lasts / 1000)
    },
  })
  const stuck = new Gauge({
    name: 'outrigger_passes_stuck',
    help: 'Passes that hold a worker for longer than any may; /readyz names them',
    labelNames: ['controller'] as const,
    registers,
    collect() {
      this.reset()
      for (const { controller } of underWay.stuck()) this.inc({ controller })
    },
  })
  return [all, oldest, stuck]
}

function watchMetrics(registry: Registry, informers: () => readonly Informer[]) {
  const labelNames = ['kind'] as const
  const registers = [registry]
  const counter = (name: string, help: string) => new Counter({ name, help, labelNames, registers })
  return {
    lists: counter(
      'outrigger_watch_lists_total',
      'How often everything was read, the first time included',
    ),
    connections: counter('outrigger_watch_connections_total', 'How often a watch was opened'),
    troubles: counter('outrigger_watch_troubles_total', 'How often a watch broke'),
    // Measured when it is read, not when something is heard.
    lag: new Gauge({
      name: 'outrigger_watch_lag_seconds',
      help: 'How long ago the server was last heard; bookmarks come every minute',
      labelNames,
      registers,
      collect() {
        for (const { selection, silentFor } of informers()) {
          if (silentFor !== undefined) this.set({ kind: kindLabel(selection) }, silentFor / 1000)
        }
      },
    }),
  }
}

function kindLabel({ resource }: Selection): string {
  return resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`
}

import { createKubeClient, type KubeClient } from '../../src/kube/client.ts'
import { connect } from '../../src/kube/connect.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import { createUndiciTransport } from '../../src/kube/undici-transport.ts'
import { createObject } from '../../src/kube/objects/write-object.ts'
import { Informer } from '../../src/controller/informer.ts'
import type { ControlPlane } from '../testbed/control-plane.ts'
import { connectionOf, plainConnection } from './connections.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { configMaps, namespaces } from './resources.ts'
import { Shadow, differences } from './shadow.ts'
import { type Written, writeUntil } from './writer.ts'

/** How much has to have happened for the soak to count. */
export interface SoakTargets {
  readonly minutes: number
  readonly resets: number
  readonly gone: number
  readonly restarts: number
  /** That one listener is told of; what several hear of one change counts once. */
  readonly events: number
}

export interface SoakReport {
  readonly resets: number
  readonly gone: number
  readonly stalls: number
  readonly restarts: number
  /** Changes of objects on the server. */
  readonly written: number
  /** The events of the listener that heard most. */
  readonly heard: number
  readonly lists: number
  readonly troubles: number
  /** How listeners differ from the server at the end, and what did not happen often enough. */
  readonly complaints: readonly string[]
}

interface Watcher {
  readonly informer: Informer
  readonly shadow: Shadow
}

const writers = 24
const patience = 5000

/**
 * Watches a real API server over a bad road while objects come and go and the server is killed and comes back; then
 * lets everything calm down and compares.
 */
export async function soakWatch(
  plane: ControlPlane,
  targets: SoakTargets,
  log: (line: string) => void,
): Promise<SoakReport> {
  const proxy = await startFaultyProxy(plane.admin)
  const direct = connect(connectionOf(plane.admin), { rateLimit: 'none' })
  const counts = { lists: 0, troubles: 0 }
  const over = createUndiciTransport(plainConnection(proxy.url))
  const client = createKubeClient({ transport: over.send, rateLimit: 'none' })
  const stop = new AbortController()
  await createNamespaces(direct.client, stop.signal)
  const watchers = startWatchers(client, counts, stop.signal)
  const written: Written = { created: 0, changed: 0, deleted: 0 }
  try {
    const restarts = await makeTrouble(
      plane,
      proxy,
      { direct: direct.client, written },
      { targets, log },
    )
    const heard = () => Math.max(...watchers.map(({ shadow }) => shadow.events))
    const complaints = await untilEqual(direct.client, watchers, stop.signal)
    const total = written.created + written.changed + written.deleted
    const { resets, gone, stalls } = proxy.faults
    const done = { resets, gone, stalls, restarts, written: total, heard: heard(), ...counts }
    return { ...done, complaints: [...complaints, ...shortfalls(done, targets)] }
  } finally {
    stop.abort(new Error('the soak is over'))
    await Promise.all([direct.close(), over.close()])
    await proxy.close()
  }
}

const places = ['soak-a', 'soak-b']

async function createNamespaces(client: KubeClient, signal: AbortSignal): Promise<void> {
  for (const name of places) {
    const object = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
    await createObject(client, namespaces, object, {}, signal)
  }
}

// Every way to watch: all, one namespace, only metadata, with and without the first list by the watch.
function startWatchers(
  client: KubeClient,
  counts: { lists: number; troubles: number },
  signal: AbortSignal,
): readonly Watcher[] {
  const observer = {
    listing: () => void counts.lists++,
    troubled: () => void counts.troubles++,
  }
  const options = { observer, patience, backoff: { first: 50, most: 2000 } }
  const informers = [
    new Informer(client, { resource: configMaps }, options),
    new Informer(
      client,
      { resource: configMaps, namespace: 'soak-a' },
      { ...options, streamList: false, pageSize: 50 },
    ),
    new Informer(client, { resource: configMaps }, { ...options, metadataOnly: true }),
  ]
  return informers.map((informer) => {
    const shadow = new Shadow(informer)
    informer.run(signal).catch(() => undefined)
    return { informer, shadow }
  })
}

interface Work {
  readonly direct: KubeClient
  readonly written: Written
}

async function makeTrouble(
  plane: ControlPlane,
  proxy: FaultyProxy,
  { direct, written }: Work,
  { targets, log }: { readonly targets: SoakTargets; readonly log: (line: string) => void },
): Promise<number> {
  const milliseconds = targets.minutes * 60_000
  const quiet = new AbortController()
  const writing = Array.from({ length: writers }, (_, at) =>
    writeUntil(direct, places[at % places.length] ?? '', written, quiet.signal),
  )
  const timers = [
    setInterval(() => proxy.reset(), (milliseconds / targets.resets) * 0.8),
    setInterval(() => proxy.forget(), (milliseconds / targets.gone) * 0.8),
    setInterval(() => proxy.stall(), milliseconds / 8),
    setInterval(() => log(`${JSON.stringify(written)} ${JSON.stringify(proxy.faults)}`), 15_000),
  ]
  try {
    return await restartUntil(plane, milliseconds, targets.restarts)
  } finally {
    for (const timer of timers) clearInterval(timer)
    quiet.abort(new Error('enough written'))
    await Promise.all(writing)
  }
}

// By turns as it should be and as kill -9.
async function restartUntil(
  plane: ControlPlane,
  milliseconds: number,
  wanted: number,
): Promise<number> {
  const began = performance.now()
  for (let count = 0; ; count++) {
    const next = began + (milliseconds * (count + 0.5)) / (wanted + 0.5)
    const end = began + milliseconds
    const pause = Math.min(next, end) - performance.now()
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, pause)))
    if (next >= end || performance.now() >= end) return count
    if (count % 2 === 0) await plane.kill('kube-apiserver')
    else await plane.stop('kube-apiserver')
    await plane.start('kube-apiserver')
  }
}

async function untilEqual(
  direct: KubeClient,
  watchers: readonly Watcher[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const end = performance.now() + 60_000
  for (;;) {
    const found: string[] = []
    for (const { informer, shadow } of watchers) {
      const { objects } = await listObjects(direct, informer.selection, {}, signal)
      found.push(...differences(objects, informer, shadow))
    }
    if (found.length === 0 || performance.now() > end) return found.slice(0, 20)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

function shortfalls(
  done: Readonly<Record<'resets' | 'gone' | 'restarts' | 'heard', number>>,
  targets: SoakTargets,
): readonly string[] {
  const pairs = [
    ['resets', done.resets, targets.resets],
    ['410s', done.gone, targets.gone],
    ['restarts', done.restarts, targets.restarts],
    ['events', done.heard, targets.events],
  ] as const
  return pairs.flatMap(([what, found, wanted]) =>
    found >= wanted ? [] : [`only ${found} ${what}, wanted ${wanted}`],
  )
}

import { createHash } from 'node:crypto'
import type { Chart } from '../../chart/chart.ts'
import type { Turn } from '../../controller/worker.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { BuiltDocument, KustomizeBuild } from '../../kustomize/node/build-job.ts'
import { type RunBuild, buildHere } from '../../kustomize/node/build-threads.ts'
import type { ChartRequest, FetchOptions } from '../../sources/chart-request.ts'
import { chartOf } from '../../sources/content.ts'
import { fetchChart } from '../../sources/fetch-chart.ts'
import { SourceError } from '../../sources/errors.ts'
import type { Clock } from '../../std/clock.ts'
import { FairGate } from '../../std/fair-gate.ts'
import { orAborted } from '../../std/or-aborted.ts'
import { buildSource } from './build-source.ts'
import { chartOfDocuments, chartOfFiles } from './chart-of-files.ts'

/** A source, ready to be rendered. */
export interface LoadedSource {
  readonly chart: Chart
  /** Fetches the same again. */
  readonly address: string
  readonly digest: string
  /** The objects of a kustomization, before variables are filled in. */
  readonly built?: readonly BuiltDocument[]
}

export interface SourceRequest {
  readonly kind: Plugin['spec']['kind']
  readonly request: ChartRequest
  /** The name of a chart that has no Chart.yaml. */
  readonly name: string
  /** Milliseconds for which what was fetched is taken again. */
  readonly fresh: number
  /** Changes when the repository offers something else. */
  readonly stamp: string
}

/** Brings a chart. */
export type FetchChart = typeof fetchChart

/** How sources are made, where it is not done here. */
export interface SourceWork {
  readonly bring?: FetchChart | undefined
  readonly build?: RunBuild | undefined
}

/** On whose behalf something is fetched. */
export interface Asker {
  readonly namespace: string
  /** Waits without holding a worker. */
  readonly offWorker: Turn['offWorker']
}

/** A caller that holds no worker and just waits. */
export function patientAsker(namespace: string, signal: AbortSignal): Asker {
  return { namespace, offWorker: (_, wait) => wait(signal) }
}

interface Entry {
  readonly at: number
  readonly loaded: Promise<LoadedSource>
  /** The loaded source, once it is there. */
  settled: LoadedSource | undefined
  /** How many callers wait for it; the fetch ends when the last of them leaves. */
  waiting: number
  readonly stop: AbortController
}

const mostSources = 64
/** Fetches at a time for one namespace; for all namespaces together half as many more. */
const mostFetches = 32
/** Of these from one host, so that a host that never answers leaves some for others. */
const mostOfHost = 16
/** Milliseconds for one source, however slow its server is. */
const longestFetch = 120_000

/** The fetched sources, shared by all that want the same. Fetches take turns by namespace. */
export class SourceCache {
  private readonly options: FetchOptions
  private readonly clock: Clock
  private readonly bring: FetchChart
  private readonly build: RunBuild
  private readonly entries = new Map<string, Entry>()
  private readonly gate = new FairGate(mostFetches)
  private readonly hosts = new FairGate(mostOfHost, Infinity)

  constructor(
    options: FetchOptions,
    clock: Clock,
    { bring = fetchChart, build = buildHere }: SourceWork = {},
  ) {
    this.options = options
    this.clock = clock
    this.bring = bring
    this.build = build
  }

  /** Fetches and loads, or gives what is known. A failure is thrown to the caller and not kept. */
  async load(sourceRequest: SourceRequest, { namespace, offWorker }: Asker): Promise<LoadedSource> {
    const key = keyOf(sourceRequest)
    const known = this.freshAt(key, sourceRequest)
    if (known?.settled !== undefined) return known.settled
    return offWorker('at-once', async (signal) => {
      const begun = this.freshAt(key, sourceRequest)
      if (begun !== undefined) return join(begun, signal)
      const host = `${namespace} ${hostOf(sourceRequest.request.address)}`
      // Another asker may have begun it while this one waited for its turn.
      const fetch = () =>
        join(this.freshAt(key, sourceRequest) ?? this.begin(key, sourceRequest, namespace), signal)
      return this.hosts.run(host, signal, () => this.gate.run(namespace, signal, fetch))
    })
  }

  private freshAt(key: string, { fresh }: SourceRequest): Entry | undefined {
    const known = this.entries.get(key)
    if (known === undefined || this.clock.monotonic() - known.at >= fresh) return undefined
    const isGivenUp = known.settled === undefined && known.stop.signal.aborted
    return isGivenUp ? undefined : known
  }

  private begin(key: string, sourceRequest: SourceRequest, namespace: string): Entry {
    const stop = new AbortController()
    const before = this.entries.get(key)?.settled
    const loaded = this.fetch({ ...sourceRequest, namespace }, before, stop)
    const entry: Entry = {
      at: this.clock.monotonic(),
      loaded,
      settled: undefined,
      waiting: 0,
      stop,
    }
    this.entries.delete(key)
    this.entries.set(key, entry)
    const [oldest] = this.entries.keys()
    if (this.entries.size > mostSources && oldest !== undefined) this.entries.delete(oldest)
    loaded.then(
      (source) => void (entry.settled = source),
      () => {
        if (this.entries.get(key) === entry) this.entries.delete(key)
      },
    )
    return entry
  }

  private async fetch(
    sourceRequest: SourceRequest & Pick<Asker, 'namespace'>,
    before: LoadedSource | undefined,
    stop: AbortController,
  ): Promise<LoadedSource> {
    const what = `${sourceRequest.request.address} was not fetched within ${longestFetch / 1000} seconds`
    const late = () => stop.abort(new SourceError('unreachable', what))
    const cancel = this.clock.after(longestFetch, late)
    try {
      const bringing = this.bring(sourceRequest.request, this.options, stop.signal)
      const { content, resolved, digest } = await orAborted(bringing, stop.signal)
      if (sourceRequest.kind === 'kustomize') {
        const { namespace, name, request } = sourceRequest
        const unbuilt = { content, path: request.path, address: resolved, namespace }
        const ports = { run: this.build, fetching: this.options }
        const built = await buildSource(unbuilt, ports, stop.signal)
        return builtSource({ ...built, address: resolved, name }, before)
      }
      // An unchanged source stays the same value: threads have it already.
      if (before?.digest === digest && before.address === resolved) return before
      const chart =
        sourceRequest.kind === 'helm'
          ? chartOf(content)
          : chartOfFiles(content, sourceRequest.kind, sourceRequest.name)
      return { chart, address: resolved, digest }
    } finally {
      cancel()
    }
  }
}

// The same files give the same build, also where charts use random values.
function builtSource(
  { documents, digest, address, name }: KustomizeBuild & { address: string; name: string },
  before: LoadedSource | undefined,
): LoadedSource {
  if (before?.digest === digest) return before.address === address ? before : { ...before, address }
  return { chart: chartOfDocuments(documents, name), built: documents, address, digest }
}

function hostOf(address: string): string {
  return /^[a-z+]+:\/\/([^/]*)/.exec(address)?.[1] ?? ''
}

// A caller that leaves does not end the fetch for the others.
async function join(entry: Entry, signal: AbortSignal): Promise<LoadedSource> {
  entry.waiting++
  try {
    return await orAborted(entry.loaded, signal)
  } finally {
    entry.waiting--
    if (entry.waiting === 0) entry.stop.abort(new Error('nobody waits for it any more'))
  }
}

/** The key of a request: the source, and the login and checks that it is fetched with. Other credentials give another key. */
function keyOf({ kind, request, name, stamp }: SourceRequest): string {
  const asked = Object.entries(request).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([kind, name, stamp, asked]))
    .digest('hex')
}

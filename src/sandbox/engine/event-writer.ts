import type { KubeClient } from '../../kube/client.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { isKubeError } from '../../kube/errors.ts'
import type { JsonObject } from '../../objects/json.ts'
import { type KubeObject, nameOf, namespaceOf, textAt, uidOf } from '../../objects/kube-object.ts'
import { printMicroTime, printTime } from '../../objects/time.ts'
import type { Clock } from '../../std/clock.ts'
import { resources } from '../resources.ts'
import type { Told } from './action.ts'

interface Occurrence {
  readonly told: Told
  readonly component: string
  readonly at: number
}

interface Series {
  readonly name: string
  readonly first: string
  count: number
}

/** So many are written at a time, so many wait at most, so many are remembered for their count. */
const lanes = 2
const mostWaiting = 200_000
const mostSeries = 4096

/**
 * Writes events as the real components do: the same thing said again is one event with a count. Events come after
 * everything else, and one that cannot be written fails nothing.
 */
export class EventWriter {
  private readonly client: KubeClient
  private readonly clock: Clock
  private readonly onFailure: (error: unknown) => void
  private readonly waiting: Occurrence[] = []
  private next = 0
  private readonly series = new Map<string, Series>()
  private readonly idle: (() => void)[] = []
  private made = 0

  constructor(client: KubeClient, clock: Clock, onFailure: (error: unknown) => void) {
    this.client = client
    this.clock = clock
    this.onFailure = onFailure
  }

  tell(told: Told, component: string): void {
    if (this.waiting.length - this.next >= mostWaiting) return
    this.waiting.push({ told, component, at: this.clock.now() })
    this.idle.shift()?.()
  }

  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.idle.splice(0).forEach((wake) => wake()), {
      once: true,
    })
    await Promise.all(Array.from({ length: lanes }, () => this.lane(signal)))
  }

  private async lane(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const occurrence = this.take()
      if (occurrence === undefined) {
        await new Promise<void>((resolve) => this.idle.push(resolve))
        continue
      }
      try {
        await this.write(occurrence, signal)
      } catch (error) {
        // Its namespace is going, or is gone.
        const isLate = isKubeError(error, 'not-found', 'forbidden', 'conflict')
        if (!signal.aborted && !isLate) this.onFailure(error)
      }
    }
  }

  // Taken from the front without moving the rest each time.
  private take(): Occurrence | undefined {
    const occurrence = this.waiting[this.next]
    if (occurrence === undefined) return undefined
    this.next++
    if (this.next > 1024 && this.next * 2 > this.waiting.length) {
      this.waiting.splice(0, this.next)
      this.next = 0
    }
    return occurrence
  }

  private async write(occurrence: Occurrence, signal: AbortSignal): Promise<void> {
    const { told, component, at } = occurrence
    const { about, reason, message, type, part = '' } = told
    const key = JSON.stringify([uidOf(about), type, reason, message, part, component])
    const namespace = namespaceOf(about) || 'default'
    const known = this.series.get(key)
    if (known !== undefined && (await this.count(known, namespace, at, signal))) return
    const name = this.nameFor(about, at)
    const first = printTime(new Date(at))
    this.series.set(key, { name, first, count: 1 })
    const [oldest] = this.series.keys()
    if (this.series.size > mostSeries && oldest !== undefined) this.series.delete(oldest)
    const object = eventOf(occurrence, { namespace, name })
    const options = { fieldManager: component, fieldValidation: 'Ignore' } as const
    await createObject(this.client, resources.events, object, options, signal)
  }

  private async count(
    known: Series,
    namespace: string,
    at: number,
    signal: AbortSignal,
  ): Promise<boolean> {
    known.count++
    const target = { resource: resources.events, namespace, name: known.name }
    const patch = { count: known.count, lastTimestamp: printTime(new Date(at)) }
    try {
      await patchObject(this.client, target, { type: 'merge', patch }, {}, signal)
      return true
    } catch (error) {
      if (isKubeError(error, 'not-found')) return false
      throw error
    }
  }

  private nameFor(about: KubeObject, at: number): string {
    const unique = (BigInt(at) * 1_000_000n + BigInt(this.made++ % 1_000_000)).toString(16)
    return `${nameOf(about).slice(0, 200)}.${unique}`
  }
}

function eventOf({ told, component, at }: Occurrence, metadata: JsonObject): KubeObject {
  const { about, type, reason, message, part } = told
  const time = printTime(new Date(at))
  const host = component === 'kubelet' ? textAt(about, ['spec', 'nodeName']) : ''
  const involvedObject = {
    kind: about.kind,
    ...(namespaceOf(about) !== '' && { namespace: namespaceOf(about) }),
    name: nameOf(about),
    uid: uidOf(about),
    apiVersion: about.apiVersion,
    resourceVersion: textAt(about, ['metadata', 'resourceVersion']),
    ...(part !== undefined && { fieldPath: part }),
  }
  const said = { apiVersion: 'v1', kind: 'Event', metadata, involvedObject, reason, message, type }
  // The scheduler speaks the newer of the two languages.
  if (component === 'default-scheduler') {
    return {
      ...said,
      eventTime: printMicroTime(new Date(at)),
      action: reason === 'Scheduled' ? 'Binding' : 'Scheduling',
      source: {},
      reportingComponent: component,
      reportingInstance: `${component}-sandbox`,
      firstTimestamp: null,
      lastTimestamp: null,
    }
  }
  return {
    ...said,
    count: 1,
    firstTimestamp: time,
    lastTimestamp: time,
    eventTime: null,
    source: { component, ...(host !== '' && { host }) },
    reportingComponent: component,
    reportingInstance: host,
  }
}

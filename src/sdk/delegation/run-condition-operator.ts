import { randomUUID } from 'node:crypto'
import { fenceClient } from '../../controller/election/fenced-client.ts'
import type { Leadership } from '../../controller/election/leadership.ts'
import { runAsLeader } from '../../controller/election/run-as-leader.ts'
import { Informer } from '../../controller/informer.ts'
import { clusterKind } from '../../kinds/cluster.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { KubeClient } from '../../kube/client.ts'
import { type KubeObject, nameOf } from '../../objects/kube-object.ts'
import { type BackoffPolicy, backoffDelay } from '../../std/backoff.ts'
import { sleepOn } from '../../std/clock.ts'
import { type AnswerPlace, answerCondition, readAsked } from './answer-condition.ts'
import { type AskedCondition, askedConditions, claimName } from './asked-conditions.ts'
import { type BringAbout, ConditionFailed } from './condition-work.ts'

export interface ConditionOperatorOptions {
  /** Its name, for Leases and field managers: `metrics.example.com`. */
  readonly name: string
  /** How conditions are brought about, by name. Conditions that are not here are left to others. */
  readonly conditions: Readonly<Record<string, BringAbout>>
  /** Attempts that may fail before the answer is `Failed`; 3 by default. */
  readonly attempts?: number
  /** Seconds after which another replica goes on when this one is gone; 15 by default. */
  readonly leaseSeconds?: number
  /** Where Leases are; `outrigger-system` by default. */
  readonly namespace?: string
  /** Told what it does, for a log. */
  readonly log?: (line: string) => void
}

const pause: BackoffPolicy = { first: 2000, most: 60_000 }
const defaultAttempts = 3
const defaultLeaseSeconds = 15
const platformNamespace = 'outrigger-system'

/**
 * Brings about what Clusters delegate, until the signal: watches, claims each condition by a Lease, reports, and answers.
 * docs/spec/delegation.md has the protocol, which it keeps to.
 */
export async function runConditionOperator(
  client: KubeClient,
  options: ConditionOperatorOptions,
  signal: AbortSignal,
): Promise<void> {
  const operator = new ConditionOperator(client, options, signal)
  const informer = new Informer(client, { resource: resourceOf(clusterKind) }, {})
  informer.addHandler(({ type, object }) => operator.look(object, type === 'deleted'))
  try {
    await informer.run(signal)
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    await operator.end()
  }
}

interface Running {
  readonly stop: AbortController
  readonly end: Promise<void>
}

class ConditionOperator {
  readonly #client: KubeClient
  readonly #options: ConditionOperatorOptions
  readonly #signal: AbortSignal
  readonly #identity: string
  readonly #running = new Map<string, Running>()

  constructor(client: KubeClient, options: ConditionOperatorOptions, signal: AbortSignal) {
    this.#client = client
    this.#options = options
    this.#signal = signal
    this.#identity = `${options.name}-${randomUUID()}`
  }

  /** Begins what a Cluster asks for, and ends what it asks for no longer. */
  look(cluster: KubeObject, isGone: boolean): void {
    const name = nameOf(cluster)
    const { conditions } = this.#options
    const asked = isGone ? [] : askedConditions(cluster, this.#client.clock.now())
    const own = asked.filter(({ condition }) => Object.hasOwn(conditions, condition))
    const wanted = new Set(own.map(({ condition }) => claimName(name, condition)))
    for (const condition of Object.keys(conditions)) {
      const key = claimName(name, condition)
      if (!wanted.has(key)) this.#running.get(key)?.stop.abort(new Error('nobody asks any more'))
    }
    for (const one of own) this.#begin(name, one)
  }

  /** Waits until everything that was begun has ended. */
  async end(): Promise<void> {
    await Promise.all([...this.#running.values()].map(({ end }) => end))
  }

  #begin(cluster: string, asked: AskedCondition): void {
    const key = claimName(cluster, asked.condition)
    if (this.#running.has(key) || this.#signal.aborted) return
    const stop = new AbortController()
    const until = AbortSignal.any([this.#signal, stop.signal])
    const end = this.#claim(cluster, asked, until)
      .catch((error: unknown) => {
        if (!until.aborted) this.#log(`${key}: ${wordsOf(error)}`)
      })
      .finally(() => {
        this.#running.delete(key)
        void this.#lookAgain(cluster, asked.condition)
      })
    this.#running.set(key, { stop, end })
  }

  // Asked again while the work before was ending: no event is to come.
  async #lookAgain(cluster: string, condition: string): Promise<void> {
    if (this.#signal.aborted) return
    try {
      const found = await readAsked(this.#client, { cluster, condition }, this.#signal)
      if (found !== undefined) this.look(found, false)
    } catch (error) {
      if (this.#signal.aborted) return
      this.#log(`${claimName(cluster, condition)}: ${wordsOf(error)}`)
      await sleepOn(this.#client.clock, pause.first, this.#signal).catch(() => undefined)
      await this.#lookAgain(cluster, condition)
    }
  }

  async #claim(cluster: string, asked: AskedCondition, signal: AbortSignal): Promise<void> {
    const {
      namespace = platformNamespace,
      leaseSeconds = defaultLeaseSeconds,
      name,
    } = this.#options
    const key = claimName(cluster, asked.condition)
    const times = {
      renewDeadline: leaseSeconds * 667,
      retryPeriod: Math.min(2000, leaseSeconds * 133),
    }
    const lease = { namespace, name: key, identity: this.#identity, leaseSeconds, ...times }
    const fieldManager = `${name}-${asked.condition}`.slice(0, 128)
    const place = { cluster, condition: asked.condition, fieldManager }
    await runAsLeader(
      this.#client,
      { ...lease, leaves: 'nothing' },
      (leadership) => this.#work(place, leadership),
      signal,
    )
  }

  // The Cluster is read anew: somebody else may have answered while this one waited for the claim.
  async #work(place: AnswerPlace, leadership: Leadership): Promise<void> {
    const { signal } = leadership
    const client = fenceClient(this.#client, leadership)
    const cluster = await readAsked(client, place, signal)
    if (cluster === undefined) return
    const { clock } = client
    const [asked] = askedConditions(cluster, clock.now()).filter(
      ({ condition }) => condition === place.condition,
    )
    const late = new AbortController()
    const cancel =
      asked?.until === undefined
        ? () => undefined
        : clock.after(asked.until - clock.now(), () => late.abort(new Error('the time is over')))
    try {
      const under = AbortSignal.any([signal, late.signal])
      await this.#attempts({ place, client, cluster, until: asked?.until }, under)
    } finally {
      cancel()
    }
  }

  async #attempts(work: Attempted, signal: AbortSignal): Promise<void> {
    const { attempts = defaultAttempts } = this.#options
    for (let failed = 0; ;) {
      const end = await this.#attempt(work, signal)
      if (signal.aborted) return
      if (end.is === 'done') return await this.#answer(work, 'True', 'Done', end.message, signal)
      failed++
      if (end.isFinal || failed >= attempts) {
        return await this.#answer(work, 'False', 'Failed', end.message, signal)
      }
      const wait = backoffDelay(failed - 1, pause, this.#client.random())
      const message = `attempt ${failed} of ${attempts} failed: ${end.message}`
      await this.#answer(work, 'False', 'Retrying', message, signal)
      await sleepOn(this.#client.clock, wait, signal)
    }
  }

  async #attempt({ place, client, cluster, until }: Attempted, signal: AbortSignal) {
    const bringAbout = this.#options.conditions[place.condition]
    if (bringAbout === undefined) throw new Error(`${place.condition} is not ours`)
    let told = ''
    const report = async (message: string) => {
      if (message === told) return
      told = message
      const answer = { status: 'False', reason: 'Working', message } as const
      await answerCondition(client, place, answer, signal)
    }
    const { condition } = place
    this.#log(`${claimName(place.cluster, condition)}: begins`)
    const date = until === undefined ? undefined : new Date(until)
    try {
      const message = await bringAbout({ cluster, condition, until: date, client, report, signal })
      return { is: 'done', message } as const
    } catch (error) {
      const isFinal = error instanceof ConditionFailed
      return { is: 'failed', message: wordsOf(error), isFinal } as const
    }
  }

  // oxlint-disable-next-line max-params -- the words of one condition
  async #answer(
    { place, client }: Attempted,
    status: 'True' | 'False',
    reason: string,
    message: string,
    signal: AbortSignal,
  ): Promise<void> {
    const key = claimName(place.cluster, place.condition)
    const answer = { status, reason, message }
    for (let failed = 0; ; failed++) {
      try {
        const isWritten = await answerCondition(client, place, answer, signal)
        return this.#log(`${key}: ${isWritten ? `${reason}: ${message}` : 'nobody asks any more'}`)
      } catch (error) {
        signal.throwIfAborted()
        this.#log(`${key}: the answer was not taken: ${wordsOf(error)}`)
        await sleepOn(client.clock, backoffDelay(failed, pause, client.random()), signal)
      }
    }
  }

  #log(line: string): void {
    this.#options.log?.(line)
  }
}

interface Attempted {
  readonly place: AnswerPlace
  readonly client: KubeClient
  readonly cluster: KubeObject
  readonly until: number | undefined
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

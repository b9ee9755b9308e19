import type { Worker } from 'node:worker_threads'
import type { Clock } from '../../std/clock.ts'
import { resolveDependencies } from '../dependencies/dependencies.ts'
import type { ReleaseRender, RenderRound, Round } from '../render/render-round.ts'
import { crdFiles } from '../render/render.ts'
import { type RenderPriority, RenderPool } from './render-pool.ts'
import { type RoundJob, type RoundReply, errorOf, hello } from './round-job.ts'
import { sentChart } from './sent-chart.ts'

export interface RenderThreadsOptions {
  /** Starts a thread that serves rounds. */
  readonly start: () => Worker
  readonly clock: Clock
  /** How many threads there are at most. */
  readonly size?: number
  /** Milliseconds that one round may take. */
  readonly limit?: number
  /** Serves a thread that gave way as all others again, if that is possible. */
  readonly takeBack?: (thread: number) => boolean
}

// One to render, and one for when that meets a chart that takes its time.
const defaultSize = 2
const defaultLimit = 60_000
const idle = 30_000
const patience = 3000

type Reply = Exclude<RoundReply, { readonly needs: 'all' }>

/** Renders rounds on threads, which keep the charts that they have loaded. */
export class RenderThreads {
  readonly #pool: RenderPool<RoundJob, RoundReply>
  readonly #numbers = new WeakMap<object, number>()
  #last = 0

  constructor({ clock, size = defaultSize, limit = defaultLimit, ...rest }: RenderThreadsOptions) {
    const timing = { clock, limit, patience, idle }
    this.#pool = new RenderPool({ ...rest, size, hello, timing })
  }

  /** For whoever waits for the result. */
  readonly now: RenderRound = (...given) => this.#render('now', '', ...given)

  /** For what will be needed: everybody else goes first. */
  readonly ahead: RenderRound = (...given) => this.#render('ahead', '', ...given)

  /** The same for a namespace: one with slow charts leaves a thread to the others. */
  readonly of = (
    namespace: string,
  ): { readonly now: RenderRound; readonly ahead: RenderRound } => ({
    now: (...given) => this.#render('now', namespace, ...given),
    ahead: (...given) => this.#render('ahead', namespace, ...given),
  })

  /** Ends the threads; what runs fails. */
  close(): Promise<void> {
    return this.#pool.close()
  }

  async #render(
    priority: RenderPriority,
    share: string,
    ...[request, given, signal]: Parameters<RenderRound>
  ): Promise<Round<ReleaseRender>> {
    const { chart, apiVersions, ...rest } = request
    const numbers = { chart: this.#numberOf(chart), apis: this.#numberOf(apiVersions) }
    const job: RoundJob = { ...rest, ...given, ...numbers, sent: undefined }
    const sent = { ...sentChart(chart), apiVersions }
    const how = { about: `chart ${chart.metadata.name}`, priority, share }
    const { round, result } = await this.#pool.talk(
      async (ask): Promise<Reply> => {
        const first = await ask(job)
        const reply = 'needs' in first ? await ask({ ...job, sent }) : first
        if ('needs' in reply) throw new Error('a thread wants what it was sent')
        return reply
      },
      how,
      signal,
    )
    if ('failure' in result) return { ...round, result: { error: errorOf(result.failure) } }
    const resolved = resolveDependencies(chart, request.values, () => {})
    const crds = crdFiles(resolved, resolved.metadata.name)
    return { ...round, result: { rendered: { ...result.rendered, chart: resolved, crds } } }
  }

  #numberOf(sent: object): number {
    const known = this.#numbers.get(sent)
    if (known !== undefined) return known
    const number = ++this.#last
    this.#numbers.set(sent, number)
    return number
  }
}

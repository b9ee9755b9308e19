import type { TransportRequest } from '../../src/kube/transport.ts'
import type { Clock } from '../../src/std/clock.ts'
import type { Fate, StreamTrouble, Weather } from './network.ts'
import { Random } from './random.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { Fault, Story } from './story.ts'

type FaultOf<What extends Fault['what']> = Extract<Fault, { readonly what: What }>

/** Longer ways would let a write arrive after the lead of its sender has ended, which no lease can prevent. */
const longestWay = 1500

/** The effects of a story's faults on operators and the server. Other processes have a good network. */
export class StoryWeather implements Weather {
  private readonly clock: Clock
  private readonly faults: readonly Fault[]
  private readonly random: Random
  private readonly began: number
  private breaking = new AbortController()
  private expiring = new AbortController()

  constructor({ seed, faults }: Story, clock: Clock) {
    this.clock = clock
    this.faults = faults
    this.random = new Random(`${seed} weather`)
    this.began = clock.monotonic()
    for (const fault of faults) this.plan(fault)
  }

  readonly fateOf = (who: SimulatedProcess, request: TransportRequest): Fate => {
    if (!isOperator(who)) return { is: 'answered' }
    const cut = this.now('partition').find(({ operator }) => isOf(who, operator))
    if (cut !== undefined) {
      return cut.how === 'silent' ? { is: 'swallowed' } : { is: 'lost', when: 'before' }
    }
    const chance = this.random.next()
    const lost = this.now('lose').find(({ share }) => chance < share)
    if (lost !== undefined) return { is: 'lost', when: lost.when }
    const refused = this.now('refuse').find(({ share }) => chance < share)
    if (refused === undefined || !mayBe(refused.status, request)) return { is: 'answered' }
    return { is: 'refused', status: refused.status }
  }

  readonly delay = (who: SimulatedProcess): number => {
    const usual = 1 + Math.floor(this.random.next() * 8)
    if (!isOperator(who)) return usual
    const slow = this.now('slow').reduce((most, { by }) => Math.max(most, by), 0)
    return usual + Math.min(Math.floor(this.random.next() * slow), longestWay)
  }

  readonly stream = (who: SimulatedProcess): StreamTrouble => {
    const isSpared = !isOperator(who)
    const late = () => {
      const usual = 1 + Math.floor(this.random.next() * 10)
      if (isSpared) return usual
      const most = this.now('late events').reduce((sum, { by }) => Math.max(sum, by), 0)
      return usual + Math.floor(this.random.next() * most)
    }
    const never = new AbortController().signal
    if (isSpared) return { late, broken: never, expired: never }
    return { late, broken: this.breaking.signal, expired: this.expiring.signal }
  }

  /** Whether nobody can fetch a chart. */
  get isWithoutCharts(): boolean {
    return this.now('no charts').length > 0
  }

  /** Whether the other cluster does not answer. */
  get isWithoutEdge(): boolean {
    return this.now('edge away').length > 0
  }

  private plan(fault: Fault): void {
    if (fault.what === 'break watches') {
      this.clock.after(fault.at, () => {
        this.breaking.abort()
        this.breaking = new AbortController()
      })
    }
    if (fault.what === 'expire watches') {
      this.clock.after(fault.at, () => {
        this.expiring.abort()
        this.expiring = new AbortController()
      })
    }
    if (fault.what === 'partition' || fault.what === 'edge away') {
      // Requests under way are cut, too.
      this.clock.after(fault.from, () => {
        this.breaking.abort()
        this.breaking = new AbortController()
      })
    }
  }

  private now<What extends Fault['what']>(what: What): readonly FaultOf<What>[] {
    const time = this.clock.monotonic() - this.began
    return this.faults.filter((fault): fault is FaultOf<What> => {
      if (fault.what !== what || !('from' in fault)) return false
      return fault.from <= time && time < fault.to
    })
  }
}

function isOperator({ name }: SimulatedProcess): boolean {
  return name.startsWith('operator-')
}

/** Whether a process stands at an operator's place. */
function isOf({ name }: SimulatedProcess, operator: number): boolean {
  return name.startsWith(`operator-${operator}.`)
}

// A real server never says so to that: a conflict is an answer to a write of something that is there.
function mayBe(status: number, { method, stream }: TransportRequest): boolean {
  if (stream) return status !== 409
  return status !== 409 || method === 'PUT' || method === 'PATCH'
}

import type { TransportRequest } from '../../src/kube/transport.ts'
import { VirtualClock } from '../../src/std/node/virtual-clock-for-test.ts'
import { ChangeMaker } from './change-maker.ts'
import { type Crash, CrashCounter } from './crash-counter.ts'
import { findUnfinishedInstances, allDesiredOf } from './end-instances.ts'
import { findUnfinished, findUnseen } from './end-state.ts'
import type { EndContext } from './expectation.ts'
import { forbidRealTime } from './forbid-real-time.ts'
import { Judge } from './judge.ts'
import { networkOf } from './network.ts'
import { OperatorPlace } from './operators.ts'
import { Person } from './person.ts'
import { addOwnCluster, writeRepository } from './platform-objects.ts'
import { createKubeClient } from '../../src/kube/client.ts'
import { Random } from './random.ts'
import { SimulatedServer } from './server.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { Fault, Rights, Story } from './story.ts'
import { findStuckDeletions } from './stuck-deletions.ts'
import { tellChange, tellFault, tellTime } from './tell.ts'
import { Trace } from './trace.ts'
import type { Violation } from './violation.ts'
import { unjudgedKeys } from './wants.ts'
import { StoryWeather } from './weather.ts'
import { prepareCluster, prepareEdge } from './prepare-cluster.ts'

export interface Played {
  readonly violations: readonly Violation[]
  /** The same for the same story, wherever it is played. */
  readonly digest: string
  readonly requests: number
  /** How many of them the place of the first operator sent. */
  readonly operatorRequests: number
  /** The numbers of those that write. */
  readonly operatorWrites: ReadonlySet<number>
  /** The events, in plain words. */
  readonly events: readonly string[]
  readonly trace: readonly string[]
}

export interface PlayOptions {
  readonly keeps: 'lines' | 'digest'
}

/** Milliseconds without faults after which nothing may be unseen, and after which all must be done. */
const soon = 330_000
const patience = 1_200_000
const look = 5000
/** How often it is looked whether there is a violation already. */
const step = 1000
const restartAfter = 1500

/** Plays a story from its beginning until all is done, and gives what must not have been. */
export async function play(story: Story, { keeps }: PlayOptions): Promise<Played> {
  const run = new Run(story, keeps)
  const allow = forbidRealTime((what) => run.judge.report('real timer', what))
  try {
    await run.toTheEnd()
    return resultOf(run)
  } finally {
    await run.forget()
    allow()
  }
}

function resultOf(run: Run): Played {
  return {
    violations: [...run.judge.violations],
    digest: run.trace.digest(),
    requests: run.trace.requests,
    operatorRequests: run.requests.get(0) ?? 0,
    operatorWrites: run.writes,
    events: run.events,
    trace: run.trace.lines ?? [],
  }
}

class Run {
  readonly events: string[] = []
  readonly trace: Trace
  readonly judge: Judge
  private readonly story: Story
  private readonly clock = new VirtualClock()
  private readonly server: SimulatedServer
  private readonly edge: SimulatedServer
  private readonly person: Person
  private readonly onEdge: Person
  /** The rights of tenants since somebody last said so. */
  private readonly rights = new Map<string, Rights>()
  readonly requests = new Map<number, number>()
  readonly writes = new Set<number>()
  private readonly crashes: CrashCounter
  private readonly deadly = new WeakMap<TransportRequest, Crash>()
  private readonly places: OperatorPlace[] = []
  private weather: StoryWeather
  private began = 0

  constructor(story: Story, keeps: 'lines' | 'digest') {
    this.story = story
    this.trace = new Trace(keeps)
    this.crashes = new CrashCounter(story.faults)
    this.judge = new Judge(this.clock, story)
    const failed = (error: unknown) => this.judge.report('failed by itself', String(error))
    const server = { workloads: 'simulated', failures: failed } as const
    this.server = new SimulatedServer(this.clock, { ...server, name: `${story.seed} server` })
    const edge = { name: `${story.seed} edge`, workloads: 'none', failures: failed } as const
    this.edge = new SimulatedServer(this.clock, edge)
    this.weather = new StoryWeather({ ...story, faults: [] }, this.clock)
    this.person = this.personAt(this.server)
    this.onEdge = this.personAt(this.edge)
  }

  private personAt(server: SimulatedServer): Person {
    const who = new SimulatedProcess('person', this.clock)
    const peer = { name: 'person', groups: ['system:masters'] }
    const client = createKubeClient({
      transport: networkOf(who, { ...this.networkPorts(), line: server.line, peer }),
      rateLimit: 'none',
      gzip: false,
      clock: this.clock,
      random: new Random(`${this.story.seed} person`).next,
    })
    return new Person(client)
  }

  async toTheEnd(): Promise<void> {
    await this.during(this.server.start(this.story.minor))
    this.followServer()
    await this.during(prepareCluster(this.person, this.story.tenants))
    await this.during(addOwnCluster(this.person))
    await this.during(writeRepository(this.person, 'there'))
    if (this.story.hasEdge) await this.startEdge()
    this.began = this.clock.monotonic()
    this.judge.begin()
    this.weather = new StoryWeather(this.story, this.clock)
    for (let number = 0; number < this.story.operators; number++) {
      this.places.push(new OperatorPlace(number, this.clock, this.operatorPorts()))
    }
    for (const place of this.places) place.start()
    for (const fault of this.story.faults) this.plan(fault)
    const maker = new ChangeMaker(this.person, this.judge, {
      become: async (minor) => {
        await this.server.become(minor)
        this.followServer()
      },
      restart: (operator) => this.restart(operator),
      store: () => this.server.store,
      onEdge: this.onEdge,
    })
    for (const change of this.story.changes) {
      await this.until(change.at)
      if (this.judge.violations.length > 0) break
      this.tell(tellChange(change))
      if (change.what === 'rights') this.rights.set(change.tenant, change.may)
      await this.during(maker.make(change))
    }
    await this.until(endOf(this.story))
    this.tell('all faults are over')
    await this.endDeletions()
    if (this.judge.violations.length === 0) {
      await this.during(maker.giveBack(this.story))
      await this.comeToRest()
    }
    for (const place of this.places) place.die()
    await this.during(this.server.stop())
    await this.during(this.edge.stop())
  }

  /** Ends what would otherwise be waited for until this process ends. */
  async forget(): Promise<void> {
    for (const place of this.places) place.forget()
    await this.clock.advance(1)
  }

  private async startEdge(): Promise<void> {
    await this.during(this.edge.start(this.story.minor))
    const { store } = this.edge
    if (store !== undefined) this.judge.follow('edge', store)
    await this.during(prepareEdge(this.person, this.onEdge))
  }

  private async comeToRest(): Promise<void> {
    const calm = this.clock.monotonic()
    for (;;) {
      if (this.judge.violations.length > 0) return
      await this.clock.advance(look)
      const context = this.endContext()
      const { wants } = this.person
      const waited = this.clock.monotonic() - calm
      const left = [
        ...findUnfinished(context, unjudgedKeys(wants)),
        ...findUnfinishedInstances(wants, context.stores, this.server.minor),
      ]
      if (left.length === 0) return
      if (waited >= soon) {
        for (const key of findUnseen(context)) {
          this.judge.report('starved', `nobody looks at plugin ${key} for ${waited / 1000} s`)
        }
      }
      if (waited < patience) continue
      for (const { kind, text } of left) this.judge.report(kind, text)
      return
    }
  }

  private endContext(): EndContext {
    return {
      stores: this.judge.stores,
      allDesired: allDesiredOf(this.person.wants, this.judge.stores, this.server.minor),
      edited: this.judge.edited,
      isForeign: this.judge.isForeign.bind(this.judge),
    }
  }

  /** Deletions that need no more rights than a tenant has end before it gets any back. */
  private async endDeletions(): Promise<void> {
    const calm = this.clock.monotonic()
    for (;;) {
      const left = findStuckDeletions(this.endContext(), this.rights)
      if (left.length === 0 || this.judge.violations.length > 0) return
      if (this.clock.monotonic() - calm >= soon) {
        for (const text of left) this.judge.report('finalizer stays', text)
        return
      }
      await this.clock.advance(look)
    }
  }

  private followServer(): void {
    const { store } = this.server
    if (store !== undefined) this.judge.follow('hub', store)
  }

  private plan(fault: Fault): void {
    if ('from' in fault) {
      this.clock.after(fault.from, () => this.tell(tellFault(fault)))
    }
    if (fault.what === 'stop') {
      this.clock.after(fault.from, () => this.places[fault.operator]?.process?.stop())
      const { operator } = fault
      this.clock.after(fault.to, () => this.places[operator]?.process?.goOn())
    }
    if ('at' in fault) this.clock.after(fault.at, () => this.tell(tellFault(fault)))
  }

  private restart(operator: number): void {
    const place = this.places[operator]
    if (place === undefined) return
    const { process } = place
    process?.goOn()
    place.stop()
    this.clock.after(restartAfter, () => {
      if (place.process !== process) return
      place.die()
      place.start()
    })
  }

  private crash(place: OperatorPlace, text: string): void {
    this.tell(text)
    place.die()
    this.clock.after(restartAfter, () => {
      if (place.process === undefined) place.start()
    })
  }

  /** Counts a request that is sent, and says whether its sender dies of it at once. */
  private counts(who: SimulatedProcess, request: TransportRequest): boolean {
    const place = this.places.find(({ process }) => process === who)
    if (place === undefined) return false
    const number = (this.requests.get(place.number) ?? 0) + 1
    this.requests.set(place.number, number)
    if (place.number === 0 && request.method !== 'GET') this.writes.add(number)
    const deadly = this.crashes.of(place.number, number, this.clock.monotonic() - this.began)
    if (deadly === undefined) return false
    if (deadly.side === 'after') this.deadly.set(request, deadly)
    else this.crash(place, tellFault(deadly))
    return deadly.side === 'before'
  }

  private diesAfter(who: SimulatedProcess, request: TransportRequest): void {
    const deadly = this.deadly.get(request)
    const place = this.places.find(({ process }) => process === who)
    if (deadly !== undefined && place !== undefined) this.crash(place, tellFault(deadly))
  }

  private networkPorts() {
    return {
      clock: this.clock,
      random: new Random(`${this.story.seed} network`),
      weather: {
        fateOf: (who: SimulatedProcess, request: TransportRequest) => {
          if (this.counts(who, request)) return { is: 'swallowed' } as const
          return this.weather.fateOf(who, request)
        },
        delay: (who: SimulatedProcess) => this.weather.delay(who),
        stream: (who: SimulatedProcess) => this.weather.stream(who),
      },
      line: this.server.line,
      arrived: (who: SimulatedProcess, request: TransportRequest) => this.arrived(who, request),
    }
  }

  private operatorPorts() {
    return {
      ...this.networkPorts(),
      seed: this.story.seed,
      edgeLine: () => (this.weather.isWithoutEdge ? undefined : this.edge.line()),
      isWithoutCharts: () => this.weather.isWithoutCharts,
      told: (line: string) => this.tell(line),
      ended: (line: string) => this.judge.report('failed by itself', line),
    }
  }

  private arrived(who: SimulatedProcess, request: TransportRequest) {
    const head = `${who.name} ${request.method} ${request.path}`
    this.trace.add(this.clock.monotonic(), head, request.body)
    const isOperator = who.name.startsWith('operator-')
    const wrong = isOperator ? this.judge.arrives(who, request) : undefined
    return (status: number, body: Uint8Array) => {
      this.trace.add(this.clock.monotonic(), `${head} ${status}`, body)
      if (wrong !== undefined && status < 300) this.judge.report('write without the lead', wrong)
      if (!request.stream) this.diesAfter(who, request)
    }
  }

  private tell(text: string): void {
    this.events.push(`${tellTime(this.clock.monotonic() - this.began)}  ${text}`)
  }

  private async until(at: number): Promise<void> {
    for (;;) {
      const left = this.began + at - this.clock.monotonic()
      if (left <= 0 || this.judge.violations.length > 0) return
      await this.clock.advance(Math.min(left, step))
    }
  }

  /** Lets time pass until something has ended. */
  private async during(work: Promise<unknown>): Promise<void> {
    const ends: { readonly error?: unknown }[] = []
    work.then(
      () => ends.push({}),
      (error: unknown) => ends.push({ error }),
    )
    const latest = this.clock.monotonic() + patience
    while (ends.length === 0 && this.clock.monotonic() < latest) await this.clock.advance(5)
    const [end] = ends
    if (end === undefined) throw new Error('the simulation itself waits for ever')
    if ('error' in end) throw end.error
  }
}

/** When the last change has been made and the last fault is over. */
function endOf({ changes, faults }: Story): number {
  const ends = faults.map((fault) => ('to' in fault ? fault.to : 'at' in fault ? fault.at : 0))
  return Math.max(0, ...changes.map(({ at }) => at), ...ends) + 1000
}

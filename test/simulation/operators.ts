import { seededEntropy } from '../../src/chart/render/entropy.ts'
import { clusterCapabilities } from '../../src/chart/capabilities.ts'
import { type RenderRound, renderRound } from '../../src/chart/render/render-round.ts'
import { createKubeClient } from '../../src/kube/client.ts'
import { platformAccount, platformNamespace } from '../../src/operator/pass/platform-namespace.ts'
import { runOperator } from '../../src/operator/run-operator.ts'
import { strictPolicy } from '../../src/sources/policy/policy.ts'
import type { Clock } from '../../src/std/clock.ts'
import type { Entropy } from '../../src/template/func.ts'
import { operatorAccount } from '../operator/platform-rights.ts'
import { chartsOf, refreshOf } from './charts.ts'
import { type NetworkPorts, networkOf } from './network.ts'
import { Random } from './random.ts'
import { SimulatedProcess } from './simulated-process.ts'

export const platform = platformNamespace
/** The user of the kubeconfig of the other cluster. */
const administrator = { name: 'edge', groups: ['system:masters'] }
/** Few, so that one who keeps workers from others is found. */
const workers = 4

export interface OperatorPorts extends Omit<NetworkPorts, 'peer'> {
  readonly seed: string
  /** The way to the other cluster. */
  readonly edgeLine: NetworkPorts['line']
  readonly isWithoutCharts: () => boolean
  readonly told: (line: string) => void
  /** Hears that a process ended although nobody asked it to. */
  readonly ended: (line: string) => void
}

/** One place where an operator runs; when it dies, another process with another identity follows it. */
export class OperatorPlace {
  readonly number: number
  private readonly context: Clock
  private readonly ports: OperatorPorts
  private generation = 0
  private running: SimulatedProcess | undefined
  private stopping = new AbortController()
  private readonly allStopping: AbortController[] = []

  constructor(number: number, context: Clock, ports: OperatorPorts) {
    this.number = number
    this.context = context
    this.ports = ports
  }

  get process(): SimulatedProcess | undefined {
    return this.running
  }

  start(): void {
    const name = `operator-${this.number}.${++this.generation}`
    const who = new SimulatedProcess(name, this.context)
    this.running = who
    this.stopping = new AbortController()
    this.allStopping.push(this.stopping)
    const random = new Random(`${this.ports.seed} ${name}`)
    const { clock } = who
    const entropy = () => entropyOf(random, clock)
    const render = renderWith(entropy)
    const how = { rateLimit: 'none', gzip: false, clock, random: random.next } as const
    const clientOver = (line: NetworkPorts['line'], peer: NetworkPorts['peer']) =>
      createKubeClient({ ...how, transport: networkOf(who, { ...this.ports, line, peer }) })
    const options = {
      client: clientOver(this.ports.line, operatorAccount),
      connect: () => ({
        client: clientOver(this.ports.edgeLine, administrator),
        close: async () => {},
      }),
      fetching: { policy: strictPolicy, indexFolder: '/nowhere' },
      fetchChart: chartsOf(clock, () => random.between(5, 60), this.ports.isWithoutCharts),
      refresh: refreshOf(clock, () => random.between(5, 60), this.ports.isWithoutCharts),
      indexes: { find: async () => undefined, forget: async () => {} },
      renders: { now: render, ahead: render },
      entropy,
      platformNamespace: platform,
      platformAccount,
      identity: name,
      concurrency: workers,
      observer: {
        leading: () => this.ports.told(`${name} leads`),
        lost: () => this.ports.told(`${name} leads no longer`),
      },
    }
    runOperator(options, this.stopping.signal).catch((error: unknown) => {
      if (!who.isDead && !this.stopping.signal.aborted) {
        this.ports.ended(`${name} ended: ${String(error)}`)
        this.die()
      }
    })
  }

  /** At once: nothing more is sent, heard or remembered. */
  die(): void {
    this.running?.die()
    this.running = undefined
  }

  /** Lets go of what processes that died have left: a signal that never comes is kept for ever, and all that waits for it. */
  forget(): void {
    for (const one of this.allStopping) one.abort(new Error('the story is over'))
  }

  /** As when somebody asks it to end. */
  stop(): void {
    this.stopping.abort(new Error('told to stop'))
  }
}

function renderWith(entropy: () => Entropy): RenderRound {
  return async (request, given) => {
    const { chart, values, release, gitVersion, apiVersions, skipSchema } = request
    const capabilities = clusterCapabilities(gitVersion, apiVersions)
    const all = { values, release, skipSchema, capabilities, entropy: entropy(), warn: () => {} }
    return renderRound(chart, all, given)
  }
}

function entropyOf(random: Random, clock: Clock): Entropy {
  return seededEntropy(random.uuid(), BigInt(Math.floor(clock.now())) * 1_000_000n)
}

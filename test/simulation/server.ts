import { createPrivateKey } from 'node:crypto'
import { startApiServer } from '../../src/apiserver/server.ts'
import type { Store } from '../../src/apiserver/storage/store.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start-sandbox.ts'
import type { Clock } from '../../src/std/clock.ts'
import { keptFiles } from './kept-files.ts'
import { type Line, pause } from './network.ts'
import { Random } from './random.ts'

/** Workloads come alive soon: what is simulated is who waits for whom. */
const swift = {
  pull: 50,
  start: 20,
  ready: 100,
  run: 300,
  crash: 50,
  stop: 20,
  address: 20,
  volume: 20,
}
const away = 2000

// The key 1, whose public half is the generator of the curve: a new one would be different each time.
const tokenKey = createPrivateKey({
  format: 'jwk',
  key: {
    kty: 'EC',
    crv: 'P-256',
    d: hex('01'.padStart(64, '0')),
    x: hex('6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296'),
    y: hex('4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'),
  },
}).export({ type: 'pkcs8', format: 'pem' })

function hex(digits: string): string {
  return Buffer.from(digits, 'hex').toString('base64url')
}

export interface ServerOptions {
  /** The source of its chance. */
  readonly name: string
  readonly workloads: 'simulated' | 'none'
  /** Hears of what goes wrong inside it. */
  readonly failures: (error: unknown) => void
}

/** An API server with its workloads, which can stop and become another version of Kubernetes. */
export class SimulatedServer {
  private readonly clock: Clock
  private readonly random: Random
  private readonly files = keptFiles()
  private readonly failures: (error: unknown) => void
  private readonly workloads: 'simulated' | 'none'
  private running: Pick<Sandbox, 'server' | 'stop'> | undefined
  private life = new AbortController()
  private version = 0

  constructor(clock: Clock, { name, workloads, failures }: ServerOptions) {
    this.clock = clock
    this.random = new Random(name)
    this.workloads = workloads
    this.failures = failures
  }

  async start(minor: number): Promise<void> {
    this.life = new AbortController()
    this.version = minor
    const options = {
      files: this.files,
      clock: this.clock,
      random: this.random.next,
      newUid: this.random.uuid,
      tokenKey,
      minor,
      onFailure: this.failures,
    }
    if (this.workloads === 'simulated') {
      this.running = await startSandbox({ ...options, nodes: 1, delays: swift })
      return
    }
    const server = await startApiServer(options)
    this.running = { server, stop: () => server.close() }
  }

  /** Is away for a moment, and comes back as another version. */
  async become(minor: number): Promise<void> {
    const { running } = this
    this.running = undefined
    this.life.abort(new Error('the server has stopped'))
    await running?.stop()
    await pause(this.clock, away)
    await this.start(minor)
  }

  /** Undefined while it is away. */
  readonly line = (): Line | undefined => {
    const { running, life } = this
    return running === undefined ? undefined : { answer: running.server.answer, life: life.signal }
  }

  /** The minor version of Kubernetes that it is. */
  get minor(): number {
    return this.version
  }

  get store(): Store | undefined {
    return this.running?.server.registry.store
  }

  async stop(): Promise<void> {
    this.life.abort(new Error('the server has stopped'))
    await this.running?.stop()
  }
}

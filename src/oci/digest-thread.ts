import type { Hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { type DigestAlgorithm, type RunningDigest, type StartDigest, digestHere } from './digest.ts'
import { OciError } from './errors.ts'

const blockBytes = 256 * 1024
/** Blocks that are being filled and digested at once, those of all streams together. */
const blockCount = 12
/** A thread costs more to start than it saves for less. */
const worthwhile = 16 * 1024 * 1024
const resourceLimits = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 }

type Order =
  | { readonly stream: number; readonly algorithm: DigestAlgorithm }
  | { readonly stream: number; readonly at: number; readonly length: number }
  | { readonly stream: number; readonly end: 'digest' | 'drop' }

type Answer =
  /** The place of a block that may be filled again. */
  { readonly freed: number } | { readonly stream: number; readonly hex: string }

/**
 * Digests large streams on a thread, beside the one that carries their bytes: on a processor without instructions for it,
 * a digest takes longer than the way from one registry to the other.
 */
export class DigestThread {
  readonly #memory = new SharedArrayBuffer(blockCount * blockBytes)
  readonly #free = Array.from({ length: blockCount }, (_, block) => block * blockBytes)
  readonly #wanting: Waiting<number>[] = []
  readonly #asked = new Map<number, Waiting<string>>()
  #worker: Worker | undefined
  #failure: OciError | undefined
  #streams = 0
  /** Streams of fewer bytes are digested where they are read. */
  readonly #fewest: number

  constructor(fewest = availableParallelism() < 2 ? Infinity : worthwhile) {
    this.#fewest = fewest
  }

  readonly start: StartDigest = (algorithm, size) => {
    if (size < this.#fewest) return digestHere(algorithm, size)
    const stream = this.#streams++
    this.#tell({ stream, algorithm })
    return new ThreadDigest(stream, {
      memory: new Uint8Array(this.#memory),
      takeBlock: () => this.#free.pop() ?? this.#answered((one) => this.#wanting.push(one)),
      giveBack: (block) => this.#giveBack(block),
      tell: (order) => this.#tell(order),
      hex: () => this.#answered((one) => this.#asked.set(stream, one)),
    })
  }

  /** Ends the thread; streams that are under way fail. */
  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #tell(order: Order): void {
    this.#worker ??= this.#open()
    this.#worker.postMessage(order)
  }

  #open(): Worker {
    const program = `(${digestOrders.toString()})()`
    // Asked for here and not imported: most commands copy nothing, and should not load what threads take.
    const threads = process.getBuiltinModule('node:worker_threads')
    const options = { eval: true, workerData: this.#memory, resourceLimits }
    const worker = new threads.Worker(program, options)
    worker.on('message', (answer: Answer) => {
      if ('freed' in answer) return this.#giveBack(answer.freed)
      this.#asked.get(answer.stream)?.done(answer.hex)
      this.#asked.delete(answer.stream)
    })
    worker.once('error', (error) => this.#fail(error))
    worker.once('exit', () => this.#fail(undefined))
    return worker
  }

  #fail(cause: unknown): void {
    const message = 'the thread for digests ended before its work'
    this.#failure ??= new OciError('refused', message, { cause })
    for (const { failed } of [...this.#asked.values(), ...this.#wanting]) failed(this.#failure)
    this.#asked.clear()
    this.#wanting.length = 0
  }

  #giveBack(block: number): void {
    const first = this.#wanting.shift()
    if (first === undefined) this.#free.push(block)
    else first.done(block)
  }

  #answered<T>(wait: (waiting: Waiting<T>) => void): Promise<T> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure)
    return new Promise((done, failed) => wait({ done, failed }))
  }
}

interface Waiting<T> {
  readonly done: (found: T) => void
  readonly failed: (error: OciError) => void
}

interface ThreadPorts {
  readonly memory: Uint8Array
  readonly takeBlock: () => number | Promise<number>
  readonly giveBack: (block: number) => void
  readonly tell: (order: Order) => void
  /** The answer to an order that is given right after. */
  readonly hex: () => Promise<string>
}

/** One stream: its bytes go to the thread block by block. */
class ThreadDigest implements RunningDigest {
  readonly #stream: number
  readonly #ports: ThreadPorts
  #block: number | undefined
  #filled = 0

  constructor(stream: number, ports: ThreadPorts) {
    this.#stream = stream
    this.#ports = ports
  }

  update(bytes: Uint8Array): Promise<void> | undefined {
    let rest = bytes
    while (rest.length > 0) {
      const block = this.#block ?? this.#ports.takeBlock()
      if (typeof block !== 'number') return this.#updateLater(block, rest)
      this.#block = block
      rest = this.#fill(block, rest)
    }
    return undefined
  }

  async hex(): Promise<string> {
    this.#handOver()
    const answer = this.#ports.hex()
    this.#ports.tell({ stream: this.#stream, end: 'digest' })
    return await answer
  }

  drop(): void {
    if (this.#block !== undefined) this.#ports.giveBack(this.#block)
    this.#block = undefined
    this.#ports.tell({ stream: this.#stream, end: 'drop' })
  }

  async #updateLater(block: Promise<number>, rest: Uint8Array): Promise<void> {
    this.#block = await block
    await this.update(rest)
  }

  /** Gives what there was no room for. */
  #fill(block: number, bytes: Uint8Array): Uint8Array {
    const part = bytes.subarray(0, blockBytes - this.#filled)
    this.#ports.memory.set(part, block + this.#filled)
    this.#filled += part.length
    if (this.#filled === blockBytes) this.#handOver()
    return bytes.subarray(part.length)
  }

  #handOver(): void {
    if (this.#block === undefined) return
    this.#ports.tell({ stream: this.#stream, at: this.#block, length: this.#filled })
    this.#block = undefined
    this.#filled = 0
  }
}

/** The program of the thread, which is its text: it uses nothing from outside of it, and so the thread loads nothing. */
function digestOrders(): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { createHash } = process.getBuiltinModule('node:crypto')
  const memory = workerData as SharedArrayBuffer
  const hashes = new Map<number, Hash>()
  parentPort?.on('message', (order: Order) => {
    const { stream } = order
    const hash = hashes.get(stream)
    if ('algorithm' in order) hashes.set(stream, createHash(order.algorithm))
    else if ('at' in order) {
      hash?.update(new Uint8Array(memory, order.at, order.length))
      parentPort.postMessage({ freed: order.at })
    } else {
      hashes.delete(stream)
      if (order.end === 'digest') parentPort.postMessage({ stream, hex: hash?.digest('hex') })
    }
  })
}

import { type KubeClient, createKubeClient } from '../kube/client.ts'
import { writeJson } from '../kube/json.ts'
import type { Transport, TransportRequest } from '../kube/transport.ts'
import { applyMergePatch } from '../objects/patch/merge-patch.ts'
import { type Json, type JsonObject, fieldOf } from '../objects/json.ts'
import { type KubeObject, listAt, textAt } from '../objects/kube-object.ts'
import { type Clock, sleepOn } from '../std/clock.ts'

/** The fate of one request on the network. */
export type Fate = 'arrives' | 'is-lost' | 'answer-is-lost'

/** The network between one client and the server. */
export interface Network {
  readonly fateOf: (request: TransportRequest) => Fate
  /** Milliseconds for each way. */
  readonly delay: () => number
}

export const goodNetwork: Network = { fateOf: () => 'arrives', delay: () => 0 }

const forEver = 10 ** 9

/** Objects by path, with the versions and conflicts of the real server; nothing else of it. */
export class ObjectServer {
  readonly objects = new Map<string, KubeObject>()
  readonly writes: string[] = []
  private readonly clock: Clock
  private version = 0

  constructor(clock: Clock) {
    this.clock = clock
  }

  clientOver(network: Network, random: () => number = () => 0): KubeClient {
    const transport: Transport = async (request, signal) => {
      const fate = network.fateOf(request)
      await this.travel(fate === 'is-lost' ? forEver : network.delay(), signal)
      const { status, body } = this.answer(request)
      await this.travel(fate === 'answer-is-lost' ? forEver : network.delay(), signal)
      return { status, header: () => [], body: chunksOf(writeJson(body)) }
    }
    return createKubeClient({ transport, clock: this.clock, random, rateLimit: 'none' })
  }

  /** Puts an object in place, as if somebody had created it. */
  put(path: string, object: KubeObject): KubeObject {
    const metadata = {
      uid: `uid-${path}`,
      ...object.metadata,
      resourceVersion: String(++this.version),
    }
    const stored = { ...object, metadata }
    this.objects.set(path, stored)
    return stored
  }

  private async travel(milliseconds: number, signal: AbortSignal): Promise<void> {
    if (milliseconds > 0) await sleepOn(this.clock, milliseconds, signal)
  }

  private answer({ method, path: full, body }: TransportRequest): Answered {
    const path = full.split('?')[0] ?? ''
    const sent = body === undefined ? {} : (JSON.parse(body) as JsonObject)
    if (method === 'POST') return this.create(path, sent as KubeObject)
    const stored = this.objects.get(path)
    if (stored === undefined) return failure(404, 'NotFound')
    if (method === 'GET') return { status: 200, body: stored }
    this.writes.push(`${method} ${path}`)
    if (method === 'DELETE') return this.delete(path, stored, sent)
    const wanted = method === 'PUT' ? sent : applyMergePatch(stored, sent)
    const version = textAt(sent, ['metadata', 'resourceVersion'])
    if (version !== '' && version !== stored.metadata['resourceVersion'])
      return failure(409, 'Conflict')
    return { status: 200, body: this.update(path, wanted as KubeObject) }
  }

  private delete(path: string, stored: KubeObject, options: JsonObject): Answered {
    const version = textAt(options, ['preconditions', 'resourceVersion'])
    if (version !== '' && version !== stored.metadata['resourceVersion'])
      return failure(409, 'Conflict')
    this.objects.delete(path)
    return { status: 200, body: stored }
  }

  private create(collection: string, object: KubeObject): Answered {
    const path = `${collection}/${textAt(object, ['metadata', 'name'])}`
    this.writes.push(`POST ${path}`)
    if (this.objects.has(path)) return failure(409, 'AlreadyExists')
    return { status: 201, body: this.put(path, object) }
  }

  private update(path: string, object: KubeObject): KubeObject {
    const isLeaving = fieldOf(object.metadata, 'deletionTimestamp') !== undefined
    const stored = this.put(path, object)
    if (isLeaving && listAt(object, ['metadata', 'finalizers']).length === 0)
      this.objects.delete(path)
    return stored
  }
}

interface Answered {
  readonly status: number
  readonly body: Json
}

function failure(code: number, reason: string): Answered {
  return { status: code, body: { kind: 'Status', apiVersion: 'v1', code, reason, message: reason } }
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

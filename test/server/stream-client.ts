import { eventsIn } from '../../src/server/events-for-test.ts'
import { sleep } from '../../src/std/sleep.ts'

interface Listed {
  readonly metadata: { readonly name: string; readonly resourceVersion: string }
}

const pause = 100

/** A client that follows the instances of a namespace as the guide says: the list first, then changes, and where it broke it goes on. */
export class StreamClient {
  /** The version of each object, by its name. */
  readonly known = new Map<string, string>()
  /** Events that came twice, or that were older than what was known. */
  readonly doubled: string[] = []
  connects = 0
  resets = 0
  events = 0
  private readonly url: string
  private readonly token: string
  private readonly namespace: string
  private lastId = ''
  private readonly ids = new Set<string>()

  constructor(url: string, token: string, namespace: string) {
    this.url = url
    this.token = token
    this.namespace = namespace
  }

  /** Follows until the signal; a connection that breaks is opened again. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.follow(signal)
      } catch {
        // The server is gone for a moment.
      }
      if (!signal.aborted) await sleep(pause, signal).catch(() => {})
    }
  }

  private async follow(signal: AbortSignal): Promise<void> {
    const query = `kinds=instances&namespace=${this.namespace}`
    const resumed = this.lastId === '' ? {} : { 'last-event-id': this.lastId }
    const headers = { authorization: `Bearer ${this.token}`, ...resumed }
    const answer = await fetch(`${this.url}/api/v1/stream?${query}`, { headers, signal })
    if (!answer.ok) throw new Error(`the stream is answered with ${answer.status}`)
    for await (const { id, event, data } of eventsIn(answer)) {
      if (event === 'ready' || event === 'reset') {
        await this.readList(signal)
        this.connects++
      } else this.take(event, data.object as Listed | undefined, id)
      this.lastId = id
    }
  }

  private async readList(signal: AbortSignal): Promise<void> {
    this.resets++
    const headers = { authorization: `Bearer ${this.token}` }
    const path = `/api/v1/instances?namespace=${this.namespace}&limit=1000`
    const answer = await fetch(`${this.url}${path}`, { headers, signal })
    const { items } = (await answer.json()) as { readonly items: readonly Listed[] }
    this.known.clear()
    for (const { metadata } of items) this.known.set(metadata.name, metadata.resourceVersion)
  }

  private take(event: string, object: Listed | undefined, id: string): void {
    this.events++
    if (this.ids.has(id)) this.doubled.push(`event ${id} came twice`)
    this.ids.add(id)
    if (object === undefined) return
    const { name, resourceVersion } = object.metadata
    if (event === 'deleted') this.known.delete(name)
    else this.known.set(name, resourceVersion)
  }
}

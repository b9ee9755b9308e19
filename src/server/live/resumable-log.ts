import { randomBytes } from 'node:crypto'
import { writeJson } from '../../kube/json.ts'
import { shownObject } from '../resources/shown-object.ts'
import { type KubeObject, nameOf, namespaceOf } from '../../objects/kube-object.ts'

/** A change of an object, as streams tell it. */
export interface LoggedChange {
  readonly sequence: number
  readonly event: 'changed' | 'deleted'
  /** The word of the kind in paths, such as `plugins`. */
  readonly noun: string
  readonly namespace: string
  /** Of the object: its noun, namespace and name. */
  readonly key: string
  /** The event as streams send it, written once for all of them. */
  readonly text: string
}

/** Characters of JSON that are kept for streams that broke; the oldest go first. */
const mostCharacters = 32 * 1024 * 1024

/** The last changes in the order in which they were seen, so that a stream can go on where it broke. */
export class ResumableLog {
  /** Another one in every process: sequences of another process mean nothing here. */
  private readonly epoch = randomBytes(6).toString('base64url')
  /** Of each object the last change, in the order in which they were seen. */
  private readonly changes = new Map<string, LoggedChange>()
  private characters = 0
  /** The newest change that is no longer kept, other than by a newer one of the same object. */
  private forgotten = 0
  private readonly listeners = new Set<(change: LoggedChange) => void>()
  private last = 0

  /** Adds a change and tells every listener. */
  add(noun: string, event: LoggedChange['event'], object: KubeObject): void {
    const namespace = namespaceOf(object)
    const name = nameOf(object)
    const shown = event === 'deleted' ? { metadata: { namespace, name } } : shownObject(object)
    const sequence = ++this.last
    const data = writeJson({ noun, object: shown })
    const change: LoggedChange = {
      sequence,
      event,
      noun,
      namespace,
      key: `${noun}/${namespace}/${name}`,
      text: `id: ${this.idOf(sequence)}\nevent: ${event}\ndata: ${data}\n\n`,
    }
    this.drop(change.key)
    this.changes.set(change.key, change)
    this.characters += change.text.length
    for (const [key, oldest] of this.changes) {
      if (this.characters <= mostCharacters) break
      this.forgotten = oldest.sequence
      this.drop(key)
    }
    for (const listen of this.listeners) listen(change)
  }

  listen(listener: (change: LoggedChange) => void): () => void {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  /** The id of an event after which everything up to a sequence has been told. */
  idOf(sequence: number): string {
    return `${this.epoch}.${sequence}`
  }

  get newest(): number {
    return this.last
  }

  /** Everything after an id; undefined when that is no longer known, or the id is of another process. */
  after(id: string): readonly LoggedChange[] | undefined {
    const [epoch, sequence = ''] = id.split('.')
    const from = /^\d{1,15}$/.test(sequence) ? Number(sequence) : undefined
    if (epoch !== this.epoch || from === undefined || from > this.last) return undefined
    if (from < this.forgotten) return undefined
    return [...this.changes.values()].filter((one) => one.sequence > from)
  }

  /** The sequence of an id of this process. */
  sequenceOf(id: string): number {
    return Number(id.split('.')[1] ?? 0)
  }

  private drop(key: string): void {
    this.characters -= this.changes.get(key)?.text.length ?? 0
    this.changes.delete(key)
  }
}

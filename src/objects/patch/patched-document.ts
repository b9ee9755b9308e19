import { ObjectsError } from '../errors.ts'
import { isJsonList, isJsonObject, type Json, type JsonList, type JsonObject } from '../json.ts'

/** Bytes that the copies of one patch may add: as many as the API server allows. */
const maxCopied = 3 * 1024 * 1024

/** Items that the operations of one patch may move or compare. Ten thousand operations on long lists would take minutes. */
const maxWork = 50_000_000

/** The bytes that a value counts beside its text: quotes, commas, colons. */
const bytesPerValue = 3

export type Holder = JsonObject | JsonList

type Own = Record<string, Json> | Json[]

/**
 * A document while a patch is applied. Objects and lists are copied when they are first changed and then
 * changed in place, so that ten thousand operations on one large object cost no more than they are long.
 */
export class PatchedDocument {
  root: Json
  readonly #own = new WeakSet<Holder>()
  #copied = 0
  #work = 0

  constructor(root: Json) {
    this.root = root
  }

  /** The outermost object or list, to be changed; undefined when there is none. */
  ownRoot(): Holder | undefined {
    if (!isHolder(this.root)) return undefined
    const own = this.#toOwn(this.root)
    this.root = own
    return own
  }

  /**
   * The inner value of a holder that is our own, to be changed as well; undefined when that is
   * neither object nor list.
   */
  own(holder: Holder, key: string | number): Holder | undefined {
    const inner = isJsonList(holder) ? holder[Number(key)] : holder[key]
    if (!isHolder(inner)) return undefined
    const own = this.#toOwn(inner)
    if (own !== inner) this.write(holder, key, own)
    return own
  }

  write(holder: Holder, key: string | number, value: Json): void {
    // A plain assignment to this name would change the prototype.
    if (key === '__proto__') {
      const all = { value, writable: true, enumerable: true, configurable: true }
      Object.defineProperty(holder, key, all)
    } else (holder as Record<string | number, Json>)[key] = value
  }

  insert(list: JsonList, index: number, value: Json): void {
    this.#charge(list.length - index)
    ;(list as Json[]).splice(index, 0, value)
  }

  remove(holder: Holder, key: string | number): void {
    if (isJsonList(holder)) {
      this.#charge(holder.length - Number(key))
      ;(holder as Json[]).splice(Number(key), 1)
    } else delete (holder as Record<string, Json>)[String(key)]
  }

  /** A value that shares nothing with its source. Pays for it first, so that copies of copies end soon. */
  copyOf(value: Json): Json {
    return this.#copy(value, 0)
  }

  /** Pays for walking a value. */
  chargeWalk(value: Json | undefined): void {
    this.#charge(1)
    if (isJsonList(value)) for (const item of value) this.chargeWalk(item)
    else if (isJsonObject(value)) for (const item of Object.values(value)) this.chargeWalk(item)
  }

  #toOwn(holder: Holder): Holder {
    if (this.#own.has(holder)) return holder
    const own: Own = isJsonList(holder) ? [...holder] : { ...holder }
    this.#own.add(own)
    return own
  }

  #copy(value: Json, named: number): Json {
    this.#copied += bytesPerValue + named + (typeof value === 'string' ? value.length : 0)
    if (this.#copied > maxCopied)
      throw new ObjectsError(
        'patch-failed',
        `Unable to complete the copy, the accumulated size increase of copy is ${this.#copied}, exceeding the limit ${maxCopied}`,
      )
    if (isJsonList(value)) return value.map((item) => this.#copy(item, 0))
    if (!isJsonObject(value)) return value
    const copied: Record<string, Json> = {}
    for (const [name, inner] of Object.entries(value))
      this.write(copied, name, this.#copy(inner, name.length))
    return copied
  }

  #charge(items: number): void {
    this.#work += items
    if (this.#work <= maxWork) return
    throw new ObjectsError(
      'patch-failed',
      `The operations of a JSON patch may move and compare ${maxWork} items, these take more`,
    )
  }
}

function isHolder(value: Json | undefined): value is Holder {
  return isJsonList(value) || isJsonObject(value)
}

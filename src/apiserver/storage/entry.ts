import { parseJson } from '../../objects/json-text.ts'
import type { Json } from '../../objects/json.ts'

/**
 * The value stored under one name: the JSON of an object as it is answered, resourceVersion
 * included.
 */
export class Entry {
  readonly bucket: string
  readonly name: string
  readonly revision: number
  readonly bytes: Uint8Array
  #object: Json | undefined

  constructor(
    place: { readonly bucket: string; readonly name: string; readonly revision: number },
    bytes: Uint8Array,
    object?: Json,
  ) {
    this.bucket = place.bucket
    this.name = place.name
    this.revision = place.revision
    this.bytes = bytes
    this.#object = object
  }

  /** The parsed object: parsed at the first call, shared by all callers, never to be changed. */
  get object(): Json {
    this.#object ??= parseJson(Buffer.from(this.bytes).toString('utf8'))
    return this.#object
  }
}

/** One change: `previous` is what was there before, `entry` what is there now or, deleted, was last. */
export interface StoreEvent {
  readonly type: 'put' | 'delete'
  readonly revision: number
  readonly entry: Entry
  readonly previous: Entry | undefined
  /** When it happened, in milliseconds since 1970; 0 when it was read from the log. */
  readonly at: number
}

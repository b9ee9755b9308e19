import type { JsonObject } from '../../objects/json.ts'

/** The part of a container's log that a client asks for. */
export interface LogOptions {
  readonly container: string
  readonly follow: boolean
  readonly previous: boolean
  readonly timestamps: boolean
  readonly tailLines: number | undefined
  readonly limitBytes: number | undefined
  /** Nothing from before this moment, in milliseconds since 1970. */
  readonly since: number | undefined
}

/** Gives what a container of a pod wrote; with `follow` until it ends or nobody listens any more. */
export type PodLogs = (
  pod: JsonObject,
  options: LogOptions,
  signal: AbortSignal,
) => AsyncIterable<Uint8Array>

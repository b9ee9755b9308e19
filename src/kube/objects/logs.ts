import { type ObjectTarget, objectPath } from '../api-resource.ts'
import type { KubeClient } from '../client.ts'

export interface LogOptions {
  readonly container?: string
  /** Goes on until the container ends. */
  readonly follow?: boolean
  /** Of the run before this one. */
  readonly previous?: boolean
  readonly sinceSeconds?: number
  readonly tailLines?: number
  readonly limitBytes?: number
  readonly timestamps?: boolean
}

/** The log of a container, as it comes. */
export async function* readLogs(
  client: KubeClient,
  pod: ObjectTarget,
  options: LogOptions,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const { container, follow, previous, sinceSeconds, tailLines, limitBytes, timestamps } = options
  const query = { container, follow, previous, sinceSeconds, tailLines, limitBytes, timestamps }
  const path = objectPath(pod, 'log')
  const response = await client.open({ method: 'GET', path, query, accept: '*/*' }, signal)
  yield* response.body
}

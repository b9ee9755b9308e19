import type { KubeClient } from '../../kube/client.ts'
import { KubeError } from '../../kube/errors.ts'
import type { Leadership } from './leadership.ts'

declare const fence: unique symbol

/**
 * A client that writes only while its process leads: each write asks for the lead at the moment when it is sent, after it has
 * waited for its turn. Only this file makes them, and a client that is derived
 * from one is fenced as well.
 */
export interface FencedClient extends KubeClient {
  readonly [fence]: true
  readonly impersonating: (...who: Parameters<KubeClient['impersonating']>) => FencedClient
  readonly withPriority: (...priority: Parameters<KubeClient['withPriority']>) => FencedClient
  readonly withWriteCheck: (...check: Parameters<KubeClient['withWriteCheck']>) => FencedClient
}

/** The same client, whose writes are refused as soon as the lead is lost. Reads go on. */
export function fenceClient(client: KubeClient, leadership: Leadership): FencedClient {
  const check = () => {
    try {
      leadership.throwIfLost()
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new KubeError('fenced', `not sent, because this process leads no longer: ${why}`, {
        cause,
      })
    }
  }
  return client.withWriteCheck(check) as FencedClient
}

/** The same client for somebody who only looks: every write is refused. */
export function withoutWrites(client: KubeClient): FencedClient {
  return client.withWriteCheck(refuse) as FencedClient
}

function refuse(): never {
  throw new KubeError('fenced', 'not sent, because this client only reads')
}

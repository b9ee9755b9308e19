import type { Send } from '../../oci/client/http.ts'
import { type Registry, type RegistryOptions, connectRegistry } from '../../oci/client/registry.ts'
import type { RetryOptions } from '../../oci/client/retry.ts'
import type { Transport } from '../../oci/client/transport.ts'
import type { ChartRequest, FetchOptions } from '../chart-request.ts'
import { createGuardedTransport } from '../http/guarded-transport.ts'
import { isNamed } from '../policy/policy.ts'
import { withoutUndefined } from './without-undefined.ts'

/** The options for connecting to a registry. */
export type RegistryAccess = Pick<
  FetchOptions,
  'policy' | 'plainHttp' | 'findCredentials' | 'timeouts' | 'lookup'
> & {
  /** Sends in the pace that the host is spoken to. */
  readonly pace?: (send: Send) => Send
  readonly retries?: RetryOptions
  readonly startDigest?: RegistryOptions['startDigest']
}

/** A registry under the policy. */
export function openRegistry(
  host: string,
  { trust, tls }: Pick<ChartRequest, 'trust' | 'tls'>,
  access: RegistryAccess,
): { readonly registry: Registry; readonly close: () => Promise<void> } {
  const { policy, plainHttp, findCredentials, timeouts, lookup, pace, retries, startDigest } =
    access
  const transport: Transport = {
    send: (request, signal) => paced(request, signal),
    close: () => guarded.close(),
  }
  const mayReceiveLogin = (server: URL) => isNamed(policy, server)
  const more = withoutUndefined({ plainHttp, findCredentials, retries, startDigest })
  const registry = connectRegistry(host, { transport, mayReceiveLogin, ...more })
  // Where the registry is, is its client's to say: it knows about http and Docker Hub.
  const place = { policy, source: registry.base, trust }
  const guarded = createGuardedTransport({
    ...place,
    ...withoutUndefined({ tls, timeouts, lookup }),
  })
  const paced = pace === undefined ? guarded.send : pace(guarded.send)
  return { registry, close: guarded.close }
}

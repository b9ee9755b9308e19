import type { FetchOptions } from '../../sources/chart-request.ts'
import { openTemporaryFolder } from '../../std/node/temporary-folder.ts'
import type { Ports } from '../verb.ts'
import { addressPolicyOf } from './address-policy.ts'

/** How charts may be fetched. */
export interface FetchChoice {
  readonly allow: readonly string[]
  readonly plainHttp: boolean
}

/** Runs something that fetches what objects of the platform name. */
export async function withFetching<T>(
  { allow, plainHttp }: FetchChoice,
  ports: Ports,
  act: (fetching: FetchOptions) => Promise<T>,
): Promise<T> {
  // Of this run alone: a folder with a name that others know could be theirs.
  const { path: indexFolder, remove } = await openTemporaryFolder('rehearsal')
  try {
    return await act({
      policy: addressPolicyOf(allow, ports),
      indexFolder,
      plainHttp: plainHttp ? 'always' : 'loopback',
    })
  } finally {
    await remove()
  }
}

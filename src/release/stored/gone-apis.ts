import type { Discovery } from '../../kube/discovery/discovery.ts'
import type { RemovedApi } from '../../objects/api/removed-apis.ts'
import { formatApiVersion } from '../../objects/kube-object.ts'
import type { IsGone } from '../desired/renew-apis.ts'

/**
 * Which APIs stored revisions should no longer name on a server that is, or is about to be, Kubernetes 1.`minor`: those that
 * version is without, as soon as the server has what follows them, and at the latest when it has them no more.
 */
export async function goneApis(
  discovery: Discovery,
  minor: number,
  signal: AbortSignal,
): Promise<IsGone> {
  const served = new Set(await discovery.apiVersions(signal))
  const serves = (apiVersion: string, { kind }: RemovedApi) => served.has(`${apiVersion}/${kind}`)
  return (api) => {
    if (api.removedIn > minor) return false
    const { group, version, replacement } = api
    if (!serves(formatApiVersion(group, version), api)) return true
    return replacement !== undefined && serves(replacement, api)
  }
}

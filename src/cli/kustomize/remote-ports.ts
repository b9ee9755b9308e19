import type { ChartRequest } from '../../kustomize/errors.ts'
import type { RemotePorts } from '../../kustomize/remote/fetch-remote.ts'
import { untrustedFiles } from '../../sources/untrusted-files.ts'
import { openChart } from '../chart/sources/open-chart.ts'
import { openSources } from '../chart/sources/open-sources.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import type { Io } from '../io.ts'
import type { Ports } from '../verb.ts'

/** How a command brings what a kustomization names: charts as all commands do, with the logins of the user. */
export async function openRemotePorts(
  connection: Connection,
  context: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<RemotePorts> {
  const { fetching } = await openSources(connection, context.ports, signal)
  const chart = async ({ repo, name, version }: ChartRequest, inner: AbortSignal) => {
    const isRegistry = repo.startsWith('oci://')
    const choice = {
      ...connection,
      version: version === '' ? undefined : version,
      repo: isRegistry ? undefined : repo,
      passCredentials: false,
      verify: false,
      keyring: undefined,
    }
    const wanted = isRegistry ? `${repo.replace(/\/$/, '')}/${name}` : name
    return (await openChart(wanted, choice, context, inner)).raw
  }
  return { ...untrustedFiles(fetching), chart }
}

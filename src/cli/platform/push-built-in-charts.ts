import { credentialsForHost } from '../../oci/auth/find-credentials.ts'
import { connectRegistry } from '../../oci/client/registry.ts'
import { createTransport } from '../../oci/client/transport.ts'
import { pushChart } from '../../sources/oci/push-chart.ts'
import { autoscalerReleases } from './autoscaler-releases.ts'
import type { BuiltInChart } from './built-in-charts.ts'

// The same charts give the same manifests, so that starting again pushes nothing new.
const created = '2026-01-01T00:00:00Z'

/** Puts our own charts into the registry of the platform, below `charts/`. */
export async function pushBuiltInCharts(
  charts: readonly BuiltInChart[],
  { host, writeToken }: { readonly host: string; readonly writeToken: string },
  signal: AbortSignal,
): Promise<void> {
  const transport = createTransport({})
  const findCredentials = credentialsForHost(host, { kind: 'bearer', token: writeToken })
  try {
    const registry = connectRegistry(host, { transport, findCredentials })
    const push = ({ archive }: BuiltInChart) =>
      pushChart(registry, { below: 'charts', archive, created }, signal)
    await Promise.all([...charts, ...autoscalerReleases(charts)].map(push))
  } finally {
    await transport.close()
  }
}

import { apiVersion } from '../../kinds/group.ts'
import { extensionKind } from '../../kinds/extension.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import type { KubeClient } from '../../kube/client.ts'
import { KubeError } from '../../kube/errors.ts'
import { extensionOfCharts } from '../../actions/catalogue/extension-of-charts.ts'
import type { BuiltInChart } from './built-in-charts.ts'
import { builtInOffer, builtInRepositories } from './built-in-offers.ts'

const fieldManager = 'outrigger-start'
const labels = { 'app.kubernetes.io/part-of': 'outrigger' }

/** Offers our own charts as extensions. One that somebody has changed or written stays as it is. */
export async function offerBuiltInCharts(
  charts: readonly BuiltInChart[],
  client: KubeClient,
  signal: AbortSignal,
): Promise<void> {
  const resource = resourceOf(extensionKind)
  const offer = async ({ chart }: BuiltInChart): Promise<void> => {
    const { name } = chart.metadata
    const repo = builtInRepositories.charts
    const spec = builtInOffer(name, extensionOfCharts([chart], { name, repo, is: 'repository' }))
    const extension = { apiVersion, kind: extensionKind.kind, metadata: { name, labels }, spec }
    try {
      await applyObject(client, resource, extension, { fieldManager }, signal)
    } catch (error) {
      if (!(error instanceof KubeError) || error.code !== 'conflict') throw error
    }
  }
  await Promise.all(charts.map(offer))
}

import type { Chart, Table } from '../../chart/chart.ts'
import type { FetchDocument } from '../../chart/render/with-documents.ts'
import type { PrintedRender } from '../../chart/render/template-output.ts'
import { defaultCrds } from '../../kinds/shared-fields.ts'
import { printId } from '../../release/desired/object-id.ts'
import { makePlan } from '../../release/plan/make-plan.ts'
import { blockers } from '../../release/plan/plan.ts'
import { renderRelease } from '../../release/render/render-release.ts'
import type { ClusterChoice } from '../options/cluster-options.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import { withReleases } from '../release/open-releases.ts'
import type { Ports } from '../verb.ts'

export interface ClusterRender {
  readonly name: string
  readonly chart: Chart
  readonly values: Table
  readonly isUpgrade: boolean
  readonly skipSchema: boolean
  readonly documents: FetchDocument
  readonly cluster: ClusterChoice
}

/**
 * Renders with the capabilities of a cluster and its answers to lookups, and fails when the cluster would
 * not take the objects.
 */
export async function renderOnCluster(
  { name, chart, values, isUpgrade, skipSchema, documents, cluster }: ClusterRender,
  context: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<PrintedRender> {
  return await withReleases({ cluster, output: 'table' }, context, async (releases) => {
    const { namespace, client, discovery } = releases
    const facts = { name, namespace, revision: 1, isUpgrade }
    const input = { chart, values, skipSchema }
    const { rendered } = await renderRelease(input, facts, { ...releases, documents }, signal)
    const plan = await makePlan(
      {
        target: { client, namespace, name },
        verb: isUpgrade ? 'upgrade' : 'install',
        rendered,
        discovery,
        conflicts: 'take',
        // An upgrade takes the objects that it finds on the cluster for its own.
        takeOwnership: isUpgrade,
        createNamespace: true,
        crds: defaultCrds,
      },
      signal,
    )
    const found = blockers(plan).map(({ object, problem }) => {
      return `${printId(object.id)} (${object.source}): ${problem.message}`
    })
    if (found.length > 0) throw new PlainError(`the cluster would refuse:\n${found.join('\n')}`)
    return rendered
  })
}

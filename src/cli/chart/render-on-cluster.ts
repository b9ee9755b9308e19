import type { Chart, Table } from '../../chart/chart.ts'
import type { PrintedRender } from '../../chart/template-output.ts'
import { printId } from '../../release/desired/object-id.ts'
import { makePlan } from '../../release/plan/make-plan.ts'
import { blockers } from '../../release/plan/plan.ts'
import { renderRelease } from '../../release/render-release.ts'
import type { ClusterChoice } from '../cluster-options.ts'
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
  readonly cluster: ClusterChoice
}

/**
 * Renders with the capabilities of a cluster and its answers to lookups, and fails when the cluster would
 * not take the objects.
 */
export async function renderOnCluster(
  { name, chart, values, isUpgrade, skipSchema, cluster }: ClusterRender,
  world: { readonly ports: Ports; readonly io: Io },
  signal: AbortSignal,
): Promise<PrintedRender> {
  return await withReleases({ cluster, output: 'table' }, world, async (releases) => {
    const { namespace, client, discovery } = releases
    const facts = { name, namespace, revision: 1, isUpgrade }
    const { rendered } = await renderRelease({ chart, values, skipSchema }, facts, releases, signal)
    const plan = await makePlan(
      {
        target: { client, namespace, name },
        verb: isUpgrade ? 'upgrade' : 'install',
        rendered,
        discovery,
        conflicts: 'take',
        // What an upgrade finds on the cluster is its own.
        takeOwnership: isUpgrade,
        createNamespace: true,
        crds: 'upgrade',
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

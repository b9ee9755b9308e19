import type { FencedClient } from '../../../controller/election/fenced-client.ts'
import type { Package } from '../../../expansion/package/open-package.ts'
import { clusterKind } from '../../../kinds/cluster.ts'
import type { Finding } from '../../../kinds/conditions.ts'
import type { Expansion } from '../../../kinds/expansion.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { applyStatus } from '../../pass/apply-status.ts'
import type { JoinedCluster } from './decide.ts'
import type { PassedCluster } from './status.ts'

/** The joined clusters that get the applications of a package. */
export function passedTo(
  opened: Package,
  expansion: Expansion,
  joined: readonly JoinedCluster[],
): readonly string[] {
  if (!passesThrough(opened, expansion)) return []
  return joined.filter(({ optedOut }) => !optedOut).map(({ name }) => name)
}

/** The fate of the package on each joined cluster. */
export function passedClusters(
  opened: Package,
  expansion: Expansion,
  joined: readonly JoinedCluster[],
): readonly PassedCluster[] {
  if (!passesThrough(opened, expansion)) {
    return joined.map(({ name }) => ({ name, state: 'OptedOut', waiting: [] }))
  }
  const { files, hooks, provider } = opened.declaration.content
  const forMachines = [
    ...(files.length === 0 ? [] : [`${files.length} files`]),
    ...(hooks.length === 0 ? [] : [`${hooks.length} hooks`]),
    ...(provider.length === 0 ? [] : [`${provider.length} files of the provider`]),
  ]
  return joined.map(({ name, optedOut, hasMachines }) => {
    if (optedOut) return { name, state: 'OptedOut', waiting: [] }
    // A cluster without a provider has nobody who copies files to its machines.
    if (!hasMachines) return { name, state: 'Passed', waiting: forMachines }
    return { name, state: 'Passed', waiting: [], forMachines }
  })
}

function passesThrough({ declaration }: Package, { spec }: Expansion): boolean {
  return !spec.disablePassThrough && !declaration.content.disable_pass_through_to_platform
}

const fieldManager = 'outrigger-expansion'

/** Writes into each Cluster's status what of the package waits for a provider. */
export async function tellClusters(
  clusters: readonly PassedCluster[],
  expansion: string,
  client: FencedClient,
  signal: AbortSignal,
): Promise<void> {
  for (const cluster of clusters) {
    const target = { resource: resourceOf(clusterKind), name: cluster.name }
    const object = await getObject(client, target, {}, signal)
    // It left meanwhile.
    if (object === undefined) continue
    const findings = [findingOf(cluster, expansion)]
    const desired = { findings, fields: {}, observedGeneration: 'none', fieldManager } as const
    await applyStatus(client, clusterKind, { object, desired }, signal)
  }
}

function findingOf(
  { state, waiting, forMachines = [] }: PassedCluster,
  expansion: string,
): Finding {
  const about = (text: string) => `expansion ${expansion}: ${text}`
  const type = 'Expansion'
  if (state === 'OptedOut') {
    return { type, status: 'True', reason: 'Skipped', message: about('goes without it as asked') }
  }
  if (waiting.length === 0) {
    const own = `its applications are passed on; ${forMachines.join(', ')} go to machines that its provider makes or adds`
    const message = about(forMachines.length === 0 ? 'all of it is passed on' : own)
    return { type, status: 'True', reason: 'Done', message }
  }
  const missing = `${waiting.join(', ')} wait for a provider`
  const message = about(`its applications are passed on; ${missing}`)
  return { type, status: 'False', reason: 'Waiting', message }
}

import { parseKubernetesVersion } from '../../catalog/choice/kubernetes-version.ts'
import type { Cluster } from '../../kinds/cluster.ts'
import type { ExtensionInstance } from '../../kinds/extension-instance.ts'
import { skewOf } from '../clusters/node-skew.ts'
import type { InstanceReads } from '../kinds/extension-instance/context.ts'
import { newestKnownMinor } from './foreseen-cluster.ts'
import type { Rehearsal } from './rehearsal.ts'
import { type RehearsalContext, rehearseInstance } from './rehearse-instance.ts'

export interface RehearsalRequest {
  readonly cluster: Cluster
  /** The version that it has; told by the cluster itself. */
  readonly from: string
  /** `1.36`, or with a patch. */
  readonly to: string
  readonly kubelets: readonly string[]
  /** Told before each instance is looked at, which may take a while. */
  readonly report?: (line: string) => void
}

/** The meaning of an upgrade of Kubernetes for everything on a cluster. Nothing is written. */
export async function rehearse(
  { cluster, from, to, kubelets, report }: RehearsalRequest,
  context: RehearsalContext,
  signal: AbortSignal,
): Promise<Rehearsal> {
  const toMinor = Number(parseKubernetesVersion(to)?.minor ?? 0)
  const known = { from, to, toMinor }
  const instances = []
  const all = inOrder(instancesOn(cluster, context.instances), context.instances)
  for (const instance of all) {
    report?.(`looks at ${keyOf(instance)}, ${instances.length + 1} of ${all.length}`)
    instances.push(await rehearseInstance(instance, known, context, signal))
  }
  return {
    cluster: cluster.metadata.name,
    from,
    to,
    instances,
    notices: [...skewNotices(to, kubelets), ...tableNotice(toMinor)],
  }
}

// Those that name no cluster are on the operator's own.
function instancesOn(
  { metadata, spec }: Cluster,
  { instances }: Pick<InstanceReads, 'instances'>,
): readonly ExtensionInstance[] {
  return instances.values().filter(({ spec: desired, metadata: own }) => {
    if (own.deletionTimestamp !== undefined) return false
    return desired.cluster === metadata.name || (desired.cluster === undefined && spec.inCluster)
  })
}

// Dependencies come first; among equals by name.
function inOrder(
  instances: readonly ExtensionInstance[],
  { extensions }: InstanceReads,
): readonly ExtensionInstance[] {
  const byName = instances.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
  const ordered = new Set<ExtensionInstance>()
  const open = new Set<ExtensionInstance>()
  const visit = (instance: ExtensionInstance): void => {
    if (ordered.has(instance) || open.has(instance)) return
    open.add(instance)
    const needs = extensions.value(instance.spec.extension)?.spec.dependsOn ?? []
    for (const { extension } of needs)
      for (const one of byName) if (one.spec.extension === extension) visit(one)
    ordered.add(instance)
  }
  for (const instance of byName) visit(instance)
  return [...ordered]
}

function keyOf({ metadata }: ExtensionInstance): string {
  return `${metadata.namespace}/${metadata.name}`
}

function skewNotices(to: string, kubelets: readonly string[]): readonly string[] {
  const { tooOld, unread } = skewOf(to, kubelets)
  return [
    ...(tooOld.length === 0
      ? []
      : [
          `kubelets ${tooOld.join(', ')} are too far from ${to}: nothing moves before they are upgraded`,
        ]),
    ...(unread === 0
      ? []
      : [`${unread} kubelets have a version that cannot be read; they do not count`]),
  ]
}

function tableNotice(toMinor: number): readonly string[] {
  const newest = newestKnownMinor()
  if (toMinor <= newest) return []
  return [
    `which kinds Kubernetes 1.${toMinor} adds is not known here: our tables end with 1.${newest}`,
  ]
}

import type { KubeClient } from '../../kube/client.ts'
import type { Discovery } from '../../kube/discovery/discovery.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { customResources } from './cascades.ts'
import type { Problem } from './plan.ts'

// These the server refuses even where there are no objects.
const always: readonly string[] = ['stored-version-removed', 'scope-changed', 'names-changed']

/** The dangers of changing a definition: a narrower schema stands in nobody's way while it has no objects. */
export async function easeDangers(
  problems: readonly Problem[],
  crd: KubeObject,
  { client, discovery }: { readonly client: KubeClient; readonly discovery: Discovery },
  signal: AbortSignal,
): Promise<readonly Problem[]> {
  if (!problems.some(isForObjects)) return problems
  const objects = await customResources(client, discovery, crd, signal)
  if (objects === undefined || objects.length > 0) return problems
  return problems.map((one) => (isForObjects(one) ? { ...one, blocking: false } : one))
}

function isForObjects(problem: Problem): boolean {
  return problem.is === 'crd-danger' && problem.blocking && !always.includes(problem.rule)
}

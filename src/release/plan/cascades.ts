import type { KubeClient } from '../../kube/client.ts'
import type { Discovery } from '../../kube/discovery/discovery.ts'
import { isKubeError } from '../../kube/errors.ts'
import { listObjects } from '../../kube/list-objects.ts'
import { textAt } from '../../objects/kube-object.ts'
import { idOf } from '../desired/object-id.ts'
import type { ObjectName } from '../release.ts'
import type { PlannedObject, Problem } from './plan.ts'

/** A planned deletion of a definition, with the custom resources that would go with it. */
export async function withCascade(
  planned: PlannedObject,
  client: KubeClient,
  discovery: Discovery,
  signal: AbortSignal,
): Promise<PlannedObject> {
  const { action, id, object } = planned
  if (action !== 'prune' || id.kind !== 'CustomResourceDefinition' || object === undefined)
    return planned
  const group = textAt(object, ['spec', 'group'])
  const kind = textAt(object, ['spec', 'names', 'kind'])
  const objects = await customResources(client, discovery, { group, kind }, signal)
  if (objects.length === 0) return planned
  const what =
    objects.length === 1 ? `1 ${kind} is` : `${objects.length} objects of kind ${kind} are`
  const message = `${what} deleted with it`
  const problem: Problem = { is: 'cascade', objects, message, blocking: false }
  return { ...planned, problems: [...planned.problems, problem] }
}

/** All objects of a custom kind, in all namespaces; none when we may not look. */
export async function customResources(
  client: KubeClient,
  discovery: Discovery,
  kind: { readonly group: string; readonly kind: string },
  signal: AbortSignal,
): Promise<readonly ObjectName[]> {
  const resource = await discovery.findKind(kind, signal)
  if (resource === undefined) return []
  try {
    const { objects } = await listObjects(client, { resource }, { metadataOnly: true }, signal)
    return objects.map(idOf)
  } catch (error) {
    if (isKubeError(error, 'forbidden', 'not-found')) return []
    throw error
  }
}

import type { KubeClient } from '../../kube/client.ts'
import type { Discovery } from '../../kube/discovery/discovery.ts'
import { isKubeError } from '../../kube/errors.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import type { JsonObject } from '../../objects/json.ts'
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
  const kind = textAt(object, ['spec', 'names', 'kind'])
  const objects = await customResources(client, discovery, object, signal)
  if (objects === undefined || objects.length === 0) return planned
  const what =
    objects.length === 1 ? `1 ${kind} is` : `${objects.length} objects of kind ${kind} are`
  const message = `${what} deleted with it`
  const problem: Problem = { is: 'cascade', objects, message, blocking: false }
  return { ...planned, problems: [...planned.problems, problem] }
}

/** All objects of a definition, in all namespaces; undefined when we may not look. */
export async function customResources(
  client: KubeClient,
  discovery: Discovery,
  crd: JsonObject,
  signal: AbortSignal,
): Promise<readonly ObjectName[] | undefined> {
  const group = textAt(crd, ['spec', 'group'])
  const kind = textAt(crd, ['spec', 'names', 'kind'])
  const resource = await discovery.findKind({ group, kind }, signal)
  if (resource === undefined) return []
  try {
    const { objects } = await listObjects(client, { resource }, { metadataOnly: true }, signal)
    return objects.map(idOf)
  } catch (error) {
    if (isKubeError(error, 'not-found')) return []
    if (isKubeError(error, 'forbidden')) return undefined
    throw error
  }
}

import type { ActionTarget } from '../../actions/changes/action-target.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { ObjectTarget, Selection } from '../../kube/api-resource.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { OpenCluster } from '../options/cluster-options.ts'
import { PlainError } from '../errors.ts'
import type { KindView } from './kind-view.ts'
import type { Look } from './look-options.ts'

/** Where one object is; what is in no namespace has none. */
export function targetOf(
  { definition }: KindView,
  name: string,
  { namespace }: Pick<OpenCluster, 'namespace'>,
): ObjectTarget {
  const resource = resourceOf(definition)
  return resource.namespaced ? { resource, namespace, name } : { resource, name }
}

/** One object, for the actions that people ask for here and over the network. */
export function actionTarget(
  { definition }: KindView,
  name: string,
  { client, namespace }: OpenCluster,
): ActionTarget {
  return { client, definition, namespace, name }
}

/** The objects that are looked at; one that is named and missing is an error. */
export async function objectsOf(
  view: KindView,
  look: Look,
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  return await explainMissingKinds(async () => {
    if (look.names.length === 0) {
      return (await listObjects(cluster.client, selectionOf(view, look, cluster), {}, signal))
        .objects
    }
    return await Promise.all(look.names.map((name) => oneObject(view, name, cluster, signal)))
  })
}

/** One object by its name. */
export async function oneObject(
  view: KindView,
  name: string,
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<KubeObject> {
  const target = targetOf(view, name, cluster)
  const found = await explainMissingKinds(() => getObject(cluster.client, target, {}, signal))
  if (found !== undefined) return found
  const place = target.namespace === undefined ? '' : ` in namespace ${target.namespace}`
  throw new PlainError(`there is no ${view.noun} ${name}${place}`)
}

/** The selection that a watch follows. */
export function selectionOf(view: KindView, look: Look, cluster: OpenCluster): Selection {
  const resource = resourceOf(view.definition)
  const [name, ...others] = look.names
  return {
    resource,
    ...(resource.namespaced && !look.everywhere ? { namespace: cluster.namespace } : {}),
    ...(look.selector === undefined ? {} : { labelSelector: look.selector }),
    ...(name !== undefined && others.length === 0
      ? { fieldSelector: `metadata.name=${name}` }
      : {}),
  }
}

/** Says what to do about a cluster that does not know our kinds. */
export async function explainMissingKinds<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    // A namespace that is missing, or an object that went meanwhile, is not found either, and says so by itself.
    if (!isKubeError(error, 'not-found') || /namespaces? |" not found/.test(error.message))
      throw error
    const todo =
      'run "outrigger init" to set the platform up there, or "outrigger start" for one of your own'
    throw new PlainError(`this cluster has no outrigger platform: ${todo}`, { cause: error })
  }
}

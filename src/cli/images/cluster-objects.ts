import { revisionsOf } from '../../actions/releases/plugin-revisions.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { readManifest } from '../../release/desired/read-manifest.ts'
import type { ReleaseRecord } from '../../release/release.ts'
import { type ClusterChoice, type OpenCluster, withCluster } from '../options/cluster-options.ts'
import { PlainError } from '../errors.ts'
import type { Io } from '../io.ts'
import { instanceView } from '../instance/instance-view.ts'
import { oneObject, targetOf } from '../kind/objects-of.ts'
import { pluginView } from '../plugin/plugin-view.ts'
import { findRevision, openStore, recordsOf } from '../release/read-release.ts'
import type { Ports } from '../verb.ts'
import { withNamedCluster } from './named-cluster.ts'

interface Context {
  readonly ports: Ports
  readonly io: Io
}

/** The objects of a release, of the release of an instance or plugin, or all releases and pods of a cluster. */
export async function clusterObjects(
  { kind, name }: { readonly kind: string; readonly name: string },
  choice: ClusterChoice,
  context: Context,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  if (kind === 'cluster') {
    const all = async (cluster: OpenCluster) => {
      const pods = await runningPods(cluster, signal)
      return [...(await releaseObjects(cluster, context, signal)), ...pods]
    }
    return await withNamedCluster({ name, choice }, context, all, signal)
  }
  return await withCluster(choice, context, async (cluster) => {
    if (kind === 'release') {
      const place = { namespace: cluster.namespace, name }
      const store = openStore(cluster, context.ports, context.io)
      return objectsOf((await findRevision(store, place, 0, signal)).record)
    }
    const plugin =
      kind === 'instance'
        ? await pluginOfInstance(name, cluster, signal)
        : await oneObject(pluginView, name, cluster, signal)
    const last = (await revisionsOf(plugin, cluster.client, recordsOf(context), signal)).at(-1)
    if (last === undefined) throw new PlainError(`${kind} ${name} has not been installed yet`)
    return objectsOf(last.record)
  })
}

/** An instance has a Plugin of its own name. */
async function pluginOfInstance(
  name: string,
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<KubeObject> {
  await oneObject(instanceView, name, cluster, signal)
  const plugin = await getObject(cluster.client, targetOf(pluginView, name, cluster), {}, signal)
  if (plugin !== undefined) return plugin
  throw new PlainError(`instance ${name} has not been installed yet`)
}

const pods = { group: '', version: 'v1', resource: 'pods', kind: 'Pod', namespaced: true }

/** All pods of a cluster. */
export async function runningPods(
  cluster: OpenCluster,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  return (await listObjects(cluster.client, { resource: pods }, {}, signal)).objects
}

/** The objects and hooks of the releases that are installed on a cluster. */
export async function releaseObjects(
  cluster: OpenCluster,
  { ports, io }: Context,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const store = openStore(cluster, ports, io)
  const newest = new Map(
    (await store.list({}, signal)).map((one) => [`${one.namespace}/${one.name}`, one]),
  )
  const read = await store.readAll([...newest.values()], signal)
  return read.flatMap(({ record }) => objectsOf(record))
}

function objectsOf({ manifest, hooks }: ReleaseRecord): readonly KubeObject[] {
  return [manifest, ...(hooks ?? []).map((hook) => hook.manifest)].flatMap((text) =>
    readManifest(text ?? ''),
  )
}

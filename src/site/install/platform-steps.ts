import { clusterKind } from '../../kinds/cluster.ts'
import { extensionInstanceKind } from '../../kinds/extension-instance.ts'
import { extensionKind } from '../../kinds/extension.ts'
import { apiVersion } from '../../kinds/group.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import type { SiteFile } from '../../kinds/site-file.ts'
import type { KubeClient } from '../../kube/client.ts'
import { isKubeError } from '../../kube/errors.ts'
import { applyObject } from '../../kube/objects/apply-object.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { type KubeObject, nameOf, textAt } from '../../objects/kube-object.ts'
import { applicationObjects } from './applications.ts'
import type { SiteContext } from './site-context.ts'
import { waitReady } from './wait-ready.ts'

const configMaps = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
} as const
/** Says which installer made the platform. */
const siteConfigMap = 'outrigger-site'
const fieldManager = 'outrigger-site'
const labels = { 'app.kubernetes.io/part-of': 'outrigger' }

/** Does something with the new cluster. */
async function onCluster<T>(
  { connect, paths }: SiteContext,
  act: (client: KubeClient) => Promise<T>,
): Promise<T> {
  const { client, close } = await connect(paths.kubeconfig)
  try {
    return await act(client)
  } finally {
    await close()
  }
}

/** Notes on the cluster which versions it has. */
export async function noteVersions(context: SiteContext, signal: AbortSignal): Promise<string> {
  const { cluster } = await context.readSite()
  const { version, namespace } = context
  const data = { installer: version, kubernetes: cluster.version ?? '', cluster: cluster.name }
  const metadata = { name: siteConfigMap, namespace, labels }
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data }
  await onCluster(context, (client) =>
    applyObject(client, configMaps, body, { force: true, fieldManager }, signal),
  )
  return `installer ${version}`
}

/** The versions of a platform that is there; undefined when none is. */
export async function readVersions(
  context: SiteContext,
  signal: AbortSignal,
): Promise<{ readonly installer: string; readonly kubernetes: string } | undefined> {
  const place = { resource: configMaps, namespace: context.namespace, name: siteConfigMap }
  const found = await onCluster(context, (client) => getObject(client, place, {}, signal))
  if (found === undefined) return undefined
  const text = (key: string) => textAt(found, ['data', key])
  return { installer: text('installer'), kubernetes: text('kubernetes') }
}

/** Makes the cluster a Cluster of its own platform. One that somebody wrote stays as it is. */
export async function importCluster(context: SiteContext, signal: AbortSignal): Promise<string> {
  const { cluster } = await context.readSite()
  const body = {
    apiVersion,
    kind: clusterKind.kind,
    metadata: {
      name: cluster.name,
      labels: { ...cluster.labels, ...labels },
      annotations: { ...cluster.annotations },
    },
    spec: { inCluster: true },
  }
  const made = await onCluster(context, (client) =>
    createOnce(client, resourceOf(clusterKind), body, signal),
  )
  return `Cluster ${cluster.name}${made === 'made' ? '' : ' was there'}`
}

/** Installs applications as instances: one after the other, or all and then waits. */
export async function installApplications(
  context: SiteContext,
  which: 'platformApplications' | 'applications',
  signal: AbortSignal,
): Promise<string> {
  const site = await context.readSite()
  const wanted = site[which].filter(({ enabled }) => enabled)
  return await onCluster(context, async (client) => {
    for (const application of wanted) {
      await install(application, { client, site, context }, signal)
      if (which === 'platformApplications')
        await instanceReady(application.name, client, context, signal)
    }
    for (const { name } of wanted) await instanceReady(name, client, context, signal)
    return `${wanted.length} are ready`
  })
}

interface ApplicationTarget {
  readonly client: KubeClient
  readonly site: SiteFile
  readonly context: SiteContext
}

async function install(
  application: SiteFile['applications'][number],
  { client, site, context }: ApplicationTarget,
  signal: AbortSignal,
): Promise<void> {
  const resource = resourceOf(extensionKind)
  const { objects } = await listObjects(client, { resource }, {}, signal)
  const { extension, instance } = applicationObjects(application, {
    namespace: context.namespace,
    ownCluster: site.cluster.name,
    expansion: context.expansion,
    // An Extension that an earlier run made for the application itself does not count.
    offered: new Set(objects.map(nameOf).filter((name) => name !== application.name)),
  })
  if (extension !== undefined) await createOnce(client, resource, extension, signal)
  await createOnce(client, resourceOf(extensionInstanceKind), instance, signal)
}

async function instanceReady(
  name: string,
  client: KubeClient,
  { namespace }: SiteContext,
  signal: AbortSignal,
): Promise<void> {
  await waitReady(client, { resource: resourceOf(extensionInstanceKind), namespace, name }, signal)
}

// An object that is there was made by an earlier run, or is somebody's own: neither is overwritten.
async function createOnce(
  client: KubeClient,
  resource: ReturnType<typeof resourceOf>,
  object: KubeObject,
  signal: AbortSignal,
): Promise<'made' | 'there'> {
  try {
    await createObject(client, resource, object, { fieldManager }, signal)
    return 'made'
  } catch (error) {
    if (isKubeError(error, 'already-exists')) return 'there'
    throw error
  }
}

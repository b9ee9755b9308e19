import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ChartToUpload, registryUploads } from '../../../expansion/carry-out/upload-charts.ts'
import { apiVersion } from '../../../kinds/group.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { repositoryKind } from '../../../kinds/repository.ts'
import type { SiteFile } from '../../../kinds/site-file.ts'
import type { KubeClient } from '../../../kube/client.ts'
import { applyObject } from '../../../kube/objects/apply-object.ts'
import { platformNamespace } from '../../../operator/pass/platform-namespace.ts'
import { SiteError } from '../../../site/errors.ts'
import type { SitePaths } from '../../../site/install/site-paths.ts'
import { waitReady } from '../../../site/install/wait-ready.ts'
import {
  type PickedUp,
  freeRepositories,
  pickUpCharts,
} from '../../platform/custom/pick-up-charts.ts'
import { customRepository } from '../../platform/custom/push-custom-charts.ts'
import { chartsBrought } from '../../platform/custom/read-custom-charts.ts'
import {
  type SiteRegistry,
  connectSiteRegistry,
  findSiteRegistry,
  writeLogin,
} from './site-registry.ts'

const resource = resourceOf(repositoryKind)
const labels = { 'app.kubernetes.io/part-of': 'outrigger' }

/** The charts that somebody put beside the file of a site. All problems come at once; `told` hears of the rest of the folder. */
export function siteCharts(
  { charts }: SiteFile,
  { folder }: SitePaths,
  told: (trouble: Error) => void,
): readonly ChartToUpload[] {
  const path = resolve(folder, charts ?? 'charts')
  if (existsSync(path)) return chartsBrought(path, told)
  if (charts === undefined) return []
  throw new SiteError('bad-site', `charts: wanted a folder with charts, found none at ${path}`)
}

interface SiteTarget {
  readonly site: SiteFile
  readonly paths: SitePaths
  readonly client: KubeClient
}

/** Pushes charts into the registry of the site and offers them as the Repository `custom`. */
export async function pushSiteCharts(
  charts: readonly ChartToUpload[],
  { site, paths, client }: SiteTarget,
  signal: AbortSignal,
): Promise<string> {
  const offer = await upload(charts, await findSiteRegistry(site, paths, signal), client, signal)
  const troubles: string[] = []
  const troubled = ({ message }: Error) => void troubles.push(message)
  const free = { client, troubled, mayReplace: () => true }
  for (const { name, spec } of await freeRepositories(offer, free, signal)) {
    const metadata = { name, namespace: platformNamespace, labels }
    const body = { apiVersion, kind: repositoryKind.kind, metadata, spec }
    const how = { force: true, fieldManager: 'outrigger-site' }
    await applyObject(client, resource, body, how, signal)
    await waitReady(client, { resource, namespace: platformNamespace, name }, signal)
  }
  return [`${charts.length} of your own`, ...troubles].join('; ')
}

/** Gives the Repository that offers them. */
async function upload(
  charts: readonly ChartToUpload[],
  target: SiteRegistry,
  client: KubeClient,
  signal: AbortSignal,
): Promise<PickedUp['repository']> {
  const { host, folder, login } = target
  if (target.kind === 'embedded') {
    const writing = { host, writeToken: target.login.password }
    return (await pickUpCharts(charts, writing, signal)).repository
  }
  const { registry, close } = connectSiteRegistry({ host, login })
  try {
    const uploads = registryUploads(registry, folder)
    for (const chart of charts) await uploads.upload(chart, signal)
  } finally {
    await close()
  }
  const secretName = login === undefined ? undefined : await writeLogin(login, client, signal)
  return customRepository(charts, { address: `oci://${join(host, folder)}`, secretName })
}

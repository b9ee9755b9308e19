import { type ChartToUpload, registryUploads } from '../../../expansion/carry-out/upload-charts.ts'
import { resourceOf } from '../../../kinds/kind-definition.ts'
import { repositoryKind } from '../../../kinds/repository.ts'
import type { KubeClient } from '../../../kube/client.ts'
import { getObject } from '../../../kube/objects/get-object.ts'
import { textAt } from '../../../objects/kube-object.ts'
import { credentialsForHost } from '../../../oci/auth/find-credentials.ts'
import { listRepositories } from '../../../oci/client/lists.ts'
import { connectRegistry } from '../../../oci/client/registry.ts'
import { createTransport } from '../../../oci/client/transport.ts'
import { platformNamespace } from '../../../operator/pass/platform-namespace.ts'
import type { PlatformInput } from '../platform-objects.ts'
import { customGroup } from './read-custom-charts.ts'

type Repository = PlatformInput['repositories'][number]

/** The charts of users in the registry of the platform. */
export interface PickedUp {
  readonly url: string
  readonly count: number
  /** The Repository that offers them; undefined when there are none. */
  readonly repository: Repository | undefined
}

/**
 * Puts charts of users into the registry of the platform, below `custom/`. A version that is there with other bytes is replaced:
 * the folder is the user's word. Charts of earlier starts are still in the registry, and are offered with the others.
 */
export async function pickUpCharts(
  charts: readonly ChartToUpload[],
  { host, writeToken }: { readonly host: string; readonly writeToken: string },
  signal: AbortSignal,
): Promise<PickedUp> {
  const transport = createTransport({})
  const findCredentials = credentialsForHost(host, { kind: 'bearer', token: writeToken })
  try {
    const registry = connectRegistry(host, { transport, findCredentials })
    const uploads = registryUploads(registry, '')
    for (const chart of charts) await uploads.upload(chart, signal)
    const all = (await listRepositories(registry, {}, signal)) ?? []
    const names = all.flatMap((path) => {
      const [group, name = '', ...deeper] = path.split('/')
      return group === customGroup && name !== '' && deeper.length === 0 ? [name] : []
    })
    const url = uploads.addressOf(customGroup)
    const spec = { url, charts: names.toSorted(), origin: customGroup }
    const repository = names.length === 0 ? undefined : { name: customGroup, spec }
    return { url, count: names.length, repository }
  } finally {
    await transport.close()
  }
}

/** Those who may be in the way of the Repository, and the words for that. */
export interface FreePorts {
  readonly client: KubeClient
  readonly troubled: (error: Error) => void
  /** Whether one of ours with this address may be written over. */
  readonly mayReplace: (url: string) => boolean
}

/** Whether an address is of a registry that a start serves: it goes with that process. */
export function isOfStart(url: string): boolean {
  return url.startsWith('oci://127.0.0.1:')
}

/** The Repository of these charts, unless somebody else has one of that name, which stays. */
export async function freeRepositories(
  repository: Repository | undefined,
  { client, troubled, mayReplace }: FreePorts,
  signal: AbortSignal,
): Promise<PlatformInput['repositories']> {
  if (repository === undefined) return []
  const { name, spec } = repository
  const target = { resource: resourceOf(repositoryKind), namespace: platformNamespace, name }
  const found = await getObject(client, target, {}, signal)
  const url = textAt(found, ['spec', 'url'])
  const isOurs = textAt(found, ['metadata', 'labels', 'app.kubernetes.io/part-of']) === 'outrigger'
  if (found === undefined || (isOurs && mayReplace(url))) return [repository]
  const wanted = typeof spec['url'] === 'string' ? spec['url'] : ''
  const message = `repository ${name} has ${url} and stays: write another one for ${wanted}`
  troubled(new Error(message))
  return []
}

import { clusterKind } from '../../src/kinds/cluster.ts'
import { extensionInstanceKind } from '../../src/kinds/extension-instance.ts'
import { extensionKind } from '../../src/kinds/extension.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { profileKind } from '../../src/kinds/profile.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import { core } from '../operator/resources.ts'
import { mirror, repository } from './charts.ts'
import { platform } from './operators.ts'
import { secretText } from './told-secrets.ts'
import type { Person } from './person.ts'
import type { DesiredInstance, Offered } from './story.ts'

/** The name of the Repository, the Extension and the Profile of a story. */
export const repositoryName = 'shop'
const extensionName = 'paint'
const profileName = 'painted'
/** The labels of the clusters that the Profile is for: nothing runs on the other one. */
const painted = { paint: 'yes' }

/** The instance that the Profile gives. */
export const givenInstance = `${platform}/${extensionName}`

/** The Kubernetes from which on the second version of the Extension fits. */
export const laterMinor = 35

/** The cluster that everything runs on, as Profiles see it. */
export async function addOwnCluster(person: Person): Promise<void> {
  const spec = { inCluster: true, namespace: platform }
  const metadata = { name: 'own', labels: painted }
  const object = { apiVersion, kind: 'Cluster', metadata, spec }
  await person.apply(resourceOf(clusterKind), object)
}

export async function writeRepository(
  person: Person,
  is: 'there' | 'moved' | 'private' | 'gone',
): Promise<void> {
  const key = `${platform}/${repositoryName}`
  if (is === 'gone') return person.remove(resourceOf(repositoryKind), key)
  await person.apply(resourceOf(repositoryKind), {
    apiVersion,
    kind: 'Repository',
    metadata: { namespace: platform, name: repositoryName },
    spec: {
      url: is === 'moved' ? mirror : repository,
      interval: '1m',
      visibility: is === 'private' ? 'private' : 'public',
    },
  })
}

export async function writeExtension(person: Person, offers: Offered | undefined): Promise<void> {
  if (offers === undefined) return person.remove(resourceOf(extensionKind), extensionName)
  const { chart, versions } = offers
  const [first, later] = versions
  const source = (version: string) => ({
    version,
    repo: repository,
    name: chart,
    chartVersion: version,
  })
  await person.apply(resourceOf(extensionKind), {
    apiVersion,
    kind: 'Extension',
    metadata: { name: extensionName },
    spec: {
      sources: [source(first), { ...source(later), kubernetes: `>=1.${laterMinor}` }],
      retirement: 'upgrade',
    },
  })
}

export async function writeInstance(
  person: Person,
  key: string,
  desired: DesiredInstance | undefined,
): Promise<void> {
  const resource = resourceOf(extensionInstanceKind)
  if (desired === undefined) return person.remove(resource, key)
  const [namespace = '', name = ''] = key.split('/')
  await person.apply(resource, {
    apiVersion,
    kind: 'ExtensionInstance',
    metadata: { namespace, name },
    spec: {
      extension: extensionName,
      parameters: { color: desired.color },
      enabled: desired.enabled,
    },
  })
}

export async function writeProfile(person: Person, color: string | undefined): Promise<void> {
  if (color === undefined) return person.remove(resourceOf(profileKind), profileName)
  const extensions = [{ extension: extensionName, mode: 'enforced', parameters: { color } }]
  await person.apply(resourceOf(profileKind), {
    apiVersion,
    kind: 'Profile',
    metadata: { name: profileName },
    spec: { clusterSelector: { matchLabels: painted }, extensions },
  })
}

/** The name of the object that the values of a plugin come from. */
export function valuesName(plugin: string): string {
  return `${plugin.split('/')[1] ?? ''}-values`
}

/** The key in it. */
export const valuesKey = 'values.yaml'

export async function writeValues(
  person: Person,
  plugin: string,
  { kind, color }: { readonly kind: 'ConfigMap' | 'Secret'; readonly color: string | undefined },
): Promise<void> {
  const [namespace = ''] = plugin.split('/')
  const name = valuesName(plugin)
  if (color === undefined) return person.remove(core(kind), `${namespace}/${name}`)
  const text = JSON.stringify(kind === 'Secret' ? { color, token: secretText } : { color })
  const data = { [valuesKey]: kind === 'Secret' ? Buffer.from(text).toString('base64') : text }
  const metadata = { namespace, name }
  await person.apply(core(kind), { apiVersion: 'v1', kind, metadata, data })
}

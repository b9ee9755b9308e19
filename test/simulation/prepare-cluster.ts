import { allKinds } from '../../src/kinds/all-kinds.ts'
import { customResourceDefinition } from '../../src/kinds/custom-resource-definition.ts'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'
import { platformRights, rights } from '../operator/platform-rights.ts'
import { core, crds } from '../operator/resources.ts'
import { platform } from './operators.ts'
import type { Person } from './person.ts'
import type { Rights } from './story.ts'

const group = 'rbac.authorization.k8s.io'
const rbac = `${group}/v1`
const account = 'outrigger'

const rightsOfPlatform = platformRights()

/** Our kinds, the platform's namespace, and tenants with accounts of their own. */
export async function prepareCluster(person: Person, tenants: readonly string[]): Promise<void> {
  for (const kind of allKinds) {
    await person.apply(crds, customResourceDefinition(kind) as KubeObject)
  }
  await person.apply(core('Namespace'), namespaceOf(platform))
  for (const { resource, object } of rightsOfPlatform) await person.apply(resource, object)
  for (const tenant of tenants) {
    await person.apply(core('Namespace'), namespaceOf(tenant))
    await giveAccount(person, tenant)
    await giveRights(person, tenant, 'everything')
    const subjects = [{ kind: 'ServiceAccount', namespace: tenant, name: account }]
    await person.apply(rights.clusterRole, {
      apiVersion: rbac,
      kind: 'ClusterRole',
      metadata: { name: 'bring-definitions' },
      rules: [
        {
          apiGroups: ['apiextensions.k8s.io'],
          resources: ['customresourcedefinitions'],
          verbs: ['*'],
        },
      ],
    })
    await person.apply(rights.clusterBinding, {
      apiVersion: rbac,
      kind: 'ClusterRoleBinding',
      metadata: { name: `bring-definitions-${tenant}` },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'bring-definitions' },
      subjects,
    })
  }
}

/** The other cluster needs nothing but a namespace, and the first one its kubeconfig. */
export async function prepareEdge(person: Person, onEdge: Person): Promise<void> {
  await onEdge.apply(core('Namespace'), namespaceOf(platform))
  const name = 'edge'
  const kubeconfig = JSON.stringify({
    clusters: [{ name, cluster: { server: 'https://edge.example.test' } }],
    users: [{ name, user: { token: 'not-a-secret' } }],
    contexts: [{ name, context: { cluster: name, user: name } }],
    'current-context': name,
  })
  await person.apply(core('Secret'), {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace: platform },
    data: { kubeconfig: Buffer.from(kubeconfig).toString('base64') },
  })
}

/** Adds the other cluster to those that plugins may go to. */
export async function addEdge(person: Person): Promise<void> {
  const metadata = { name: 'edge' }
  const spec = { kubeconfig: { secretName: 'edge' } }
  await person.apply(resourceOf(clusterKind), { apiVersion, kind: 'Cluster', metadata, spec })
}

export async function takeEdge(person: Person): Promise<void> {
  await person.remove(resourceOf(clusterKind), 'edge')
}

export async function giveAccount(person: Person, tenant: string): Promise<void> {
  const metadata = { namespace: tenant, name: account }
  await person.apply(core('ServiceAccount'), { apiVersion: 'v1', kind: 'ServiceAccount', metadata })
}

export async function takeAccount(person: Person, tenant: string): Promise<void> {
  await person.remove(core('ServiceAccount'), `${tenant}/${account}`)
}

/** The rights of a tenant's account in its own namespace from now on. */
export async function giveRights(person: Person, tenant: string, may: Rights): Promise<void> {
  const metadata = { namespace: tenant, name: account }
  await person.apply(rights.role, { apiVersion: rbac, kind: 'Role', metadata, rules: rulesOf(may) })
  await person.apply(rights.binding, {
    apiVersion: rbac,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: group, kind: 'Role', name: account },
    subjects: [{ kind: 'ServiceAccount', namespace: tenant, name: account }],
  })
}

// No more than charts need: Leases and Plugins are none of an account's business.
function rulesOf(may: Rights) {
  if (may === 'nothing') return []
  const maps = may === 'everything' ? ['configmaps'] : []
  return [
    { apiGroups: [''], resources: ['secrets', 'services', ...maps], verbs: ['*'] },
    { apiGroups: ['apps', 'batch', 'sim.example.com'], resources: ['*'], verbs: ['*'] },
  ]
}

function namespaceOf(name: string): KubeObject {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name } }
}

import { expect } from 'vitest'
import { Discovery } from '../../src/kube/discovery/discovery.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { kindOf, nameOf, namespaceOf } from '../../src/objects/kube-object.ts'
import { readManifest } from '../../src/release/desired/read-manifest.ts'
import { fileURLToPath } from 'node:url'
import { runCli } from '../cli/run-cli.ts'
import { type OtherCluster, startOn } from './start-story.ts'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

const { signal } = new AbortController()

/** Deletes what `init --dry-run` printed, all at once, as `kubectl delete -f - --wait=false` does. */
export type DeleteManifest = (manifest: string) => Promise<void>

/** The same by our own client, in the order of the documents. */
export function deleteDocuments({ client }: OtherCluster): DeleteManifest {
  return async (manifest) => {
    const discovery = new Discovery(client)
    for (const object of readManifest(manifest)) {
      const resource = await discovery.findKind(kindOf(object), signal)
      if (resource === undefined) continue
      const namespace = namespaceOf(object)
      const place = namespace === '' ? {} : { namespace }
      await deleteObject(client, { resource, ...place, name: nameOf(object) }, {}, signal)
    }
  }
}

/** A platform in use: removed in the wrong order, told so, and removed in the right one. */
export async function playRemoval(
  cluster: OtherCluster,
  charts: string,
  kubectlDelete: DeleteManifest,
): Promise<void> {
  const outrigger = (...words: readonly string[]) =>
    runCli(words, {
      file: main,
      environment: { KUBECONFIG: cluster.kubeconfig, HOME: cluster.root },
    })
  const startOperator = () => startOn(cluster, 'removed', { allow: [charts] })
  expect((await outrigger('init')).exitCode).toBe(0)
  const first = await startOperator()
  const source = ['--repo', charts, '--chart', 'config', '--wait', '-q']
  expect(await outrigger('plugin', 'create', 'web', ...source)).toMatchObject({ exitCode: 0 })

  // In use, it is not removed.
  expect(await outrigger('init', '--remove')).toMatchObject({
    exitCode: 1,
    stderr:
      'error: the platform is in use by Plugin default/web; delete them first, or let --uninstall-plugins uninstall them all\n',
  })

  // Somebody deletes everything at once: the operator goes, and so do the accounts.
  await first.close()
  const { stdout: manifest } = await outrigger('init', '--dry-run')
  expect(manifest).toContain('# outrigger init --remove takes a platform away in order')
  await kubectlDelete(manifest)
  const early = await outrigger('init')
  expect(early).toMatchObject({ exitCode: 1 })
  expect(early.stderr).toContain('the platform is being removed')
  expect(early.stderr).toContain('outrigger init --remove')

  // The removal brings back what it needs, and says that an operator is missing.
  const late = await outrigger('init', '--remove', '--timeout', '3s')
  expect(late).toMatchObject({ exitCode: 1 })
  expect(late.stdout).toContain('serviceaccount/outrigger in default created again')
  expect(late.stderr).toContain('not gone in time: Plugin default/web')
  const second = await startOperator()
  const done = await outrigger('init', '--remove')
  expect([done.exitCode, done.stderr]).toEqual([0, ''])
  // The last Plugin may take a definition along that was deleted before.
  expect(done.stdout).toContain('customresourcedefinition/')
  expect(done.stdout).toContain('namespace outrigger-system is left')
  await second.close()
  expect(await leftOvers(cluster)).toEqual([])

  // Nothing is in the way of the next one.
  expect((await outrigger('init')).stderr).toContain('the platform is set up')
}

const core = { group: '', version: 'v1', namespaced: true } as const
const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' } as const
const places = [
  { resource: { ...core, resource: 'configmaps', kind: 'ConfigMap' }, name: 'web' },
  { resource: { ...core, resource: 'serviceaccounts', kind: 'ServiceAccount' }, name: 'outrigger' },
  {
    resource: { ...rbac, resource: 'rolebindings', kind: 'RoleBinding', namespaced: true },
    name: 'outrigger-tenant',
  },
  {
    resource: { ...rbac, resource: 'clusterroles', kind: 'ClusterRole', namespaced: false },
    name: 'outrigger-edit',
  },
  {
    resource: {
      group: 'apiextensions.k8s.io',
      version: 'v1',
      resource: 'customresourcedefinitions',
      kind: 'CustomResourceDefinition',
      namespaced: false,
    },
    name: 'plugins.outrigger.dev',
  },
] as const

async function leftOvers({ client }: OtherCluster): Promise<readonly string[]> {
  const found = await Promise.all(
    places.map(({ resource, name }) => {
      const place = resource.namespaced ? { namespace: 'default' } : {}
      return getObject(client, { resource, ...place, name }, {}, signal)
    }),
  )
  return found.flatMap((one) => (one === undefined ? [] : [`${one.kind} ${nameOf(one)}`]))
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { openPlatform } from '../../src/cli/platform/open-platform.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { Discovery } from '../../src/kube/discovery/discovery.ts'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { kindOf, nameOf, namespaceOf } from '../../src/objects/kube-object.ts'
import { readManifest } from '../../src/release/desired/read-manifest.ts'
import { fixedPorts, runCli } from '../cli/run-cli.ts'
import { startStoryRepository } from './story-repository.ts'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const charts = fileURLToPath(new URL('./testdata/charts', import.meta.url))
const { signal } = new AbortController()

/** Deletes what `init --dry-run` printed, all at once, as `kubectl delete -f - --wait=false` does. */
export type DeleteManifest = (manifest: string) => Promise<void>

/** The same by our own client, in the order of the documents. */
export function deleteDocuments(kubeconfig: string): DeleteManifest {
  return async (manifest) => {
    const connection = await findConnection({ kubeconfig, environment: {} })
    const { client, close } = connect(connection, { rateLimit: 'none' })
    const discovery = new Discovery(client)
    for (const object of readManifest(manifest)) {
      const resource = await discovery.findKind(kindOf(object), signal)
      if (resource === undefined) continue
      const namespace = namespaceOf(object)
      const place = namespace === '' ? {} : { namespace }
      await deleteObject(client, { resource, ...place, name: nameOf(object) }, {}, signal)
    }
    await close()
  }
}

/** A platform in use: removed in the wrong order, told so, and removed in the right one. */
export async function playRemoval(kubeconfig: string, kubectlDelete: DeleteManifest) {
  const folder = await mkdtemp(join(tmpdir(), 'removal-story-'))
  const served = await startStoryRepository(charts)
  const outrigger = (...words: readonly string[]) =>
    runCli(words, { environment: { KUBECONFIG: kubeconfig, HOME: folder } })
  const startOperator = () => {
    const ports = fixedPorts()
    return openPlatform(
      {
        folder: join(folder, 'platform'),
        cluster: { kubeconfig },
        ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
        allow: [served.url],
        tenants: [],
      },
      { ...ports, program: { ...ports.program, file: main }, environment: process.env },
      { troubled: () => {} },
      signal,
    )
  }
  try {
    expect((await outrigger('init')).exitCode).toBe(0)
    const first = await startOperator()
    const source = ['--repo', served.url, '--chart', 'config', '--wait', '-q']
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
    expect(done.stdout).toContain('customresourcedefinition/plugins.outrigger.dev deleted')
    expect(done.stdout).toContain('namespace outrigger-system is left')
    await second.close()
    expect(await leftOvers(kubeconfig)).toEqual([])

    // Nothing is in the way of the next one.
    expect((await outrigger('init')).stderr).toContain('the platform is set up')
  } finally {
    await served.stop()
    await rm(folder, { recursive: true, force: true })
  }
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
] as const

async function leftOvers(kubeconfig: string): Promise<readonly string[]> {
  const connection = await findConnection({ kubeconfig, environment: {} })
  const { client, close } = connect(connection, { rateLimit: 'none' })
  const found = await Promise.all(
    places.map(({ resource, name }) => {
      const place = resource.namespaced ? { namespace: 'default' } : {}
      return getObject(client, { resource, ...place, name }, {}, signal)
    }),
  )
  await close()
  return found.flatMap((one) => (one === undefined ? [] : [`${one.kind} ${nameOf(one)}`]))
}

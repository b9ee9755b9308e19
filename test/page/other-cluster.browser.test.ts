import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { changingSandbox } from '../platform/changing-cluster.ts'
import { applyAs } from './apply-as.ts'
import { bindings } from './stage-tokens.ts'
import { forgive, storyStage, visit } from './stories.ts'

// The platform runs on one sandbox and installs on another, where nobody has rights at first.
let edgeFile: string
const stage = storyStage(async () => {
  const [hub, edge] = [await changingSandbox(), await changingSandbox()]
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-edge-'))
  const file = join(folder, 'hub')
  edgeFile = join(folder, 'edge')
  await writeFile(file, await hub.become('1.36'), { mode: 0o600 })
  await writeFile(edgeFile, await edge.become('1.36'), { mode: 0o600 })
  const afterwards = async () => {
    await edge.close()
    await hub.close()
    await rm(folder, { recursive: true })
  }
  return { kubeconfig: file, afterwards }
})

test('a release on another cluster is denied to somebody who has no rights there', () =>
  visit(stage(), async (opened) => {
    const { page } = opened
    const files = ['--platform-kubeconfig', stage().kubeconfig, '--kubeconfig', edgeFile]
    await stage().outrigger('cluster', 'create', 'edge', ...files, '--allow', '*', '--wait', '-q')
    const source = 'repo=builtin,name=dns,version=1.3.0'
    await stage().outrigger('extension', 'create', 'dns', '--source', source)
    const words = ['instance', 'create', 'dns', '--cluster', 'edge', '--wait', '-q']
    await stage().outrigger(...words, '-n', 'outrigger-system')
    await page.goto(`${stage().url}/instances/outrigger-system/dns?tab=history`)
    await page.getByText('Read from the cluster edge, with your rights there').waitFor()
    await page.getByText('lacks the right to list secrets').waitFor()
    forgive(opened, /status of 403/)
  }))

const deployments = {
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
} as const

test('a release on another cluster is shown, rolled back and looked through like one here', () =>
  visit(stage(), async ({ page }) => {
    await applyAs('stage', edgeFile, bindings, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'stage-administrator' },
      subjects: [{ kind: 'ServiceAccount', name: 'stage-administrator', namespace: 'default' }],
      roleRef: { apiGroup: bindings.group, kind: 'ClusterRole', name: 'cluster-admin' },
    })
    const change = ['instance', 'set', 'dns', '-n', 'outrigger-system', '--set', 'replicas=3']
    await stage().outrigger(...change, '--wait', '-q')
    const address = `${stage().url}/instances/outrigger-system/dns`
    await page.goto(`${address}?tab=objects`)
    const tree = page.locator('.tree')
    await tree.getByText('Deployment').waitFor()
    await tree
      .getByRole('button', { name: /^Log of/ })
      .first()
      .click()
    await page.locator('.log').waitFor()
    await page.goto(`${address}?tab=history`)
    await page.getByText('From revision 1 to 2').waitFor()
    await page.getByText('spec.replicas').first().waitFor()
    await page.getByRole('button', { name: 'Roll back' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Roll back' }).click()
    await page.getByText('Held at revision 1.').waitFor()
    await page.getByRole('radio', { name: /3/ }).first().waitFor()
    await page.goto(`${address}?tab=values`)
    await page.getByRole('row', { name: 'replicas 3 mine' }).waitFor()
    await applyAs('somebody', edgeFile, deployments, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'dns', namespace: 'outrigger-system' },
      spec: { replicas: 7 },
    })
    await page.goto(`${address}?tab=drift`)
    await page.getByText('is set by somebody').first().waitFor()
  }))

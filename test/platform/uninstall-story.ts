import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { apiGroup } from '../../src/kinds/group.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import { nameOf, namespaceOf } from '../../src/objects/kube-object.ts'
import { runCli } from '../cli/run-cli.ts'
import { type OtherCluster, startOn } from './start-story.ts'

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))

const { signal } = new AbortController()

/** A platform in use goes with everything that it installed: what others need, and what a profile gives again and again. */
export async function playUninstall(cluster: OtherCluster, charts: string): Promise<void> {
  const outrigger = (...words: readonly string[]) =>
    runCli(words, {
      file: main,
      environment: { KUBECONFIG: cluster.kubeconfig, HOME: cluster.root },
    })
  const done = async (...words: readonly string[]) => {
    const { exitCode, stderr } = await outrigger(...words)
    expect(exitCode, `${words.join(' ')}: ${stderr}`).toBe(0)
  }
  expect(await outrigger('init', '--uninstall-plugins')).toMatchObject({
    exitCode: 2,
    stderr:
      'error: --uninstall-plugins is a part of --remove: give both\nsee outrigger init --help\n',
  })

  await done('init')
  const operator = await startOn(cluster, 'uninstalled', { allow: [charts] })
  const source = ['--repo', charts, '--chart', 'config', '--wait', '-q']
  await done('plugin', 'create', 'needed', ...source)
  await done('plugin', 'create', 'needing', '--depends-on', 'needed', ...source)
  const offer = `repo=${charts},name=config,chartVersion=1.0.0`
  await done('extension', 'create', 'colours', '--source', offer, '--wait', '-q')
  await done('instance', 'create', 'chosen', '--extension', 'colours', '--wait', '-q')
  await done('cluster', 'create', 'own', '--in-cluster', '--allow', 'default', '--wait', '-q')
  await done('extension', 'create', 'everyones', '--source', offer, '--wait', '-q')
  const choice = 'extension=everyones,mode=enforced,name=given,targetNamespace=default'
  await done('profile', 'create', 'everywhere', '--extension', choice, '--wait', '-q')
  const given = async () => done('instance', 'wait', 'given', '-n', 'outrigger-system', '-q')
  await vi.waitFor(given, 60_000)
  expect(await releasesOn(cluster)).toEqual(['chosen', 'given', 'needed', 'needing'])

  const refused = await outrigger('init', '--remove')
  expect(refused).toMatchObject({ exitCode: 1 })
  for (const one of ['default/needed', 'default/needing', 'default/chosen']) {
    expect(refused.stderr).toContain(one)
  }
  expect(await releasesOn(cluster)).toEqual(['chosen', 'given', 'needed', 'needing'])

  const removed = await outrigger('init', '--remove', '--uninstall-plugins')
  expect([removed.exitCode, removed.stderr]).toEqual([0, ''])
  await operator.close()
  expect(await releasesOn(cluster)).toEqual([])
  expect(await definitionsOn(cluster)).toEqual([])
}

const maps = {
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
} as const

/** The names of what releases made, without the records of those that helm and we keep. */
async function releasesOn({ client }: OtherCluster): Promise<readonly string[]> {
  const selection = { resource: maps, labelSelector: 'app.kubernetes.io/managed-by=Helm' }
  const { objects } = await listObjects(client, selection, {}, signal)
  const secrets = { ...maps, resource: 'secrets', kind: 'Secret' }
  const records = await listObjects(
    client,
    { resource: secrets, labelSelector: 'owner=helm' },
    {},
    signal,
  )
  const recorded = new Set(records.objects.map((one) => `${namespaceOf(one)} ${nameOf(one)}`))
  expect(recorded.size).toBe(objects.length)
  return objects.map(nameOf).toSorted()
}

async function definitionsOn({ client }: OtherCluster): Promise<readonly string[]> {
  const resource = {
    group: 'apiextensions.k8s.io',
    version: 'v1',
    resource: 'customresourcedefinitions',
    kind: 'CustomResourceDefinition',
    namespaced: false,
  }
  const { objects } = await listObjects(client, { resource }, {}, signal)
  return objects.map(nameOf).filter((name) => name.endsWith(`.${apiGroup}`))
}

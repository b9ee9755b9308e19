import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { type KubeObject, conditionOf, readPath } from '../../src/objects/kube-object.ts'
import { SiteStage } from './site-stage.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

const image = 'registry.example/outrigger:0.1.0'
const never = new AbortController().signal
const deployments = {
  group: 'apps',
  version: 'v1',
  resource: 'deployments',
  kind: 'Deployment',
  namespaced: true,
} as const
let stage: SiteStage

beforeAll(async () => {
  stage = await SiteStage.open()
  const cluster = `{kubeconfig: ${stage.sandbox.kubeconfig}}`
  const platform = `{image: '${image}', replicas: 3}`
  await stage.write('site.yaml', `cluster: ${cluster}\nplatform: ${platform}\n`)
})
afterAll(() => stage.close())

async function deployment(name: string): Promise<KubeObject | undefined> {
  const target = { resource: deployments, namespace: 'outrigger-system', name }
  return await getObject(stage.sandbox.client, target, {}, never)
}

test('a platform with an image is operator and server as pods, and no process beside the installer', async () => {
  const ended = await stage.run('install', stage.path(''), '-o', 'json')
  const { state, steps } = JSON.parse(ended.stdout) as {
    readonly state: string
    readonly steps: readonly { readonly step: string; readonly message: string }[]
  }
  expect({ state, stderr: ended.stderr }).toEqual({ state: 'done', stderr: '' })
  const started = steps.find(({ step }) => step === 'Start platform')
  expect(started?.message).toBe(
    'Deployment outrigger and Deployment outrigger-server are available',
  )
  for (const name of ['outrigger', 'outrigger-server']) {
    const found = await deployment(name)
    expect(conditionOf(found ?? {}, 'Available')?.status).toBe('True')
    expect(readPath(found, ['spec', 'replicas'])).toBe(3)
    const containers = readPath(found, ['spec', 'template', 'spec', 'containers'])
    expect(containers).toMatchObject([{ image }])
  }
  const status = await stage.run('status', stage.path(''), '-o', 'json')
  expect(JSON.parse(status.stdout)).not.toHaveProperty('platform.pid')
})

test('charts of your own want a registry there, and the message says so', async () => {
  await stage.write('charts/README.md', 'no chart\n')
  await stage.write('charts/web/Chart.yaml', 'apiVersion: v2\nname: web\nversion: 1.0.0\n')
  await stage.write('charts/web/templates/.keep', '')
  const ended = await stage.run('resume', stage.path(''))
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain(
    'the platform has no registry here: name an existing one in registry.address',
  )
})

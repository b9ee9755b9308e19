import { mkdir, writeFile } from 'node:fs/promises'
import { type Server, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import { apiVersion } from '../../src/kinds/group.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { core } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

// More than there are workers.
const many = 40
const forever = 3_600_000
const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Release.Name }}"}\n'
const hook = `apiVersion: batch/v1
kind: Job
metadata:
  name: "{{ .Release.Name }}-prepare"
  annotations: {helm.sh/hook: pre-install}
spec:
  template:
    spec: {restartPolicy: Never, containers: [{name: main, image: "example.com/job:1"}]}
`
let stage: OperatorStage
let silent: Server
let address: string

beforeAll(async () => {
  // Jobs never end.
  stage = await OperatorStage.open({ delays: { run: forever } })
  await writeTemplates('plain', { 'a.yaml': configMap })
  await writeTemplates('hooked', { 'a.yaml': configMap, 'hook.yaml': hook })
  silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  await stage.start()
})

afterAll(async () => {
  await stage.close()
  silent.close()
})

test('hooks that never end hold no worker, and end when their plugin is deleted or changed', async () => {
  for (let at = 0; at < many; at++) await stage.plugin(`hooked-${at}`, spec('hooked'))
  for (let at = 0; at < many; at++) {
    await stage.until(`the hook of hooked-${at} runs`, async () => {
      const job = await stage.get(jobs, platform, `hooked-${at}-prepare`)
      return job !== undefined
    })
  }
  await stage.plugin('beside-hooks', spec('plain'))
  await stage.ready('beside-hooks')
  await stage.plugin('hooked-0', { ...spec('plain') })
  await stage.ready('hooked-0')
  await stage.plugin('hooked-1', { ...spec('hooked'), enabled: false })
  await stage.ready('hooked-1', 'Disabled')
  await stage.deletePlugin('hooked-2')
  await gone('hooked-2')
  expect(await stage.readPlugin('hooked-2')).toBeUndefined()
})

test('servers that never answer hold no worker, and a fetch ends with its plugin', async () => {
  for (let at = 0; at < many; at++)
    await stage.plugin(`silent-${at}`, { repo: address, name: `chart-${at}`, version: '1.0.0' })
  await stage.plugin('beside-silence', spec('plain'))
  await stage.ready('beside-silence')
  await stage.plugin('silent-0', spec('plain'))
  await stage.ready('silent-0')
  await stage.deletePlugin('silent-1')
  await gone('silent-1')
  expect(await stage.readPlugin('silent-1')).toBeUndefined()
})

test('Repositories that never answer hold up no other', async () => {
  for (let at = 0; at < many; at++) await repository(`silent-${at}`, platform, `${address}/${at}`)
  await repository('registry', 'quiet', 'oci://example.com/charts')
  await stage.until('the other is looked at', async () => {
    const found = await stage.get(resourceOf(repositoryKind), 'quiet', 'registry')
    return found?.['status'] !== undefined
  })
  expect((await stage.get(resourceOf(repositoryKind), platform, 'silent-0'))?.['status']).toBe(
    undefined,
  )
})

function spec(folder: string) {
  return { kind: 'template', repo: `file://${stage.files}/${folder}`, timeout: '1h' }
}

async function repository(name: string, namespace: string, url: string): Promise<void> {
  const metadata = { name: namespace }
  await stage.apply(core('Namespace'), { apiVersion: 'v1', kind: 'Namespace', metadata })
  await stage.apply(resourceOf(repositoryKind), {
    apiVersion,
    kind: 'Repository',
    metadata: { name, namespace },
    spec: { url, ...(url.startsWith('oci:') ? { type: 'oci' } : {}) },
  })
}

function gone(name: string): Promise<void> {
  return stage.until(`${name} is gone`, async () => (await stage.readPlugin(name)) === undefined)
}

async function writeTemplates(folder: string, files: Readonly<Record<string, string>>) {
  const below = join(stage.files, folder, 'templates')
  await mkdir(below, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(join(below, name), text)
}

const jobs = {
  group: 'batch',
  version: 'v1',
  resource: 'jobs',
  kind: 'Job',
  namespaced: true,
} as const

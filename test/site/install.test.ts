import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testChart } from '../../src/expansion/package-for-test.ts'
import { clusterKind } from '../../src/kinds/cluster.ts'
import { extensionInstanceKind } from '../../src/kinds/extension-instance.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { conditionOf } from '../../src/objects/kube-object.ts'
import { runCli } from '../cli/run-cli.ts'
import { startTemporaryRegistry } from '../registry/temporary-registry.ts'
import { SiteStage } from './site-stage.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })

let stage: SiteStage
const never = new AbortController().signal

beforeAll(async () => {
  stage = await SiteStage.open()
  await stage.write('site.yaml', siteText())
  await stage.write(
    'hooks/pre-install',
    '#!/bin/sh\necho pre >>"$OUTRIGGER_SITE_FOLDER/hooks.log"\n',
    0o755,
  )
  await stage.write(
    'hooks/post-install',
    '#!/bin/sh\ntest -s "$KUBECONFIG" && echo post >>"$OUTRIGGER_SITE_FOLDER/hooks.log"\n',
    0o755,
  )
})
afterAll(() => stage.close())

function siteText(more = ''): string {
  return `cluster:
  kubeconfig: ${stage.sandbox.kubeconfig}
${more}
applications:
  - {name: shop-cache, chart: queue, version: 2.0.1, targetNamespace: shop}
`
}

async function instance() {
  const resource = resourceOf(extensionInstanceKind)
  const target = { resource, namespace: 'outrigger-system', name: 'shop-cache' }
  return await getObject(stage.sandbox.client, target, {}, never)
}

/** Says which charts the Repository `custom` offers, newest first. */
async function offered(): Promise<readonly string[]> {
  const words = ['chart', 'list', 'custom', '--platform', '--versions', '-o', 'json']
  const environment = { HOME: stage.path('..'), KUBECONFIG: stage.sandbox.kubeconfig }
  const { stdout } = await runCli(words, { environment })
  const rows = JSON.parse(stdout) as {
    readonly name: string
    readonly versions: readonly { readonly version: string; readonly origin: string }[]
  }[]
  return rows.flatMap(({ name, versions }) =>
    versions.map(({ version, origin }) => `${origin} ${name} ${version}`),
  )
}

test('a platform is installed on a cluster that is there', async () => {
  const ended = await stage.run('install', stage.path(''), '-o', 'json')
  expect(ended.stderr).toBe('')
  const { state, steps } = JSON.parse(ended.stdout) as {
    state: string
    steps: { step: string; reason: string }[]
  }
  const open = steps.find(({ reason }) => reason === 'Failed')
  expect({ state, code: ended.code, open }).toEqual({ state: 'done', code: 0 })
  expect(steps.find(({ step }) => step === 'Install etcd')?.reason).toBe('Skipped')
  expect(conditionOf((await instance()) ?? {}, 'Ready')?.status).toBe('True')
  const target = { resource: resourceOf(clusterKind), name: 'global' }
  expect(await getObject(stage.sandbox.client, target, {}, never)).toBeDefined()
})

test('a second run does nothing again, and an instance that somebody changed stays theirs', async () => {
  const before = (await instance())?.metadata['generation']
  const ended = await stage.run('resume', stage.path(''))
  expect(ended.stdout).toContain('the platform is installed')
  expect(await readFile(stage.path('hooks.log'), 'utf8')).toBe('pre\npost\n')
  expect((await instance())?.metadata['generation']).toBe(before)
})

test('charts beside the file are in the catalogue, also those that come later', async () => {
  await stage.write('charts/web-1.0.0.tgz', testChart('web', '1.0.0'))
  expect((await stage.run('install', stage.path(''))).stdout).toContain('the platform is installed')
  expect(await offered()).toEqual(['custom web 1.0.0'])
  await stage.write('charts/web-1.1.0.tgz', testChart('web', '1.1.0'))
  await stage.write('charts/more/README.md', 'no chart\n')
  const ended = await stage.run('resume', stage.path(''))
  expect(ended.stdout).toContain('the platform is installed')
  expect(await offered()).toEqual(['custom web 1.1.0', 'custom web 1.0.0'])
})

test('charts go to the registry that a site names, and are read with its login', async () => {
  const registry = await startTemporaryRegistry({ writeToken: 'hush' })
  try {
    await stage.write('secrets/yard/username', 'outrigger', 0o600)
    await stage.write('secrets/yard/password', 'hush', 0o600)
    const address = `{kind: existing, address: ${registry.host}/yard, secretName: yard}`
    await stage.write('site.yaml', siteText(`registry: ${address}\n`))
    const ended = await stage.run('install', stage.path(''))
    expect(ended.stdout).toContain('the platform is installed')
    const place = { resource: resourceOf(repositoryKind), namespace: 'outrigger-system' }
    const { client } = stage.sandbox
    expect(await getObject(client, { ...place, name: 'custom' }, {}, never)).toMatchObject({
      spec: {
        url: `oci://${registry.host}/yard/custom`,
        charts: ['web'],
        credentials: { secretName: 'outrigger-site-registry' },
      },
    })
    expect(await offered()).toEqual(['custom web 1.1.0', 'custom web 1.0.0'])
  } finally {
    await stage.write('site.yaml', siteText())
    await registry.stop()
  }
})

test('two installers at once are refused', async () => {
  await stage.write('hooks/post-cluster-ready', '#!/bin/sh\nsleep 30\n', 0o755)
  await stage.forget('Execute post cluster ready hook')
  const first = stage.start('install', stage.path(''))
  try {
    await stage.untilLocked()
    const second = await stage.run('install', stage.path(''))
    expect(second.code).toBe(1)
    expect(second.stderr).toMatch(/another installer \(process \d+\) is at work in/)
    const status = await stage.run('status', stage.path(''), '-o', 'json')
    expect(JSON.parse(status.stdout)).toMatchObject({ progress: 'Doing', installer: first.pid })
  } finally {
    first.kill('SIGKILL')
  }
  await stage.write('hooks/post-cluster-ready', '#!/bin/sh\ntrue\n', 0o755)
  expect((await stage.run('resume', stage.path(''))).code).toBe(0)
})

test.each([
  {
    name: 'with nothing new',
    data: {},
    message: 'there is nothing to upgrade',
  },
  {
    name: 'by an older installer',
    data: { installer: '99.0.0' },
    message: 'an older installer does not upgrade',
  },
])('an upgrade $name is refused', async ({ data, message }) => {
  await stage.patchVersions(data)
  const ended = await stage.run('upgrade', stage.path(''))
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain(message)
})

test('an upgrade by a newer installer goes through', async () => {
  await stage.patchVersions({ installer: '0.0.1' })
  const ended = await stage.run('upgrade', stage.path(''))
  expect(ended.stdout).toContain('the platform is installed')
  expect((await stage.run('upgrade', stage.path(''))).stderr).toContain('nothing to upgrade')
})

test.each([
  {
    name: 'a step that nobody knows',
    text: 'skipSteps: [Instal etcd]',
    message: 'Instal etcd is not a step of the installer; did you mean Install etcd?',
  },
  {
    name: 'a key that nobody knows',
    text: 'skipStep: []',
    message: 'skipStep is not a key; did you mean skipSteps?',
  },
  {
    name: 'a provider that is not there',
    text: 'cluster: {provider: kubeadmin, version: 1.36.3, machines: [{ip: 198.18.0.1}]}',
    message: 'there is no provider kubeadmin',
  },
  {
    name: 'a condition that nobody knows',
    text: 'cluster: {version: 1.36.3, machines: [{ip: 198.18.0.1}], features: {skipConditions: [EnsureKubelt]}}',
    message: 'EnsureKubelt is not a condition of kubeadm; did you mean EnsureKubelet?',
  },
  {
    name: 'no control plane',
    text: 'cluster: {version: 1.36.3, machines: [{ip: 198.18.0.1, role: worker}]}',
    message: 'none has the role control-plane',
  },
])('a plan names $name', async ({ text, message }) => {
  await stage.write('other/site.yaml', `${text}\n`)
  const ended = await stage.run('plan', stage.path('other'))
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain(message)
})

test.each([
  {
    name: 'a folder of charts that is not there',
    text: 'charts: my-charts',
    message: 'charts: wanted a folder with charts, found none at ',
  },
  {
    name: 'a chart that is broken',
    text: 'charts: broken',
    message: 'broken-1.0.0.tgz: ',
  },
])('a plan names $name', async ({ text, message }) => {
  await stage.write('other/broken/broken-1.0.0.tgz', 'no package')
  await stage.write('other/site.yaml', `cluster: {kubeconfig: x}\n${text}\n`)
  const ended = await stage.run('plan', stage.path('other'))
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain(message)
})

test('a tke.json is read, and what it cannot say is told', async () => {
  const tke = {
    config: {
      expansionApps: [],
      platformApps: [{ HelmInstallOptions: { ReleaseName: 'tke-auth' } }],
    },
    cluster: {
      metadata: { name: 'global' },
      spec: {
        version: '1.36.3',
        machines: [{ ip: '198.18.0.1', port: 22, username: 'root', password: 'cGFzcw==' }],
      },
    },
  }
  await stage.write('tke/tke.json', JSON.stringify(tke))
  const { stdout, code } = await stage.run('plan', stage.path('tke'))
  expect(code).toBe(0)
  expect(stdout).toContain('note: cluster.machines[0]: password was left behind')
  expect(stdout).toContain('note: platformApps: tke-auth was left behind')
  expect(stdout).toContain('EnsureKubeadmInitPhaseCerts')
  expect(stdout).not.toContain('cGFzcw')
})

test('the platform beside the installer is ended by name', async () => {
  const status = await stage.run('status', stage.path(''), '-o', 'json')
  const { platform } = JSON.parse(status.stdout) as { platform: { pid: number; runs: boolean } }
  expect(platform.runs).toBe(true)
  expect((await stage.run('stop', stage.path(''))).stdout).toBe('the platform has ended\n')
  const after = await stage.run('status', stage.path(''), '-o', 'json')
  expect(JSON.parse(after.stdout)).toMatchObject({ platform: { runs: false } })
})

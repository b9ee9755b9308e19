import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeFiles } from '../../src/expansion/package-for-test.ts'
import { serveRegistry } from '../../src/oci/registry/serve.ts'
import { endOf, startOutrigger } from './site-stage.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 })

const never = new AbortController().signal
const shipped = resolve(import.meta.dirname, '../../providers/kubeadm')
let folder = ''
let registry: Awaited<ReturnType<typeof serveRegistry>>
let address = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-provider-'))
  registry = await serveRegistry({ root: join(folder, 'registry') }, never)
  address = `oci://${registry.host}/providers/desk`
  await writeFiles(folder, deskFiles('echo one'))
})
afterAll(async () => {
  await registry.close(AbortSignal.abort())
  await rm(folder, { recursive: true, force: true })
})

function deskFiles(command: string) {
  return {
    'desk/provider.yaml': `name: desk
version: 1.0.0
create:
  - {name: EnsureKubelet, scope: cluster, script: scripts/kubelet.sh, mayBeDelegated: true}
`,
    'desk/scripts/kubelet.sh': `${command}\n`,
  }
}

async function run(...words: readonly string[]) {
  return await endOf(startOutrigger(folder, words))
}

test('the shipped provider is pushed, pulled and inspected as it is', async () => {
  const target = `oci://${registry.host}/providers/kubeadm`
  const pushed = await run('provider', 'push', shipped, target, '-o', 'json')
  expect(pushed.stderr).toBe('')
  const { digest, provider } = JSON.parse(pushed.stdout) as { digest: string; provider: string }
  const again = JSON.parse((await run('provider', 'push', shipped, target, '-o', 'json')).stdout)
  expect(again).toMatchObject({ digest, uploaded: 0 })
  const pulled = await run('provider', 'pull', provider, 'kubeadm', '-o', 'json')
  expect(JSON.parse(pulled.stdout)).toMatchObject({ digest })
  for (const file of ['provider.yaml', 'scripts/prelude.sh', 'conf/minimum.sh']) {
    const [here, there] = [join(folder, 'kubeadm', file), join(shipped, file)]
    expect(await readFile(here, 'utf8')).toBe(await readFile(there, 'utf8'))
  }
  const inspected = await run('provider', 'inspect', `${target}@${digest}`)
  expect(inspected.stdout).toMatch(/create +EnsurePreflight +machines/)
  expect((await run('provider', 'pull', provider, 'kubeadm')).stderr).toContain('is there already')
})

test('a site has the same provider until it is upgraded, also when the tag moves', async () => {
  await run('provider', 'push', 'desk', `${address}:1`)
  const site = `cluster: {provider: '${address}:1', version: 1.36.3, machines: [{ip: 198.18.0.11}]}\n`
  await writeFiles(folder, { 'site/site.yaml': site })
  const recorded = async () =>
    JSON.parse(await readFile(join(folder, 'site/state/providers.json'), 'utf8'))
  const first = await run('site', 'plan', 'site')
  expect(first.stdout).toContain('EnsureKubelet')
  const before = await recorded()
  await writeFiles(folder, deskFiles('echo two'))
  await run('provider', 'push', 'desk', `${address}:1`)
  await endOf(startOutrigger(folder, ['site', 'install', 'site']))
  expect(await recorded()).toEqual(before)
  expect(await readdir(join(folder, 'site/state/providers'))).toHaveLength(1)
})

test.each([
  {
    name: 'a provider with a problem is not pushed',
    words: () => ['provider', 'push', 'broken', `${address}:broken`],
    message: 'scripts/gone.sh is named and not there',
  },
  {
    name: 'a provider that is not there is told',
    words: () => ['provider', 'inspect', `oci://${registry.host}/providers/nothing:1`],
    message: 'nothing',
  },
  {
    name: 'a folder is no address',
    words: () => ['provider', 'pull', './desk', 'elsewhere'],
    message: 'wanted oci://HOST/REPOSITORY:TAG, found ./desk',
  },
])('$name', async ({ words, message }) => {
  await writeFiles(folder, {
    'broken/provider.yaml':
      'name: broken\nversion: 1.0.0\ncreate:\n  - {name: EnsureA, script: scripts/gone.sh}\n',
  })
  const ended = await run(...words())
  expect(ended.code).toBe(1)
  expect(ended.stderr).toContain(message)
})

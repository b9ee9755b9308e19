import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stageFiles } from '../../src/expansion/carry-out/stage-files.ts'
import { deleteFolder, testFolder } from '../../src/expansion/package-for-test.ts'
import { openPackage } from '../../src/expansion/package/open-package.ts'
import { type KubeObject, readPath, textAt } from '../../src/objects/kube-object.ts'
import { readManifest } from '../../src/release/desired/read-manifest.ts'
import { runCli } from '../cli/run-cli.ts'

const root = resolve(import.meta.dirname, '../..')
const example = join(root, 'examples/keepalived')
const never = new AbortController().signal
let folder: string

beforeEach(async () => {
  folder = await testFolder()
})
afterEach(() => deleteFolder(folder))

async function staged(more: Readonly<Record<string, string | number>>) {
  const opened = (await openPackage(example, folder, never))!
  const own = opened.values.global['keepalived'] as object
  const facts = { global: { keepalived: { ...own, ...more } }, charts: {}, facts: {} }
  const files = await stageFiles(opened, 'file', { folder: join(folder, 'stage'), facts }, never)
  return await Promise.all(
    files.map(async (file) => ({
      ...file,
      text: await readFile(join(folder, 'stage', file.path), 'utf8'),
    })),
  )
}

function containerOf(object: KubeObject, path: readonly string[]) {
  const [first] = readPath(object, path) as readonly Readonly<Record<string, unknown>>[]
  return {
    ...first,
    image: first?.['image'],
    args: first?.['args'],
    securityContext: first?.['securityContext'],
  }
}

test('the example is a good package', async () => {
  const { exitCode, stdout, stderr } = await runCli(['expansion', 'check', example])
  expect({ exitCode, said: `${stdout}${stderr}` }).toEqual({
    exitCode: 0,
    said: 'the package is good\n',
  })
})

test('keepalived as files says the same as keepalived as a DaemonSet', async () => {
  const site = { vip: '10.0.0.100', interface: 'bond0', routerId: 77, password: 'hush' }
  const files = await staged(site)
  expect(files.map(({ destination, mode }) => [destination, mode])).toEqual([
    ['/etc/keepalived/keepalived.conf', '0600'],
    ['/etc/kubernetes/manifests/keepalived.yaml', '0600'],
  ])
  const set = Object.entries(site).flatMap(([key, value]) => [
    '--set-json',
    `${key}=${JSON.stringify(value)}`,
  ])
  const chart = join(root, 'charts/addons/keepalived')
  const { stdout } = await runCli(['template', 'x', chart, ...set])
  const objects = readManifest(stdout)
  const found = (kind: string) => objects.find((one) => one.kind === kind)!
  const conf = textAt(found('ConfigMap'), ['data', 'keepalived.conf'])
  expect(files[0]?.text.trim()).toBe(conf.trim())
  const [pod] = readManifest(files[1]?.text ?? '')
  const ofPod = containerOf(pod!, ['spec', 'containers'])
  expect(ofPod.image).toBe('docker.io/tkestack/keepalived:2.0.16-r0')
  const { image, args, securityContext } = containerOf(found('DaemonSet'), [
    'spec',
    'template',
    'spec',
    'containers',
  ])
  expect(ofPod).toMatchObject({ image, args, securityContext })
  expect(readPath(pod, ['spec', 'hostNetwork'])).toBe(true)
})

test('an address that is missing is asked for', async () => {
  await expect(staged({ vip: '' })).rejects.toThrow('global.keepalived.vip')
})

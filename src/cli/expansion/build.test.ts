import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCli } from '../../../test/cli/run-cli.ts'
import { openExchange } from '../../../test/registry/exchange.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'
import {
  deleteFolder,
  testChart,
  testFolder,
  writeFiles,
} from '../../expansion/package-for-test.ts'
import { connectRegistry } from '../../oci/client/registry.ts'
import { createTransport } from '../../oci/client/transport.ts'
import { pushChart } from '../../sources/oci/push-chart.ts'

const never = new AbortController().signal
let folder: string
let running: Awaited<ReturnType<typeof startTemporaryRegistry>>

beforeEach(async () => {
  folder = await testFolder()
  running = await startTemporaryRegistry()
})

afterEach(async () => {
  await running.stop()
  await deleteFolder(folder)
})

function build(...words: readonly string[]) {
  const environment = { HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') }
  const file = join(folder, 'my.tar.zst')
  return runCli(['expansion', 'build', join(folder, 'my'), '-f', file, ...words], { environment })
}

async function putChart(image: string): Promise<void> {
  const transport = createTransport()
  const registry = connectRegistry(running.host, { transport })
  const archive = testChart('web', '0.1.0-rc1', image)
  await pushChart(registry, { below: 'charts', archive, created: '2026-01-01T00:00:00Z' }, never)
  await transport.close()
}

const declaration = `# My own words stay.
expansion_name: my
expansion_version: 1.0.0
charts:
  - public/web-0.1.0-rc1.tgz
`

test('a chart that is listed is fetched, its images are found, listed and pulled, and a second build changes nothing', async () => {
  const at = openExchange(running.url, 'demo/web')
  const image = await at.image('layer')
  await at.putManifest('v1', image.text)
  const name = `${running.host}/demo/web:v1`
  await putChart(name)
  await writeFiles(join(folder, 'my'), { 'expansion.yaml': declaration })
  const charts = `public=oci://${running.host}/charts`
  const first = await build('--charts', charts, '--find-images')
  expect(first).toMatchObject({ exitCode: 0 })
  expect(first.stderr).toContain('fetched public/web-0.1.0-rc1.tgz sha256:')
  expect(first.stderr).toContain(`found ${name}`)
  const main = await readFile(join(folder, 'my', 'expansion.yaml'), 'utf8')
  expect(main).toBe(`${declaration}images:\n  - ${name}\n`)
  const bytes = await readFile(join(folder, 'my.tar.zst'))
  const inspected = await runCli(['expansion', 'inspect', join(folder, 'my.tar.zst'), '-o', 'json'])
  expect(inspected.stdout).toContain(image.digest)
  const second = await build('--charts', charts, '--find-images')
  expect(second).toMatchObject({ exitCode: 0 })
  expect(second.stderr).not.toMatch(/fetched|found/)
  expect((await readFile(join(folder, 'my.tar.zst'))).equals(bytes)).toBe(true)
})

const pod = (image: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: own\nspec:\n  containers:\n    - name: main\n      image: ${image}\n`

test('images are found with the values of values.yaml and of applications, in manifests and by the table of the site; one that may not exist is told and left out', async () => {
  const images = ['global', 'default', 'app', 'manifest', 'table'].map((part) => `demo/${part}`)
  for (const repository of images) {
    const at = openExchange(running.url, repository)
    await at.putManifest('v1', (await at.image('layer')).text)
  }
  const [byValues, byDefault, byApp, byManifest, byTable] = images.map(
    (repository) => `${running.host}/${repository}:v1`,
  )
  const plugin = { apiVersion: 'outrigger.dev/v1alpha1', kind: 'Plugin', metadata: { name: 'app' } }
  await writeFiles(join(folder, 'my'), {
    'expansion.yaml': `expansion_name: my
expansion_version: 1.0.0
charts:
  - public/web-1.0.0.tgz
  - public/store-1.0.0.tgz
  - public/plain-1.0.0.tgz
applications:
  - app.yaml
manifests:
  - pod.yaml
`,
    'values.yaml': `global:\n  zone: north\ncharts:\n  web:\n    image: ${byValues}\n`,
    'charts/public/web-1.0.0.tgz': testChart('web', '1.0.0', `${running.host}/unwanted/web:v1`),
    'charts/public/store-1.0.0.tgz': testChart(
      'store',
      '1.0.0',
      `${running.host}/unwanted/store:v1`,
    ),
    'charts/public/plain-1.0.0.tgz': testChart('plain', '1.0.0', byDefault),
    'applications/app.yaml': JSON.stringify({
      ...plugin,
      spec: { repo: 'public', name: 'store', values: { image: byApp } },
    }),
    'manifests/pod.yaml': pod(byManifest ?? ''),
  })
  const missing = `${running.host}/demo/missing:v1`
  const rows = `also ${byTable}\nalso ${missing}\n`
  await writeFiles(folder, { 'site.table': rows })
  const words = ['--find-images', '--table', join(folder, 'site.table')]
  const { exitCode, stderr } = await build(...words)
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
  const main = await readFile(join(folder, 'my', 'expansion.yaml'), 'utf8')
  const listed = main.split('images:\n')[1]?.trim().split('\n')
  const wanted = [byValues, byDefault, byApp, byManifest, byTable].map((image) => `- ${image}`)
  expect(listed?.map((line) => line.trim()).toSorted()).toEqual(wanted.toSorted())
  expect(stderr).toContain(
    `left out ${missing}: the table of images names it, and ${running.host} does not have it`,
  )
  expect(stderr).toContain(`left out ${running.host}/unwanted/web:v1: `)
})

test('a chart that its address does not have is told by name, and nothing is built', async () => {
  await writeFiles(join(folder, 'my'), { 'expansion.yaml': declaration })
  const { exitCode, stderr } = await build('--charts', `public=oci://${running.host}/charts`)
  expect(exitCode).toBe(1)
  expect(stderr).toContain('web')
})

const name = () => `${running.host}/demo/web:v1`
const folderOf = (clone: string) => join(folder, clone, 'my')

async function putImage(layer: string): Promise<void> {
  const at = openExchange(running.url, 'demo/web')
  await at.putManifest('v1', (await at.image(layer)).text)
}

// Every clone is built by a machine that has nothing of those before it.
async function buildClone(clone: string, ...words: readonly string[]) {
  await writeFiles(folderOf(clone), {
    'expansion.yaml': `${declaration}images:\n  - ${name()}\n`,
  })
  const environment = { HOME: join(folder, clone), XDG_CACHE_HOME: join(folder, clone, 'cache') }
  const file = join(folder, clone, 'my.tar.zst')
  const charts = `public=oci://${running.host}/charts`
  const all = ['expansion', 'build', folderOf(clone), '-f', file, '--charts', charts, ...words]
  const { exitCode, stderr } = await runCli(all, { environment })
  return { exitCode, stderr, bytes: await readFile(file).catch(() => undefined) }
}

const lockOf = (clone: string) => readFile(`${folderOf(clone)}.expansion.lock`, 'utf8')

const withTarget = (one: object) => ({ ...one, from: 'x', target: 'x' })

describe('a lock', () => {
  test('makes a fresh clone give the same bytes after a tag has moved, and --update takes what is there now', async () => {
    await putImage('first')
    await putChart(name())
    const first = await buildClone('a')
    expect(first).toMatchObject({ exitCode: 0 })
    const lock = await lockOf('a')
    await putImage('second')
    await writeFiles(join(folder, 'b'), { 'my.expansion.lock': lock })
    const locked = await buildClone('b')
    expect(locked.exitCode).toBe(0)
    expect(locked.bytes?.equals(first.bytes!)).toBe(true)
    expect(await lockOf('b')).toBe(lock)
    await writeFiles(join(folder, 'c'), { 'my.expansion.lock': lock })
    const updated = await buildClone('c', '--update')
    expect(updated.exitCode).toBe(0)
    expect(updated.bytes?.equals(first.bytes!)).toBe(false)
    expect(await lockOf('c')).not.toBe(lock)
  })

  test('may be a mirror.lock that somebody names', async () => {
    await putImage('first')
    await putChart(name())
    const first = await buildClone('a')
    await putImage('second')
    const { images, charts } = JSON.parse(await lockOf('a')) as Record<string, readonly object[]>
    const mirror = { charts: charts?.map(withTarget), images: images?.map(withTarget) }
    await writeFiles(folder, { 'mirror.lock': JSON.stringify(mirror) })
    const locked = await buildClone('b', '--lock', join(folder, 'mirror.lock'))
    expect(locked.exitCode).toBe(0)
    expect(locked.bytes?.equals(first.bytes!)).toBe(true)
  })

  test('refuses a chart that has other bytes under the same version', async () => {
    await putImage('first')
    await putChart(name())
    await buildClone('a')
    const lock = await lockOf('a')
    await putChart(`${running.host}/demo/other:v1`)
    await writeFiles(join(folder, 'b'), { 'my.expansion.lock': lock })
    const refused = await buildClone('b')
    expect(refused).toMatchObject({ exitCode: 1, bytes: undefined })
    expect(refused.stderr).toMatch(
      /public\/web-0.1.0-rc1.tgz is sha256:\w+ now, and .*my.expansion.lock has sha256:\w+; --update takes/,
    )
  })

  test.each([
    { name: 'that is not there', text: undefined, says: 'there is no file' },
    { name: 'that is not JSON', text: 'no', says: 'is not JSON' },
    { name: 'without lists', text: '{}', says: 'wanted the lists charts and images' },
    {
      name: 'with a digest that is none',
      text: '{"charts":[],"images":[{"image":"a:v1","digest":"x"}]}',
      says: 'x is no digest',
    },
  ])('$name is refused', async ({ text, says }) => {
    const file = join(folder, 'given.lock')
    if (text !== undefined) await writeFiles(folder, { 'given.lock': text })
    const { exitCode, stderr } = await buildClone('a', '--lock', file)
    expect(exitCode).toBe(1)
    expect(stderr).toContain(says)
  })
})

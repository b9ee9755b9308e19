import { mkdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTransport } from '../../oci/client/transport.ts'
import { type Registry, connectRegistry } from '../../oci/client/registry.ts'
import { resolveReference } from '../../oci/client/resolve.ts'
import { type RunningRegistry, serveRegistry } from '../../oci/registry/serve.ts'
import { type Json, equalJson } from '../../objects/json.ts'
import { nameOf } from '../../objects/kube-object.ts'
import {
  deleteFolder,
  smallPackage,
  testFolder,
  testLayout,
  writeFiles,
} from '../package-for-test.ts'
import { openPackage } from '../package/open-package.ts'
import { buildPackage } from '../tools/build.ts'
import { type CarryOutPorts, type StepReport, carryOutPackage } from './carry-out.ts'
import { readStaged } from './stage-files.ts'
import { registryUploads } from './upload-charts.ts'

const never = new AbortController().signal
const images = ['docker.io/demo/web:v1', 'docker.io/demo/store:v1']

let folder: string
let running: RunningRegistry
let registry: Registry
let transport: ReturnType<typeof createTransport>

beforeEach(async () => {
  folder = await testFolder()
  running = await serveRegistry({ root: join(folder, 'registry') }, never)
  transport = createTransport({})
  registry = connectRegistry(running.host, { transport })
})

afterEach(async () => {
  await transport.close()
  await running.close(AbortSignal.abort())
  await deleteFolder(folder)
})

let count = 0

async function built(files: Parameters<typeof writeFiles>[1], deltaFrom?: Receipt) {
  const root = join(folder, `source-${count++}`)
  await writeFiles(root, files)
  await mkdir(`${root}.work`)
  const opened = await openPackage(root, `${root}.work`, never)
  const out = `${root}.tar.zst`
  const more = deltaFrom === undefined ? {} : { deltaFrom }
  const options = { workspace: `${root}.work`, out, compression: 'zstd', ...more } as const
  const { receipt } = await buildPackage(opened!, options, never)
  await mkdir(`${root}.opened`)
  return { receipt, opened: (await openPackage(out, `${root}.opened`, never))! }
}

type Receipt = Awaited<ReturnType<typeof buildPackage>>['receipt']

const site = {
  folder: 'site',
  namespace: 'outrigger-system',
  values: { global: {}, charts: { store: { color: 'blue' } } },
  facts: { machine: 'm1' },
  secretName: undefined,
  clusters: [undefined],
}

/** Applies objects to a map, as a server would: the same again is no change. */
function portsOn(objects: Map<string, Json>): CarryOutPorts & { readonly steps: StepReport[] } {
  const steps: StepReport[] = []
  return {
    steps,
    workspace: join(folder, `work-${count++}`),
    stage: join(folder, 'stage'),
    registry,
    charts: registryUploads(registry, 'site/demo/charts'),
    apply: async (wanted) => {
      const changed = wanted.filter((one) => !equalJson(objects.get(nameOf(one)), one))
      for (const one of changed) objects.set(nameOf(one), one)
      return changed.length
    },
    onStep: (report) => void steps.push(report),
  }
}

async function digests(): Promise<readonly (string | undefined)[]> {
  const found = images.map((image) => {
    const [repository = '', tag = ''] = image.replace('docker.io/', '').split(':')
    return resolveReference(registry, `site/demo/${repository}`, tag, never)
  })
  return (await Promise.all(found)).map((one) => one?.digest)
}

test('carries a package out, and a second time changes nothing', async () => {
  const { opened } = await built(smallPackage())
  const objects = new Map<string, Json>()
  const ports = portsOn(objects)
  await mkdir(ports.workspace)
  const first = await carryOutPackage(opened, site, ports, never)
  expect(first.steps.map(({ name, state, message }) => `${state} ${name}: ${message}`)).toEqual([
    'Done Init expansion: 20 files, as they were built',
    'Done Load images: 2 images of images',
    `Done Tag images: below ${running.host}/site/demo`,
    expect.stringMatching(/^Done Push images: 2 pushed \(\d+ bytes\), 0 there already$/),
    'Done Import Expansion Charts: 3 uploaded, 0 there already',
    'Done Prepare expansion files: 2 staged',
    'Done Patch Hook Files: 1 staged',
    'Done Merge provider files: 1 staged',
    'Done Install Applications: 4 objects, 4 changed',
  ])
  expect(await digests()).toEqual(
    images.map((image) => opened.lock?.images.find((one) => one.image === image)?.digest),
  )
  const again = portsOn(objects)
  await mkdir(again.workspace)
  const second = await carryOutPackage(opened, site, again, never)
  expect(second.bytes).toBe(0)
  expect(second.steps.map(({ message }) => message).slice(3)).toEqual([
    '0 pushed (0 bytes), 2 there already',
    '0 uploaded, 3 there already',
    '2 staged',
    '1 staged',
    '1 staged',
    '4 objects, 0 changed',
  ])
  expect(second.receipt).toEqual(first.receipt)
})

test('images that are in the registry already are neither looked for nor pushed', async () => {
  const { opened } = await built({
    ...withoutImages(),
    'expansion.yaml': `${String(smallPackage()['expansion.yaml'])}images_loaded: true\n`,
  })
  const ports = portsOn(new Map())
  await mkdir(ports.workspace)
  const { steps, receipt, bytes } = await carryOutPackage(opened, site, ports, never)
  expect(
    steps.slice(1, 5).map(({ name, state, message }) => `${state} ${name}: ${message}`),
  ).toEqual([
    'Done Load images: they are in the registry already',
    `Done Tag images: below ${running.host}/site/demo`,
    'Done Push images: none',
    'Done Import Expansion Charts: 3 uploaded, 0 there already',
  ])
  expect({ bytes, blobs: receipt.blobs }).toEqual({ bytes: 0, blobs: [] })
  expect(await digests()).toEqual([undefined, undefined])
})

function withoutImages() {
  const files = Object.entries(smallPackage()).filter(([path]) => !path.startsWith('images/'))
  return Object.fromEntries(files)
}

test('stages files with mode and digest, and renders only those that ask for it', async () => {
  const { opened } = await built(smallPackage())
  const ports = portsOn(new Map())
  await mkdir(ports.workspace)
  await carryOutPackage(opened, site, ports, never)
  const read = (path: string) => readFile(join(ports.stage, path), 'utf8')
  expect(await read('files_generated/etc__sysctl.d__90-demo.conf')).toBe(
    'vm.swappiness = 0 # ${NOT} {{ rendered }}\n',
  )
  expect(await read('files_generated/opt__demo__PreInstall')).toBe(
    '#!/bin/sh\necho north ${HOME}\n',
  )
  expect((await stat(join(ports.stage, 'hooks/pre-install'))).mode & 0o777).toBe(0o755)
  expect(await readStaged(ports.stage)).toMatchObject([
    { kind: 'file', destination: '/etc/sysctl.d/90-demo.conf', mode: '0644' },
    { kind: 'file', destination: '/opt/demo/PreInstall', mode: '0644' },
    { kind: 'hook', path: 'hooks/pre-install', mode: '0755' },
    { kind: 'provider', path: 'provider/baremetal/conf/docker.json' },
  ])
})

test('files see the values of the site laid over those of the package, field by field', async () => {
  const values =
    'global:\n  place: {zone: north, rack: r1}\ncharts:\n  store: {size: {replicas: 3, shards: 2}}\n'
  const file =
    '{{ with .Values.global.place }}{{ .zone }} {{ .rack }}{{ end }} {{ with .Values.charts.store.size }}{{ .replicas }} {{ .shards }}{{ end }}'
  const { opened } = await built({
    ...smallPackage(),
    'values.yaml': values,
    'files/opt/demo/PreInstall': file,
  })
  const ports = portsOn(new Map())
  await mkdir(ports.workspace)
  const own = { global: { place: { rack: 'r9' } }, charts: { store: { size: { shards: 8 } } } }
  await carryOutPackage(opened, { ...site, values: own }, ports, never)
  expect(await readFile(join(ports.stage, 'files_generated/opt__demo__PreInstall'), 'utf8')).toBe(
    'north r9 3 8',
  )
})

test('applications are Plugins with the values of package, application and site, localised', async () => {
  const { opened } = await built(smallPackage())
  const objects = new Map<string, Json>()
  const ports = portsOn(objects)
  await mkdir(ports.workspace)
  await carryOutPackage(opened, { ...site, clusters: [undefined, 'edge'] }, ports, never)
  const spec = {
    repo: 'demo-expansion',
    name: 'store',
    version: '1.0.0-rc1',
    targetNamespace: 'shop',
    releaseName: 'store',
    values: { global: { zone: 'north' }, replicas: 3, color: 'blue', shape: 'round' },
    images: { registry: `${running.host}/site/demo` },
  }
  expect(objects.get('store')).toMatchObject({ kind: 'Plugin', spec })
  expect(objects.get('edge-store')).toMatchObject({ spec: { ...spec, cluster: 'edge' } })
  expect(objects.get('demo-manifests')).toMatchObject({ spec: { name: 'demo-manifests' } })
  expect(objects.get('demo-public')).toMatchObject({
    kind: 'Repository',
    spec: {
      url: `oci://${running.host}/site/demo/charts/public`,
      origin: 'builtin',
      charts: ['web'],
    },
  })
  expect(objects.get('demo-expansion')).toMatchObject({
    spec: { origin: 'platform', charts: ['store', 'demo-manifests'] },
  })
})

function namespaceText(name: string): string {
  return `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n`
}

test('of the Namespaces in manifests, those are adopted that applications go to', async () => {
  const text = `${namespaceText('shop')}---\n${namespaceText('other')}`
  const { opened } = await built({ ...smallPackage(), 'manifests/quota.yaml': text })
  const objects = new Map<string, Json>()
  const ports = portsOn(objects)
  await mkdir(ports.workspace)
  await carryOutPackage(opened, site, ports, never)
  expect(objects.get('demo-manifests')).toMatchObject({
    spec: { adopt: [{ apiVersion: 'v1', kind: 'Namespace', name: 'shop' }] },
  })
})

test('a delta brings a site that has the receipt to where the whole package does', async () => {
  const { opened: first } = await built(smallPackage())
  const ports = portsOn(new Map())
  await mkdir(ports.workspace)
  const { receipt } = await carryOutPackage(first, site, ports, never)
  const changed = {
    ...smallPackage(),
    ...testLayout(images, (image) =>
      Buffer.from(image.includes('web') ? 'new' : `layer of ${image}\n`.repeat(50)),
    ),
  }
  const { opened: whole } = await built(changed)
  const { opened: delta } = await built(changed, receipt)
  expect(delta.tree.entries.size).toBeLessThan(whole.tree.entries.size)
  const onSite = portsOn(new Map())
  await mkdir(onSite.workspace)
  const carried = await carryOutPackage(delta, site, onSite, never)
  expect(carried.digest).toBe(whole.lock?.digest)
  expect(await digests()).toEqual(
    images.map((image) => whole.lock?.images.find((one) => one.image === image)?.digest),
  )
})

test('a package with a problem changes nothing', async () => {
  const root = join(folder, 'bad')
  const main = String(smallPackage()['expansion.yaml']).replace('EnsureGalaxy', 'EnsureGalaxie')
  await writeFiles(root, { ...smallPackage(), 'expansion.yaml': main })
  const opened = (await openPackage(root, folder, never))!
  const objects = new Map<string, Json>()
  const ports = portsOn(objects)
  await mkdir(ports.workspace)
  await expect(carryOutPackage(opened, site, ports, never)).rejects.toThrow('EnsureGalaxie')
  expect(await digests()).toEqual([undefined, undefined])
  expect(objects.size).toBe(0)
  expect(ports.steps.at(-1)).toMatchObject({ name: 'Init expansion', state: 'Failed' })
})

test('one that is broken off again and again goes on to its end', async () => {
  const { opened } = await built(smallPackage())
  const objects = new Map<string, Json>()
  for (let allowed = 1; ; allowed++) {
    const stop = new AbortController()
    const ports = portsOn(objects)
    await mkdir(ports.workspace)
    let calls = 0
    const counting: Registry = {
      ...registry,
      call: (call, signal) => {
        if (++calls > allowed * 5) stop.abort(new Error('killed'))
        return registry.call(call, signal)
      },
    }
    const charts = registryUploads(counting, 'site/demo/charts')
    const run = carryOutPackage(opened, site, { ...ports, registry: counting, charts }, stop.signal)
    const outcome = await run.catch((error: unknown) => error)
    if (!(outcome instanceof Error)) break
    expect(allowed).toBeLessThan(200)
  }
  expect((await digests()).every((digest) => digest !== undefined)).toBe(true)
  expect(objects.size).toBe(4)
})

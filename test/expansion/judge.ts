// npm run expansion:judge [-- --kills 50 --operator-kills 10 --flips 200 --layer 300000 --kubeconfig FILE --museum]
// A package of twenty charts and sixty images: built twice, carried out while it is killed at random moments, a second time, and by
// deltas after three updates; by operators that are killed; bytes flipped at random places; with --museum, charts into a real ChartMuseum
// (npm run oracles -- --only chartmuseum). It plays on a sandbox unless a kubeconfig of a real control plane is given.
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { applyPlatform } from '../../src/cli/platform/apply-platform.ts'
import { pushPackage } from '../../src/expansion/artifact/push-package.ts'
import { carryOutPackage } from '../../src/expansion/carry-out/carry-out.ts'
import { registryUploads } from '../../src/expansion/carry-out/upload-charts.ts'
import { writeFiles } from '../../src/expansion/package-for-test.ts'
import { type Package, openPackage } from '../../src/expansion/package/open-package.ts'
import type { Receipt } from '../../src/expansion/package/receipt.ts'
import { buildPackage } from '../../src/expansion/tools/build.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import type { KubeClient } from '../../src/kube/client.ts'
import { connect, findConnection } from '../../src/kube/connect.ts'
import { listObjects } from '../../src/kube/objects/list-objects.ts'
import { conditionOf } from '../../src/objects/kube-object.ts'
import { connectRegistry } from '../../src/oci/client/registry.ts'
import { resolveReference } from '../../src/oci/client/resolve.ts'
import { createTransport } from '../../src/oci/client/transport.ts'
import { serveRegistry } from '../../src/oci/registry/serve.ts'
import { serveSandbox } from '../../src/sandbox/serve-sandbox.ts'
import { applyObjects } from './apply-objects.ts'
import { startChartMuseum, uploadToMuseum } from './chart-museum.ts'
import { compressMilliseconds } from './compress-milliseconds.ts'
import { killOperators } from './kill-operators.ts'
import { imageNames, largePackage } from './large-package.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    flips: { type: 'string', default: '200' },
    layer: { type: 'string', default: '300000' },
    'operator-kills': { type: 'string', default: '10' },
    kubeconfig: { type: 'string' },
    museum: { type: 'boolean', default: false },
  },
})
const never = new AbortController().signal
const folder = await mkdtemp(join(tmpdir(), 'outrigger-judge-'))
const problems: string[] = []
let site = 'site-0'
const sandbox =
  values.kubeconfig === undefined
    ? await serveSandbox({ folder: join(folder, 'api'), port: 0, name: 'judge' })
    : undefined
const kubeconfig = values.kubeconfig ?? join(folder, 'kubeconfig')
if (sandbox !== undefined) await writeFile(kubeconfig, sandbox.kubeconfig)
const running = await serveRegistry({ root: join(folder, 'registry') }, never)
const transport = createTransport()
const registry = connectRegistry(running.host, { transport })
try {
  await play()
} finally {
  await transport.close()
  await running.close(AbortSignal.abort())
  await sandbox?.stop()
  await rm(folder, { recursive: true, force: true })
}
console.log(problems.length === 0 ? 'all held' : problems.join('\n'))
process.exitCode = problems.length === 0 ? 0 : 1

function expectSame(what: string, found: unknown, wanted: unknown): void {
  const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (a !== b) problems.push(`${what}: found ${a}, wanted ${b}`)
}

async function build(update: number, name: string, deltaFrom?: Receipt) {
  const root = join(folder, `source-${update}`)
  await writeFiles(root, largePackage(update, Number(values.layer)))
  const workspace = join(folder, `${name}.work`)
  await mkdir(workspace)
  const opened = await openPackage(root, workspace, never)
  if (opened === undefined) throw new Error('no package')
  const out = join(folder, `${name}.tar.zst`)
  const more = deltaFrom === undefined ? {} : { deltaFrom }
  const began = performance.now()
  const built = await buildPackage(opened, { workspace, out, compression: 'zstd', ...more }, never)
  return { built, out, milliseconds: performance.now() - began }
}

async function open(out: string) {
  const workspace = `${out}.opened-${Math.random()}`
  await mkdir(workspace)
  const opened = await openPackage(out, workspace, never)
  if (opened === undefined) throw new Error('no package')
  return { opened, workspace }
}

async function play(): Promise<void> {
  const one = await build(0, 'one')
  const two = await build(0, 'two')
  const bytes = await readFile(one.out)
  expectSame('built twice', bytes.equals(await readFile(two.out)), true)
  const compressing = await compressMilliseconds(join(folder, 'source-0'), never)
  const ratio = (Math.min(one.milliseconds, two.milliseconds) / compressing).toFixed(2)
  console.log(
    `build ${one.milliseconds.toFixed(0)} ms, ${two.milliseconds.toFixed(0)} ms; read and compress ${compressing.toFixed(0)} ms: ${ratio} times; ${bytes.length} bytes`,
  )
  await flip(bytes)
  const { opened } = await open(one.out)
  await pushPackage(opened, { registry, repository: 'expansions/large', tag: '0' }, never)
  const { client, close } = connect(await findConnection({ kubeconfig, environment: {} }))
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'outrigger-system' } }
  await applyPlatform([namespace], 'accept', { client, told: () => {} }, never)
  const done = await killed()
  console.log(done.steps.join('\n'))
  expectSame(
    'plugins',
    (await listObjects(client, { resource: resourceOf(pluginKind) }, {}, never)).objects.length,
    10,
  )
  expectSame(
    'digests',
    await digests(),
    opened.lock?.images.map(({ image, digest }) => `${image} ${digest}`),
  )
  const again = await carry(undefined)
  console.log(`unchanged: ${again?.milliseconds} ms`)
  expectSame('second run: bytes', again?.bytes, 0)
  expectSame('second run: changed', again?.steps.at(-1)?.endsWith(' 0 changed'), true)
  await deltas(done.receipt, client)
  await byOperators(client, opened.lock?.images ?? [])
  if (values.museum) await intoMuseum(opened)
  await close()
}

async function flip(archive: Buffer): Promise<void> {
  let refused = 0
  const path = join(folder, 'flipped.tar.zst')
  for (let count = 0; count < Number(values.flips); count++) {
    const at = Math.floor(Math.random() * archive.length)
    const flipped = Buffer.from(archive)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(Math.random() * 8))
    await writeFile(path, flipped)
    const workspace = join(folder, `flip-${count}`)
    await mkdir(workspace)
    const outcome = await openPackage(path, workspace, never).catch(() => 'refused')
    await rm(workspace, { recursive: true })
    if (outcome === 'refused') refused++
    else problems.push(`a byte flipped at ${at} was taken`)
  }
  console.log(`${refused} of ${values.flips} flipped bytes refused`)
}

interface ChildOutcome {
  readonly steps: readonly string[]
  readonly bytes: number
  readonly receipt: Receipt
  readonly milliseconds: number
}

async function carry(killAfter: number | undefined): Promise<ChildOutcome | undefined> {
  const job = {
    package: `oci://${running.host}/expansions/large:0`,
    folder: join(folder, 'host'),
    kubeconfig,
    registry: `${running.host}/${site}`,
  }
  const program = resolve(import.meta.dirname, 'carry-child.ts')
  const child = spawn(process.execPath, [program, JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  let timer: NodeJS.Timeout | undefined
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    // Counted from when the work begins, so that every part of it is met.
    if (killAfter !== undefined) timer ??= setTimeout(() => child.kill('SIGKILL'), killAfter)
  })
  const [code, by] = await new Promise<readonly [number | null, string | null]>((settle) =>
    child.on('close', (...end) => settle(end)),
  )
  clearTimeout(timer)
  if (code === 0) return JSON.parse(text.replace('began\n', '')) as ChildOutcome
  if (by !== 'SIGKILL') throw new Error(`the child ended with ${code} by itself`)
  return undefined
}

async function killed(): Promise<ChildOutcome> {
  let [kills, span, sites] = [0, 3000, 0]
  while (kills < Number(values.kills)) {
    const outcome = await carry(Math.random() * span)
    if (outcome === undefined) kills++
    // It was done before it could be killed: another folder of the registry has all the work again.
    else {
      span = outcome.milliseconds
      site = `site-${++sites}`
      await rm(join(folder, 'host'), { recursive: true, force: true })
    }
  }
  console.log(`${kills} kills`)
  const last = await carry(undefined)
  if (last === undefined) throw new Error('it was killed')
  return last
}

async function digests(): Promise<readonly string[]> {
  const found = imageNames.toSorted().map(async (image) => {
    const [repository = '', tag = ''] = image.replace('docker.io/', '').split(':')
    const one = await resolveReference(registry, `${site}/large/${repository}`, tag, never)
    return `${image} ${one?.digest ?? 'missing'}`
  })
  return await Promise.all(found)
}

async function byOperators(
  client: KubeClient,
  wanted: readonly { readonly image: string; readonly digest: string }[],
): Promise<void> {
  const killed = await killOperators({
    client,
    kubeconfig,
    folder: join(folder, 'operators'),
    package: `oci://${running.host}/expansions/large:0`,
    host: running.host,
    kills: Number(values['operator-kills']),
  })
  console.log(`${killed.kills} operators killed\n${killed.steps.join('\n')}`)
  site = killed.site
  const images = wanted.map(({ image, digest }) => `${image} ${digest}`)
  expectSame('by operators: digests', await digests(), images)
  const plugins = await listObjects(client, { resource: resourceOf(pluginKind) }, {}, never)
  const ready = plugins.objects.filter((one) => conditionOf(one, 'Ready')?.status === 'True')
  expectSame('by operators: plugins', [plugins.objects.length, ready.length], [10, 10])
}

async function intoMuseum(opened: Package): Promise<void> {
  const museum = await startChartMuseum()
  try {
    const first = await uploadToMuseum(opened, museum.url)
    const second = await uploadToMuseum(opened, museum.url)
    expectSame('ChartMuseum: charts', first, { uploaded: 20, there: 0, listed: 20 })
    expectSame('ChartMuseum: a second time', second, { uploaded: 0, there: 20, listed: 20 })
    console.log('20 charts into a ChartMuseum, and none a second time')
  } finally {
    await museum.stop()
  }
}

async function deltas(first: Receipt, client: KubeClient): Promise<void> {
  let receipt = first
  const applied = '13 objects, 0 changed'
  for (let update = 1; update <= 3; update++) {
    const whole = await build(update, `whole-${update}`)
    const delta = await build(update, `delta-${update}`, receipt)
    const had = new Set(receipt.blobs.map(({ digest }) => digest))
    const fresh = whole.built.receipt.blobs.filter(({ digest }) => !had.has(digest)).length
    expectSame(`delta ${update}: blobs`, delta.built.blobs, fresh)
    const { opened, workspace } = await open(delta.out)
    const carried = await carryOutPackage(
      opened,
      {
        folder: site,
        namespace: 'outrigger-system',
        values: { global: {}, charts: {} },
        facts: {},
        secretName: undefined,
        clusters: [undefined],
      },
      {
        workspace,
        stage: join(folder, 'stage'),
        registry,
        charts: registryUploads(registry, `${site}/large/charts`),
        apply: (objects, signal) => applyObjects(objects, client, signal),
      },
      never,
    )
    expectSame(`delta ${update}: digest`, carried.digest, whole.built.lock.digest)
    expectSame(
      `delta ${update}: images`,
      await digests(),
      whole.built.lock.images.map(({ image, digest }) => `${image} ${digest}`),
    )
    // The charts and the addresses stay the same, and only images changed.
    expectSame(`delta ${update}: objects`, carried.steps.at(-1)?.message, applied)
    console.log(`delta ${update}: ${delta.built.blobs} blobs, ${delta.built.leftOut} left out`)
    receipt = carried.receipt
  }
}

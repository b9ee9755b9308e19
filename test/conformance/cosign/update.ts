import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Registry, connectRegistry } from '../../../src/oci/client/registry.ts'
import { createTransport } from '../../../src/oci/client/transport.ts'
import { startTemporaryRegistry } from '../../registry/temporary-registry.ts'
import { alterAnnotations, alterBlobs } from './alter.ts'
import { type SigningOrder, makeChart, makeSigning } from './make-signings.ts'
import { type Cosign, startCosign } from './program.ts'
import { type Recorded, type Signing, manifestOf, recordedFile, replay } from './recording.ts'
import { type CosignRow, forms, keyNames, rows, verifiableKeyNames } from './rows.ts'

// Importing this signs charts with the real cosign (OUTRIGGER_COSIGN) in a registry of ours and
// records what it left there, and which rows it accepts. All keys are new every time.

const { signal } = new AbortController()
const cosign = await startCosign()
const server = await startTemporaryRegistry()
const transport = createTransport()
try {
  const registry = connectRegistry(new URL(server.url).host, { transport })
  const recorded = await record(cosign, registry)
  await writeFile(recordedFile, `${JSON.stringify(recorded, undefined, 1)}\n`)
  console.log(`cosign: ${rows.length} rows`)
} finally {
  await transport.close()
  await server.stop()
  await cosign.close()
}

async function record(program: Cosign, registry: Registry): Promise<Recorded> {
  const charts = { demo: await makeChart('demo'), other: await makeChart('other') }
  const keys: Record<string, string> = {}
  for (const name of [...keyNames, 'stranger']) keys[name] = await program.makeKey(name)
  await writeFile(join(program.folder, 'predicate.json'), '{}')
  const signings: Record<string, Signing> = {}
  for (const [name, order] of Object.entries(ordersOf(charts))) {
    const repository = `signing/${name.replaceAll(' ', '-')}`
    signings[name] = await makeSigning(program, registry, { ...order, repository }, signal)
  }
  for (const form of forms) {
    const signing = signings[`ed25519 ${form}`]
    if (signing !== undefined) signings[`pure ${form}`] = signAgain(program, signing)
  }
  const blobBundles = await signBlobs(program, charts.demo.archive)
  const version = /GitVersion:\s*v(\S+)/.exec(await program.run(['version']))?.[1] ?? ''
  const recorded = { cosign: version, charts, keys, signings, blobBundles, accepted: {} }
  return { ...recorded, accepted: await judge(program, registry, recorded) }
}

type Order = Omit<SigningOrder, 'repository'>

function ordersOf({ demo, other }: Recorded['charts']): Readonly<Record<string, Order>> {
  const orders: Record<string, Order> = {
    'two tag': { chart: demo, keys: ['p256', 'rsa2048'], form: 'tag' },
    'attested bundle': { chart: demo, keys: ['p256'], form: 'bundle', attest: true },
  }
  for (const form of forms) {
    for (const key of keyNames) orders[`${key} ${form}`] = { chart: demo, keys: [key], form }
    orders[`other ${form}`] = { chart: other, keys: ['p256'], form }
    const words = ['-a', 'env=prod']
    orders[`annotated ${form}`] = { chart: demo, keys: ['p256'], form, words }
  }
  return orders
}

/** The same texts with Ed25519 signatures over themselves, as other tools make them. */
function signAgain(program: Cosign, signing: Signing): Signing {
  const payload = signing.blobs.find((text) => text.includes('"critical"'))
  if (payload !== undefined) {
    const signature = program.signPure('ed25519', Buffer.from(payload)).toString('base64')
    return alterAnnotations(signing, () => signature)
  }
  return alterBlobs(signing, (text) => {
    const bundle = JSON.parse(text)
    if (bundle.dsseEnvelope === undefined) return text
    const { payload: inBase64, payloadType } = bundle.dsseEnvelope
    const bytes = Buffer.from(inBase64, 'base64')
    const head = `DSSEv1 ${payloadType.length} ${payloadType} ${bytes.length} `
    const signed = program.signPure('ed25519', Buffer.concat([Buffer.from(head), bytes]))
    bundle.dsseEnvelope.signatures = [{ sig: signed.toString('base64') }]
    return JSON.stringify(bundle)
  })
}

async function signBlobs(program: Cosign, archive: string): Promise<Record<string, string>> {
  const bundles: Record<string, string> = {}
  await writeFile(join(program.folder, 'demo.tgz'), Buffer.from(archive, 'base64'))
  for (const key of verifiableKeyNames) {
    const flags = ['--use-signing-config=false', '--tlog-upload=false', '-y']
    const output = ['--bundle', 'demo.sigstore.json']
    await program.run(['sign-blob', '--key', `${key}.key`, ...flags, ...output, 'demo.tgz'])
    bundles[key] = await readFile(join(program.folder, 'demo.sigstore.json'), 'utf8')
  }
  return bundles
}

async function judge(program: Cosign, registry: Registry, recorded: Recorded) {
  const accepted: Record<string, boolean> = {}
  for (const [index, row] of rows.entries()) {
    const repository = `row/${index}`
    const signings = row.signings(recorded).filter((one) => one !== undefined)
    await replay(registry, repository, { chart: recorded.charts.demo, signings }, signal)
    const reference = `${registry.host}/${repository}@${manifestOf(recorded.charts.demo.manifest).digest}`
    accepted[row.name] = await isAccepted(program, row, reference)
  }
  return accepted
}

async function isAccepted(program: Cosign, row: CosignRow, reference: string): Promise<boolean> {
  const annotations = Object.entries(row.annotations ?? {}).flatMap(([key, value]) => [
    '-a',
    `${key}=${value}`,
  ])
  const words = ['verify', '--key', `${row.key}.pub`, '--insecure-ignore-tlog=true']
  try {
    await program.run([...words, ...(row.flags ?? []), ...annotations, reference])
    return true
  } catch (error) {
    console.log(`refused: ${row.name}: ${String(error).split('\n').at(-2)?.slice(0, 150)}`)
    return false
  }
}

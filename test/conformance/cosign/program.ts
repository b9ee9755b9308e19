import { execFile } from 'node:child_process'
import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The real cosign, with keys in a folder of its own. */
export interface Cosign {
  readonly folder: string
  readonly run: (
    words: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => Promise<string>
  /** Makes NAME.key and NAME.pub; returns the public key. */
  readonly makeKey: (name: string) => Promise<string>
  /** A signature over the bytes themselves, which cosign makes of no key of the kind ed25519. */
  readonly signPure: (key: string, bytes: Uint8Array) => Buffer
  readonly close: () => Promise<void>
}

export async function startCosign(): Promise<Cosign> {
  const program = process.env['OUTRIGGER_COSIGN']
  if (!program) {
    const get = 'go install github.com/sigstore/cosign/v3/cmd/cosign@v3.1.3'
    throw new Error(`point OUTRIGGER_COSIGN at a cosign; "${get}" builds one in some minutes`)
  }
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-cosign-'))
  const run: Cosign['run'] = async (words, env = {}) => {
    const own = { PATH: process.env['PATH'] ?? '', HOME: folder, COSIGN_PASSWORD: 'x' }
    const options = { cwd: folder, env: { ...own, ...env }, timeout: 60_000 }
    return (await promisify(execFile)(program, words, options)).stdout
  }
  const keys = new Map<string, KeyObject>()
  const makeKey = async (name: string) => {
    const key = makePrivateKey(name)
    keys.set(name, key)
    await writeFile(join(folder, 'imported.pem'), key.export({ type: 'pkcs8', format: 'pem' }))
    await run(['import-key-pair', '--key', 'imported.pem', '--output-key-prefix', name, '-y'])
    return await readFile(join(folder, `${name}.pub`), 'utf8')
  }
  const signPure = (name: string, bytes: Uint8Array) => {
    const key = keys.get(name)
    if (key === undefined) throw new Error(`there is no key ${name}`)
    return sign(undefined, bytes, key)
  }
  return { folder, run, makeKey, signPure, close: () => rm(folder, { recursive: true }) }
}

const curves: Readonly<Record<string, string>> = { p384: 'secp384r1', p521: 'secp521r1' }

function makePrivateKey(name: string): KeyObject {
  const bits = Number(/^rsa(\d+)$/.exec(name)?.[1] ?? 0)
  const { privateKey } =
    bits > 0
      ? generateKeyPairSync('rsa', { modulusLength: bits })
      : name === 'ed25519'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('ec', { namedCurve: curves[name] ?? 'prime256v1' })
  return privateKey
}

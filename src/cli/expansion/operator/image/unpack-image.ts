import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { readBounded } from '../../../../oci/bytes.ts'
import { maxConfigBytes } from '../../../../oci/limits.ts'
import { type Descriptor, parseManifest } from '../../../../oci/manifest.ts'
import { oneImage } from '../../../../oci/media/platform-choice.ts'
import type { ImageSource } from '../../../../oci/media/medium.ts'
import { PlainError } from '../../../errors.ts'
import { applyLayer } from './apply-layer.ts'

/** How the program of an image is started. */
export interface ImageProgram {
  readonly words: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly folder: string
}

const mostLayerBytes = 1024 * 1024 * 1024
const mostFileBytes = 2 * mostLayerBytes

/** Unpacks an image for this machine into a folder, and says how its program is started. */
export async function unpackImage(
  source: ImageSource,
  reference: string,
  folder: string,
  signal: AbortSignal,
): Promise<ImageProgram> {
  const what = `image ${reference} of ${source.name}`
  const found = await source.resolve(reference, signal)
  if (found === undefined) throw new PlainError(`there is no ${what}`)
  const manifest = await readImageManifest(source, found, what, signal)
  const { config, layers } = manifest
  const program = programOf(
    await readBlob(
      source,
      config,
      { most: maxConfigBytes, what: `the configuration of ${what}` },
      signal,
    ),
    what,
  )
  for (const layer of layers) {
    const about = { most: mostLayerBytes, what: `layer ${layer.digest} of ${what}` }
    await applyLayer(folder, unpacked(await readBlob(source, layer, about, signal)))
  }
  return program
}

async function readImageManifest(
  source: ImageSource,
  descriptor: Descriptor,
  what: string,
  signal: AbortSignal,
) {
  const manifest = parseManifest(await source.manifest(descriptor, signal), what)
  if (manifest.kind === 'image') return manifest
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch
  const own = oneImage(manifest.manifests, { os: 'linux', architecture }, what)
  const inner = parseManifest(await source.manifest(own, signal), what)
  if (inner.kind === 'image') return inner
  throw new PlainError(`${what} is an index of indexes`)
}

async function readBlob(
  source: ImageSource,
  descriptor: Descriptor,
  { most, what }: { readonly most: number; readonly what: string },
  signal: AbortSignal,
): Promise<Uint8Array> {
  return await readBounded(source.blob(descriptor).open(0, signal), most, what)
}

// By its first bytes: media types of layers say less than they should.
function unpacked(bytes: Uint8Array): Uint8Array {
  const bound = { maxOutputLength: mostFileBytes }
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, bound)
  const isZstd = bytes[0] === 0x28 && bytes[1] === 0xb5 && bytes[2] === 0x2f && bytes[3] === 0xfd
  return isZstd ? zstdDecompressSync(bytes, bound) : bytes
}

function programOf(bytes: Uint8Array, what: string): ImageProgram {
  const { config = {} } = JSON.parse(Buffer.from(bytes).toString('utf8')) as {
    readonly config?: Readonly<Record<string, unknown>>
  }
  const listAt = (key: string) => (Array.isArray(config[key]) ? config[key].map(String) : [])
  const words = [...listAt('Entrypoint'), ...listAt('Cmd')]
  if (words.length === 0) throw new PlainError(`${what} says no program (Entrypoint or Cmd)`)
  const env = listAt('Env').map((pair) => {
    const equals = pair.indexOf('=')
    return [pair.slice(0, equals), pair.slice(equals + 1)] as const
  })
  const workingDir = config['WorkingDir']
  const folder = typeof workingDir === 'string' && workingDir !== '' ? workingDir : '/'
  return { words, env: { PATH: usualPath, ...Object.fromEntries(env) }, folder }
}

const usualPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

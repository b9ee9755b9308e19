import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../../test/cli/run-cli.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { startDockerRegistry } from '../../../test/registry/docker-registry.ts'
import { temporaryFolder, writeRealImage } from '../../../test/registry/real-image.ts'
import { startTemporaryRegistry } from '../../../test/registry/temporary-registry.ts'

const run = promisify(execFile)
const stops: (() => Promise<void>)[] = []
let folder = ''
let docker = ''
let ours = ''
let digest = ''
beforeAll(async () => {
  const temporary = await temporaryFolder()
  const theirs = await startDockerRegistry()
  const embedded = await startTemporaryRegistry()
  stops.push(temporary.stop, theirs.stop, embedded.stop)
  folder = temporary.path
  docker = theirs.host
  ours = embedded.host
  digest = await writeRealImage(join(folder, 'first'), 'v1', 'hello')
  await skopeo('copy', `oci:${folder}/first:v1`, `docker://${docker}/a/app:v1`)
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

test('skopeo finds the same image after docker-registry, embedded, layout, archive and back', async () => {
  const hops = [
    [`docker://${docker}/a/app:v1`, `docker://${ours}/b/app:v2`],
    [`docker://${ours}/b/app:v2`, `oci:${folder}/layout`],
    [`oci:${folder}/layout`, `docker-archive:${folder}/app.tar`],
    [`docker-archive:${folder}/app.tar`, `docker://${docker}/c/app:v3`],
    // Inside one registry nothing is sent.
    [`docker://${docker}/c/app:v3`, `docker://${docker}/d/app:v4`],
  ]
  const codes = []
  for (const hop of hops) codes.push(await copy(...hop))
  expect(codes).toEqual(hops.map(() => 0))
  const name = `${ours}/b/app:v2`
  const places = [
    `docker://${ours}/b/app:v2`,
    `oci:${folder}/layout:${name}`,
    `oci-archive:${folder}/app.tar:${name}`,
    `docker://${docker}/c/app:v3`,
    `docker://${docker}/d/app:v4`,
  ]
  const found = []
  for (const place of places) found.push(await digestAt(place))
  expect(found).toEqual(places.map(() => digest))
})

test('skopeo loads the docker archive that we write, by the list that docker load reads', async () => {
  expect(await copy(`docker://${docker}/a/app:v1`, `docker-archive:${folder}/one.tar`)).toBe(0)
  await skopeo('copy', `docker-archive:${folder}/one.tar`, `oci:${folder}/loaded:v1`)
  expect(await digestAt(`oci:${folder}/loaded:v1`)).toMatch(/^sha256:/)
})

test('we read the archive that skopeo writes as oci-archive, with its digest', async () => {
  await skopeo('copy', `oci:${folder}/first:v1`, `oci-archive:${folder}/theirs.tar:v1`)
  const target = `docker://${docker}/e/app:v1`
  expect(await copy(`docker-archive:${folder}/theirs.tar:v1`, target)).toBe(0)
  expect(await digestAt(target)).toBe(digest)
})

test('an index with some of its images is refused by docker-registry, and the message says what to do', async () => {
  await writeRealImage(join(folder, 'second'), 'v1', 'other')
  await skopeo('copy', `oci:${folder}/second:v1`, `docker://${docker}/a/app:other`)
  const manifests = [await describe('v1', 'amd64'), await describe('other', 'arm64')]
  const mediaType = 'application/vnd.oci.image.index.v1+json'
  const pushed = await fetch(`http://${docker}/v2/a/app/manifests/both`, {
    method: 'PUT',
    headers: { 'content-type': mediaType },
    body: JSON.stringify({ schemaVersion: 2, mediaType, manifests }),
  })
  expect(pushed.status).toBe(201)
  const words = [`docker://${docker}/a/app:both`, `docker://${docker}/f/app:both`]
  const { exitCode, stderr } = await copied(...words, '--platform', 'linux/amd64')
  expect(exitCode).toBe(1)
  expect(stderr).toContain(
    `${docker}/f/app takes an index only with all of its images: copy every platform, or put one image in its place (--multi-arch=image)`,
  )
  const flags = ['--platform', 'linux/amd64', '--multi-arch=image']
  expect(await copy(...words, ...flags)).toBe(0)
  expect(await digestAt(words[1] ?? '')).toBe(digest)
})

async function describe(tag: string, architecture: string) {
  const mediaType = 'application/vnd.oci.image.manifest.v1+json'
  const url = `http://${docker}/v2/a/app/manifests/${tag}`
  const response = await fetch(url, { headers: { accept: mediaType } })
  const { byteLength: size } = await response.arrayBuffer()
  const found = response.headers.get('docker-content-digest')
  return { mediaType, digest: found, size, platform: { os: 'linux', architecture } }
}

async function digestAt(place: string): Promise<string> {
  const text = await skopeo('inspect', '--format', '{{.Digest}}', place)
  return text.trim()
}

async function copy(...words: readonly string[]): Promise<number> {
  return (await copied(...words)).exitCode
}

async function copied(...words: readonly string[]) {
  const environment = { HOME: folder, HELM_CACHE_HOME: join(folder, 'cache') }
  const result = await runCli(['images', 'copy', ...words], { environment })
  await rm(join(folder, 'cache'), { recursive: true, force: true })
  return result
}

async function skopeo(verb: string, ...words: readonly string[]): Promise<string> {
  const insecure =
    verb === 'copy' ? ['--src-tls-verify=false', '--dest-tls-verify=false'] : ['--tls-verify=false']
  const all = ['--insecure-policy', verb, ...insecure, ...words]
  const { stdout } = await run(findOracle('skopeo'), all)
  return stdout
}

import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCli } from '../../../test/cli/run-cli.ts'
import { findOracle } from '../../../test/oracles/find.ts'
import { startDockerRegistry } from '../../../test/registry/docker-registry.ts'
import { temporaryFolder, writeRealImage } from '../../../test/registry/real-image.ts'

const run = promisify(execFile)
const stops: (() => Promise<void>)[] = []
let folder = ''
let source = ''
let destination = ''
let digest = ''

beforeAll(async () => {
  const temporary = await temporaryFolder()
  const [from, to] = [await startDockerRegistry(), await startDockerRegistry()]
  stops.push(temporary.stop, from.stop, to.stop)
  folder = temporary.path
  source = from.host
  destination = to.host
  digest = await writeRealImage(join(folder, 'image'), 'v1', 'hello')
  for (const name of ['team/web:v1', 'tool:2']) {
    const insecure = ['--insecure-policy', 'copy', '--dest-tls-verify=false']
    const words = [`oci:${folder}/image:v1`, `docker://${source}/${name}`]
    await run(findOracle('skopeo'), [...insecure, ...words])
  }
  await mkdir(join(folder, 'manifests'))
  const containers = [
    { name: 'a', image: `${source}/team/web:v1` },
    { name: 'b', image: `${source}/tool:2@${digest}` },
  ]
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'x' }, spec: { containers } }
  await writeFile(join(folder, 'manifests', 'pod.yaml'), JSON.stringify(pod))
})
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

async function list(format: string): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli([
    'images',
    'list',
    join(folder, 'manifests'),
    '-o',
    format,
  ])
  if (exitCode !== 0) throw new Error(stderr)
  return stdout
}

test('skopeo sync takes the list for skopeo', async () => {
  const file = join(folder, 'images.yaml')
  await writeFile(file, await list('skopeo'))
  const insecure = ['--src-tls-verify=false', '--dest-tls-verify=false']
  const words = ['sync', '--all', '--src', 'yaml', '--dest', 'docker', ...insecure]
  await run(findOracle('skopeo'), ['--insecure-policy', ...words, file, destination])
  const tags = ['--insecure-policy', 'inspect', '--tls-verify=false', '--format', '{{ .Digest }}']
  const found = await run(findOracle('skopeo'), [...tags, `docker://${destination}/web:v1`])
  expect(found.stdout.trim()).toBe(digest)
})

test('crane takes each line of the list for crane', async () => {
  const names = (await list('crane')).trim().split('\n')
  const found = []
  for (const name of names) {
    found.push((await run(findOracle('crane'), ['digest', '--insecure', name])).stdout.trim())
  }
  expect(found).toEqual([digest, digest])
})

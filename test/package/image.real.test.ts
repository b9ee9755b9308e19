import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serveSandbox } from '../../src/cli/platform/serve-sandbox.ts'
import { objectOf } from '../../src/kube/answer.ts'
import { findConnection } from '../../src/kube/connect.ts'
import { textAt } from '../../src/objects/kube-object.ts'
import { buildRelease } from '../../tools/build-release.ts'
import { buildImage } from '../../tools/image/build-image.ts'
import { entryPoint, user } from '../../tools/image/lay-out-files.ts'
import { runCli } from '../cli/run-cli.ts'
import { findOracle } from '../oracles/find.ts'

// The image is built twice, judged by skopeo, unpacked and run as Kubernetes runs it: as nobody, on a file system that cannot be written to.

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '../..')
const main = join(root, 'src/cli/main.ts')
const namespace = 'outrigger-system'
const { signal } = new AbortController()

let folder = ''
const dist = () => join(folder, 'dist')
let layout = ''
let digest = ''
let cluster: Awaited<ReturnType<typeof serveSandbox>> | undefined
let child: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'image-'))
  layout = join(folder, 'first')
  await buildRelease(root, dist())
  digest = await buildImage({ root, dist: dist(), folder: layout, tag: '1.0' }, signal)
})
afterAll(async () => {
  child?.kill('SIGKILL')
  await cluster?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('the same sources and packages give the same image', async () => {
  const again = { root, dist: dist(), folder: join(folder, 'second'), tag: '1.0' }
  expect(await buildImage(again, signal)).toBe(digest)
})

test('skopeo reads it: nobody is its user, and its parts are listed', async () => {
  const skopeo = findOracle('skopeo')
  const from = `oci:${layout}:1.0`
  const { stdout: shown } = await run(skopeo, ['inspect', from])
  expect(JSON.parse(shown)).toMatchObject({ Digest: digest, Os: 'linux' })
  const { stdout: config } = await run(skopeo, ['inspect', '--config', from])
  expect(JSON.parse(config)).toMatchObject({
    config: {
      User: `${user}:${user}`,
      Entrypoint: entryPoint,
    },
  })
  await run(skopeo, ['copy', from, `oci:${join(folder, 'copied')}:1.0`])
})

test('it runs as nobody on a file system that cannot be written to, until it is ready', async () => {
  const files = join(folder, 'files')
  await unpack(files)
  const { stdout: special } = await run('find', [files, '-perm', '/6000'])
  expect(special).toBe('')
  const bill = JSON.parse(await readFile(join(files, 'opt/outrigger/sbom.spdx.json'), 'utf8'))
  const names = (bill as { packages: { name: string }[] }).packages.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['libc6', 'openssh-client', 'node', 'fastify', 'react']),
  )

  const served = await serveSandbox({
    folder: join(folder, 'cluster'),
    port: 0,
    userAgent: 'test',
    onFailure: () => {},
  })
  cluster = served
  const { kubeconfig } = served
  const environment = { KUBECONFIG: kubeconfig, HOME: folder }
  const set = await runCli(['init', '--image', 'example.com/outrigger:1'], {
    environment,
    file: main,
  })
  expect(set.exitCode).toBe(0)
  await layOutAccount(files, kubeconfig)
  const connection = await findConnection({ kubeconfig, environment: {} })
  const started = startInside(files, connection.server)
  await started.until('Ctrl-C ends it')
  const port = /Operator +http:\/\/[^:]+:(\d+)/.exec(started.said())?.[1] ?? ''
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
  expect(started.said()).toMatch(/^OpenSSH_/)
  child?.kill('SIGTERM')
  if (child !== undefined) await once(child, 'exit')
})

/** Unpacks the layers of the image, one over the other. */
async function unpack(files: string): Promise<void> {
  await mkdir(files)
  const manifest = JSON.parse(await readFile(blobPath(digest), 'utf8')) as {
    readonly layers: readonly { readonly digest: string }[]
  }
  for (const layer of manifest.layers)
    await run('tar', ['-xpf', blobPath(layer.digest), '-C', files])
  // Runtimes make the places of their mounts.
  for (const place of ['proc', 'dev', 'var/lib/outrigger', accountPlace])
    await mkdir(join(files, place), { recursive: true })
  expect(await readdir(files)).toContain('opt')
}

function blobPath(found: string): string {
  return join(layout, 'blobs', found.replace(':', '/'))
}

const accountPlace = 'var/run/secrets/kubernetes.io/serviceaccount'

async function layOutAccount(files: string, kubeconfig: string): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/outrigger/token`
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} }
  const answer = await cluster?.client.exchange({ method: 'POST', path, body }, signal)
  const token = answer === undefined ? '' : textAt(objectOf(answer), ['status', 'token'])
  const { tls } = await findConnection({ kubeconfig, environment: {} })
  const write = (name: string, text: string) => writeFile(join(files, accountPlace, name), text)
  await write('token', token)
  await write('ca.crt', tls.ca ?? '')
  await write('namespace', namespace)
}

/** Starts the program of the image in a mount namespace of its own, with the mounts that the Deployment has. */
function startInside(files: string, server: URL) {
  const inside = `chroot --userspec=${user}:${user} ${files}`
  const steps = [
    `mount --bind ${files} ${files}`,
    `mount --rbind /proc ${files}/proc`,
    `mount --rbind /dev ${files}/dev`,
    `mount -t tmpfs -o mode=1777 tmpfs ${files}/tmp`,
    `mount -t tmpfs -o uid=${user},gid=${user} tmpfs ${files}/var/lib/outrigger`,
    `mount -o remount,bind,ro ${files}`,
    `! touch ${files}/etc/written 2>/dev/null`,
    `${inside} /usr/bin/ssh -V`,
    `exec ${inside} ${entryPoint.join(' ')} start --in-cluster --folder /var/lib/outrigger`,
  ]
  child = spawn('unshare', ['--mount', 'sh', '-ec', steps.join('\n')], {
    env: {
      PATH: process.env['PATH'] ?? '',
      KUBERNETES_SERVICE_HOST: server.hostname,
      KUBERNETES_SERVICE_PORT: server.port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const running = child
  let said = ''
  running.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  running.stderr?.on('data', (text: Buffer) => (said += text.toString()))
  const until = async (text: string) => {
    const end = Date.now() + 120_000
    while (!said.includes(text)) {
      if (running.exitCode !== null || Date.now() > end) throw new Error(`it did not run: ${said}`)
      await sleep(50)
    }
  }
  return { said: () => said, until }
}

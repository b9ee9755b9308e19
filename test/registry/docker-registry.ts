import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { hash } from 'bcryptjs'
import { findOracle } from '../oracles/find.ts'

export interface DockerRegistry {
  readonly host: string
  readonly url: string
  readonly stop: () => Promise<void>
}

/** The real docker-registry of Debian on a free port of this machine, with deletion on; for one user when told. */
export async function startDockerRegistry(login?: Login): Promise<DockerRegistry> {
  return await startWithConfig('docker-registry', login)
}

/** The same of another release: distribution 3.1, which only benches and judges want. */
export async function startDistribution(login?: Login): Promise<DockerRegistry> {
  return await startWithConfig('distribution', login)
}

/** `crane registry serve`, which forgets uploads, knows no mounts and answers little. */
export async function startCraneRegistry(): Promise<DockerRegistry> {
  return await startProgram(async (folder, port) => {
    const words = ['registry', 'serve', '--address', `127.0.0.1:${port}`, '--disk', folder]
    return [findOracle('crane'), words]
  })
}

interface Login {
  readonly username: string
  readonly password: string
}

async function startWithConfig(
  oracle: 'docker-registry' | 'distribution',
  login: Login | undefined,
): Promise<DockerRegistry> {
  return await startProgram(async (folder, port) => {
    const config = join(folder, 'config.yml')
    const users = join(folder, 'users')
    if (login) await writeFile(users, `${login.username}:${await hash(login.password, 4)}\n`)
    await writeFile(config, configText(join(folder, 'data'), port, login && users))
    return [findOracle(oracle), ['serve', config]]
  })
}

type Prepare = (folder: string, port: number) => Promise<readonly [string, readonly string[]]>

async function startProgram(prepare: Prepare): Promise<DockerRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-docker-registry-'))
  const port = await freePort()
  const [program, words] = await prepare(folder, port)
  const child = spawn(program, words, { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const host = `127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await untilReady(`http://${host}/v2/`)
  } catch (error) {
    await stop()
    throw error
  }
  return { host, url: `http://${host}`, stop }
}

function configText(folder: string, port: number, users: string | undefined): string {
  const auth = users === undefined ? '' : `auth: { htpasswd: { realm: here, path: ${users} } }\n`
  return `${auth}version: 0.1
log: { level: error }
storage:
  filesystem: { rootdirectory: ${JSON.stringify(folder)} }
  delete: { enabled: true }
http:
  addr: 127.0.0.1:${port}
  secret: for-tests-alone
`
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      // One that asks who we are is there as well.
      if ([200, 401].includes((await fetch(url)).status)) return
    } catch {
      // Not listening yet.
    }
    await sleep(100)
  }
  throw new Error(`the registry did not answer at ${url}`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

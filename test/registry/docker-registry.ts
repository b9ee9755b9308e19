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
export async function startDockerRegistry(login?: {
  readonly username: string
  readonly password: string
}): Promise<DockerRegistry> {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-docker-registry-'))
  const port = await freePort()
  const config = join(folder, 'config.yml')
  const users = join(folder, 'users')
  if (login) await writeFile(users, `${login.username}:${await hash(login.password, 4)}\n`)
  await writeFile(config, configText(join(folder, 'data'), port, login && users))
  const child = spawn(findOracle('docker-registry'), ['serve', config], { stdio: 'ignore' })
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
  throw new Error(`docker-registry did not answer at ${url}`)
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

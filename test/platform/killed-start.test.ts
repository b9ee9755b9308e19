import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 180_000 })

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const ports = ['--port', '--charts-port', '--registry-port', '--metrics-port', '--server-port']

let root = ''
const started: ChildProcess[] = []
beforeEach(async () => void (root = await mkdtemp(join(tmpdir(), 'killed-start-'))))
afterEach(async () => {
  for (const one of started.splice(0)) one.kill('SIGKILL')
  await rm(root, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

/** A platform in a process of its own, once it is there. */
async function start(): Promise<ChildProcess> {
  const words = [main, 'start', ...ports.flatMap((port) => [port, '0'])]
  const env = { ...process.env, TMPDIR: root, HOME: root }
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(child)
  let said = ''
  const heard = new Promise<void>((done, failed) => {
    const hear = (part: Buffer) => {
      said += part.toString()
      if (said.includes('KUBECONFIG=')) done()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => failed(new Error(`it ended: ${said}`)))
  })
  await heard
  return child
}

const folders = async () => (await readdir(root)).filter((name) => name.startsWith('outrigger-'))

test('the folder of a platform that was killed goes with the next start, and each takes its own away', async () => {
  const killed = await start()
  const [left = ''] = await folders()
  expect(left).toMatch(/^outrigger-start-/)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(await folders()).toEqual([left])

  const next = await start()
  const now = await folders()
  expect(now.length).toBe(1)
  expect(now).not.toContain(left)
  next.kill('SIGTERM')
  await once(next, 'exit')
  expect(await folders()).toEqual([])
})

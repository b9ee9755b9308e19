import { spawn } from 'node:child_process'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { prepareOwnFolder } from '../../std/node/own-folder.ts'
import { sleep } from '../../std/sleep.ts'
import { PlainError } from '../errors.ts'
import type { Ports } from '../verb.ts'
import { type SandboxFolder, type SandboxSettings, readRunning } from './sandbox-folder.ts'

const patienceMilliseconds = 30_000
const pauseMilliseconds = 50

/** Starts a sandbox in a process of its own and waits until it can be reached. */
export async function startDetached(
  folder: SandboxFolder,
  { kubernetes, port, nodes }: SandboxSettings,
  { program, environment }: Ports,
  signal: AbortSignal,
): Promise<void> {
  await prepareOwnFolder(folder.path)
  const logPath = join(folder.path, 'sandbox.log')
  const log = await open(logPath, 'w', 0o600)
  const words = [
    'sandbox',
    'start',
    folder.name,
    '--kubernetes',
    kubernetes,
    '--port',
    String(port),
  ]
  const child = spawn(process.execPath, [program.file, ...words, '--nodes', String(nodes)], {
    detached: true,
    env: environment,
    stdio: ['ignore', log.fd, log.fd],
  })
  let hasEnded = false
  child.once('exit', () => (hasEnded = true))
  child.once('error', () => (hasEnded = true))
  child.unref()
  await log.close()
  const deadline = performance.now() + patienceMilliseconds
  while ((await readRunning(folder)) === undefined) {
    if (hasEnded || performance.now() > deadline) {
      const said = (await readFile(logPath, 'utf8')).trim()
      throw new PlainError(
        `the sandbox "${folder.name}" did not start: ${said || `see ${logPath}`}`,
      )
    }
    await sleep(pauseMilliseconds, signal)
  }
}

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { captureIo } from '../../../test/cli/capture-io.ts'
import { fixedPorts, runCli } from '../../../test/cli/run-cli.ts'
import { openExchange } from '../../../test/registry/exchange.ts'
import { basicHeader } from '../../oci/auth/credentials.ts'
import { Interruption } from '../errors.ts'
import { runCommandLine } from '../run-command-line.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outrigger-serve-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('serves a folder, says where, keeps what was pushed and stops when interrupted', async () => {
  const first = await serve()
  const refused = await openExchange(first.address, 'a').send('POST', 'blobs/uploads/')
  expect(refused.status).toBe(401)
  const digest = await openExchange(first.address, 'a', first.owner).putBlob('kept')
  await first.interrupt()
  const second = await serve()
  const reply = await openExchange(second.address, 'a').send('GET', `blobs/${digest}`)
  expect(reply.text).toBe('kept')
  expect(await second.interrupt()).toBe(130)
  await expect(fetch(`${second.address}/v2/`)).rejects.toThrow('fetch failed')
})

test('a port that is taken is told of', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const outcome = await runCli(['registry', 'serve', folder, '--port', String(port)])
  other.close()
  expect(outcome).toMatchObject({ exitCode: 1, stdout: '' })
  expect(outcome.stderr).toContain(`error: cannot listen on 127.0.0.1:${port}`)
})

test.each(['x', '-1', '65536', '1.5'])('--port=%s is not understood', async (port) => {
  const outcome = await runCli(['registry', 'serve', folder, `--port=${port}`])
  expect(outcome).toMatchObject({ exitCode: 2, stdout: '' })
  expect(outcome.stderr).toContain(`--port ${port} is not a port`)
})

async function serve() {
  const { io, written } = captureIo()
  const controller = new AbortController()
  const words = ['registry', 'serve', join(folder, 'registry'), '--port', '0', '-o', 'json']
  const code = runCommandLine(words, fixedPorts(), io, controller.signal)
  while (!written.stderr.includes('serving')) await new Promise((next) => setImmediate(next))
  const { address, tokenFile } = JSON.parse(written.stdout) as Record<string, string>
  const token = (await readFile(tokenFile ?? '', 'utf8')).trim()
  expect(written.stderr).toContain(`--password-stdin < ${tokenFile}`)
  expect(written.stdout + written.stderr).not.toContain(token)
  const owner = { authorization: basicHeader('outrigger', token) }
  const interrupt = () => {
    controller.abort(new Interruption('SIGINT'))
    return code
  }
  return { address: address ?? '', owner, interrupt }
}

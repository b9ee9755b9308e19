import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, openSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { readPackageVersion } from './package-version.ts'

const main = resolve(import.meta.dirname, 'main.ts')
const folder = mkdtempSync(join(tmpdir(), 'outrigger-main-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('hands arguments in and the exit code out', () => {
  const done = spawnSync(process.execPath, [main, 'version', '--short'], { encoding: 'utf8' })
  expect(done).toMatchObject({ status: 0, stdout: `${readPackageVersion()}\n`, stderr: '' })
  const refused = spawnSync(process.execPath, [main, 'vresion'], { encoding: 'utf8' })
  expect(refused).toMatchObject({ status: 2, stdout: '' })
})

test('calls itself kubectl outrigger when kubectl starts it', () => {
  const plugin = join(folder, 'kubectl-outrigger')
  symlinkSync(main, plugin)
  const { stdout } = spawnSync(process.execPath, [plugin, 'help'], { encoding: 'utf8' })
  expect(stdout).toMatch(/^Usage: kubectl outrigger <command>/)
})

test('colours errors in a pipe only when told to', () => {
  expect(readErrors({})).toMatch(/^error: /)
  expect(readErrors({ FORCE_COLOR: '1' })).toMatch(/^\u001B\[31merror:\u001B\[39m /)
})

test('ends quietly when the reader has gone', async () => {
  const child = spawn(process.execPath, [main, 'help'], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect({ stderr, code }).toEqual({ stderr: '', code: 141 })
})

test.skipIf(!existsSync('/dev/full'))('says that it could not write, without a stack', () => {
  const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const
  const { status, stderr } = spawnSync(process.execPath, [main, 'help'], {
    encoding: 'utf8',
    stdio: [...stdio],
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^error: cannot write the result: ENOSPC.*\n$/)
})

test('one Ctrl-C that arrives twice ends a platform in good order', async () => {
  const words = [main, 'start', '-o', 'json']
  const env = { ...process.env, TMPDIR: folder }
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'], env })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { folder: kept } = JSON.parse(line.toString()) as { readonly folder: string }
  expect(existsSync(kept)).toBe(true)
  child.kill('SIGINT')
  // Two signals in one moment may arrive as one.
  await new Promise((done) => setTimeout(done, 50))
  child.kill('SIGINT')
  await once(child, 'close')
  // The second may also meet a process that is already on its way out, which a shell calls 130, too.
  const code = child.signalCode === 'SIGINT' ? 130 : child.exitCode
  expect({ code, isLeft: existsSync(kept) }).toEqual({ code: 130, isLeft: false })
})

function readErrors(env: Readonly<Record<string, string>>): string {
  return spawnSync(process.execPath, [main, 'vresion'], { encoding: 'utf8', env }).stderr
}

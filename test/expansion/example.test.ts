import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteFolder, testFolder } from '../../src/expansion/package-for-test.ts'
import { runCli } from '../cli/run-cli.ts'

// A package in the shape of the original's own example: lists in layout.yaml, images of docker save, an App of TKEStack.
const example = resolve(import.meta.dirname, '../../examples/expansion')
let folder: string

beforeEach(async () => {
  folder = await testFolder()
})

afterEach(() => deleteFolder(folder))

test('the example reads without a change: check has nothing to say', async () => {
  const { exitCode, stdout, stderr } = await runCli(['expansion', 'check', example])
  expect({ exitCode, said: `${stdout}${stderr}` }).toEqual({
    exitCode: 0,
    said: 'the package is good\n',
  })
})

test('the example is built, and plays in a sandbox with a registry of its own', async () => {
  const environment = { HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') }
  const file = join(folder, 'demo.tar.zst')
  const built = await runCli(['expansion', 'build', example, '-f', file], { environment })
  expect(built).toMatchObject({ exitCode: 0 })
  const played = await runCli(['expansion', 'test', file], { environment })
  expect(`${played.stdout}${played.stderr}`).toMatch(/Installed +Plugin demo-manifests/)
  expect(played.exitCode).toBe(0)
})

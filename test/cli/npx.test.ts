import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../../tools/run-command.ts'

const root = resolve(import.meta.dirname, '..', '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string
}

test('npx outrigger in a clone runs its sources, and downloads nothing', async () => {
  const words = ['--no', '--offline', 'outrigger', 'version', '-o', 'json']
  const { ok, output } = await runCommand('npx', words, {
    cwd: root,
    env: process.env,
    output: 'capture',
    limitSeconds: 60,
  })
  expect(output).toContain(`"${version}"`)
  expect(ok).toBe(true)
})

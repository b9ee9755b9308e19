import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { localRunner } from './local-runner.ts'
import { testRunner } from './runner.conformance.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runner-'))
})
afterAll(() => rm(folder, { recursive: true }))

testRunner(() => ({ runner: localRunner(process.env), folder, seen: folder }))

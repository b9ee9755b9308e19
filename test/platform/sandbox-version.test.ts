import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveSandbox } from '../../src/cli/platform/serve-sandbox.ts'
import { parse } from '../../src/cli/platform/start.ts'
import { fetchServerVersion } from '../../src/kube/discovery/server-version.ts'

const signal = AbortSignal.timeout(60_000)

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'outrigger-version-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

async function startedAs(minor?: number): Promise<string> {
  const asked = minor === undefined ? {} : { minor }
  const options = { folder, port: 0, userAgent: 'test', onFailure: () => {}, ...asked }
  const { client, stop } = await serveSandbox(options)
  const { gitVersion } = await fetchServerVersion(client, signal)
  await stop()
  return gitVersion
}

test('the sandbox of a platform is made newer when it is started so, and never older', async () => {
  expect(await startedAs(34)).toMatch(/^v1\.34\./)
  expect(await startedAs()).toMatch(/^v1\.34\./)
  expect(await startedAs(35)).toMatch(/^v1\.35\./)
  await expect(startedAs(34)).rejects.toThrow(
    `the sandbox in ${folder} is Kubernetes 1.35: a cluster is never made older; give another --folder`,
  )
  expect(await startedAs()).toMatch(/^v1\.35\./)
  expect(await readFile(join(folder, 'kubernetes'), 'utf8')).toBe('1.35\n')
})

test.each([
  { words: ['--kubernetes', '1.4'], said: '--kubernetes 1.4 is not a version here' },
  {
    words: ['--kubernetes', '1.35', '--context', 'a'],
    said: '--kubernetes is of the sandbox: a cluster that is named has its own',
  },
])('start $words is refused', ({ words, said }) => {
  expect(parse(words)).toMatchObject({ message: expect.stringContaining(said) as unknown })
})

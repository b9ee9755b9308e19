import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPlatform } from '../../src/cli/platform/open-platform.ts'
import { fixedPorts, runCli } from '../cli/run-cli.ts'

vi.setConfig({ testTimeout: 120_000 })

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const charts = fileURLToPath(new URL('../../charts', import.meta.url))
const { signal } = new AbortController()

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'outrigger-built-in-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

type Outrigger = (...words: readonly string[]) => Promise<string>

async function onPlatform(use: (outrigger: Outrigger) => Promise<void>): Promise<void> {
  const ports = fixedPorts()
  const platform = await openPlatform(
    {
      folder,
      cluster: undefined,
      ports: { api: 0, charts: 0, registry: 0, operator: 0 },
      allow: [],
      tenants: ['default'],
    },
    { ...ports, program: { ...ports.program, file: main } },
    { troubled: () => {} },
    signal,
  )
  try {
    await use(async (...words) => {
      const ran = await runCli(words, { environment: { KUBECONFIG: platform.kubeconfig } })
      expect(ran, `outrigger ${words.join(' ')}`).toMatchObject({ exitCode: 0 })
      return ran.stdout
    })
  } finally {
    await platform.close()
  }
}

test('a sandbox offers every chart of our own, and what somebody changed stays', async () => {
  const names = (await readdir(charts)).toSorted().map((name) => `extension/${name}`)
  await onPlatform(async (outrigger) => {
    await outrigger('extension', 'wait', '--all', '-q')
    const listed = await outrigger('extension', 'list', '-o', 'name')
    expect(listed.trim().split('\n').toSorted()).toEqual(names)
    await outrigger('instance', 'create', 'metrics', '--wait', '-q')
    const changed = ['import', join(charts, 'dns'), '--source', 'https://charts.example.com']
    await outrigger('extension', ...changed)
    await outrigger('extension', 'delete', 'queue')
  })
  await onPlatform(async (outrigger) => {
    const repoOf = async (name: string) => {
      const { spec } = JSON.parse(await outrigger('extension', 'get', name, '-o', 'json')) as {
        spec: { sources: readonly { repo: string }[] }
      }
      return spec.sources.map(({ repo }) => repo)
    }
    expect(await repoOf('dns')).toEqual(['https://charts.example.com'])
    expect(await repoOf('queue')).toEqual(['builtin'])
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openPlatform } from '../../src/cli/platform/open-platform.ts'
import { addonCharts, builtInCharts, chartFile } from '../built-in-charts/built-in-charts.ts'
import { fixedPorts, runCli } from '../cli/run-cli.ts'

vi.setConfig({ testTimeout: 120_000 })

const main = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const { signal } = new AbortController()

let folder: string
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'outrigger-built-in-'))))
afterAll(() => rm(folder, { recursive: true, force: true }))

type Outrigger = (...words: readonly string[]) => Promise<string>

async function onPlatform(
  place: string | undefined,
  use: (outrigger: Outrigger) => Promise<void>,
): Promise<void> {
  const ports = fixedPorts()
  const platform = await openPlatform(
    {
      folder: place,
      cluster: undefined,
      ports: { api: 0, charts: 0, registry: 0, operator: 0, server: 0 },
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
  const names = builtInCharts().map((name) => `extension/${name}`)
  await onPlatform(folder, async (outrigger) => {
    await outrigger('extension', 'wait', '--all', '-q')
    const listed = await outrigger('extension', 'list', '-o', 'name')
    expect(listed.trim().split('\n').toSorted()).toEqual(names.toSorted())
    await outrigger('instance', 'create', 'metrics', '--wait', '-q')
    const changed = ['import', chartFile('dns'), '--source', 'https://charts.example.com']
    await outrigger('extension', ...changed)
    await outrigger('extension', 'delete', 'queue')
  })
  await onPlatform(folder, async (outrigger) => {
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

const parts = ['ingress', 'cert-issuer', 'metrics']
const chosen = [
  { name: 'autoscaler', words: [] },
  { name: 'backup', words: [] },
  { name: 'cert-issuer', words: [] },
  // It needs metrics, which nobody has chosen.
  { name: 'dashboard', words: ['--install-needed'] },
  { name: 'database', words: ['--set', 'storage.size=20Gi'] },
  { name: 'dns', words: [] },
  { name: 'ingress', words: [] },
  { name: 'local-storage', words: [] },
  { name: 'logging', words: [] },
  { name: 'policy', words: [] },
  { name: 'queue', words: ['--set', 'size=medium', '--set', 'streams={orders,bills}'] },
  // The objects that it brings itself are beside it already.
  {
    name: 'all-in-one',
    words: parts.flatMap((part) => ['--set', `plugins.${part}.enabled=false`]),
    namespace: 'outrigger-system',
  },
  ...addonCharts().map((name) => ({ name, words: [] })),
]

test('every one of them becomes ready, and what it needs comes with it', async () => {
  await onPlatform(undefined, async (outrigger) => {
    const create = ({ name, words, namespace = 'default' }: (typeof chosen)[number]) => {
      const own = ['create', `my-${name}`, '--extension', name, '-n', namespace, ...words]
      return outrigger('instance', ...own, '--wait', '-q', '--timeout', '60s')
    }
    const all = [...chosen.map(({ name }) => name), 'metrics']
    expect(all.toSorted()).toEqual(builtInCharts().toSorted())
    await Promise.all(chosen.map(create))
    await outrigger('instance', 'wait', 'metrics', '-q')
    const read = async (...words: readonly string[]) =>
      JSON.parse(await outrigger(...words, '-o', 'json')) as Record<string, Record<string, unknown>>
    expect((await read('instance', 'get', 'metrics'))['metadata']?.['labels']).toMatchObject({
      'outrigger.dev/dependency': 'true',
    })
    // A values document makes them from what a user says.
    expect(await read('get', 'values', 'my-queue')).toEqual({
      replicas: 3,
      persistence: { size: '10Gi' },
      streams: [
        { name: 'orders', subjects: ['orders.>'], maxAge: '24h' },
        { name: 'bills', subjects: ['bills.>'], maxAge: '24h' },
      ],
    })
    // The version of Kubernetes chooses the version of the autoscaler.
    expect((await read('instance', 'get', 'my-autoscaler'))['status']).toMatchObject({
      version: '1.36.0',
      source: 'builtin-registry/autoscaler:1.36.0',
      digest: expect.stringMatching(/^sha256:/) as string,
    })
    await outrigger('cluster', 'create', 'local', '--in-cluster', '--wait', '-q')
    const told = await outrigger('cluster', 'rehearse', 'local', '--kubernetes', '1.37')
    const from = 'builtin-registry/autoscaler:1.36.0'
    const to = 'builtin-registry/autoscaler:1.37.0'
    expect(told).toContain(`default/my-autoscaler 1.36.0 → 1.37.0 (${from} → ${to})`)
    expect(told).not.toContain('in the way')
  })
})

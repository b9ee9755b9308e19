import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createControllerMetrics } from '../../src/controller/metrics.ts'
import { PassesUnderWay } from '../../src/controller/passes-under-way.ts'
import { createOperatorMetrics } from '../../src/operator/operator-metrics.ts'
import { systemClock } from '../../src/std/clock.ts'
import { findOracle } from '../oracles/find.ts'

const folder = fileURLToPath(new URL('../../deploy/monitoring/', import.meta.url))

test.each([
  { name: 'the alerts read', words: ['check', 'rules', 'alerts.yaml'] },
  { name: 'the alerts come when they should', words: ['test', 'rules', 'alerts.test.yaml'] },
])('promtool says that $name', async ({ words }) => {
  const run = promisify(execFile)(findOracle('promtool'), words, { cwd: folder })
  expect((await run).stdout).toContain('SUCCESS')
})

interface Panel {
  readonly id: number
  readonly targets: readonly { readonly refId: string; readonly expr: string }[]
}

test('promtool reads the question of every panel of the dashboard', async () => {
  const text = await readFile(join(folder, 'dashboard.json'), 'utf8')
  const { panels } = JSON.parse(text) as { readonly panels: readonly Panel[] }
  const rules = panels.flatMap(({ id, targets }) =>
    targets.map(({ refId, expr }) => ({ record: `panel_${id}_${refId}`, expr: asAsked(expr) })),
  )
  const root = await mkdtemp(join(tmpdir(), 'outrigger-promtool-'))
  const file = join(root, 'dashboard.yaml')
  await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  const run = promisify(execFile)(findOracle('promtool'), ['check', 'rules', file])
  try {
    expect((await run).stdout).toContain(`SUCCESS: ${rules.length} rules found`)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
})

// Grafana replaces its own variables before it asks.
function asAsked(expr: string): string {
  return expr.replaceAll('$__rate_interval', '1m').replaceAll('$namespace', '.*')
}

test('promtool has nothing against our metrics', async () => {
  const registry = new Registry()
  const metrics = createControllerMetrics(registry, new PassesUnderWay(systemClock))
  metrics.passed('plugin')({ key: 'a/b', milliseconds: 1, error: undefined, failures: 0 })
  createOperatorMetrics(registry, 'a').released('install', 'success', 12)
  const complaints = await checkMetrics(await registry.metrics())
  expect(complaints).toBe('')
})

async function checkMetrics(text: string): Promise<string> {
  const child = spawn(findOracle('promtool'), ['check', 'metrics'], { stdio: 'pipe' })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stdin.end(text)
  await new Promise((done) => child.on('close', done))
  return said
}

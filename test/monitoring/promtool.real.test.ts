import { execFile, spawn } from 'node:child_process'
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

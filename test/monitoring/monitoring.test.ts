import { readFileSync } from 'node:fs'
import { Registry, collectDefaultMetrics } from 'prom-client'
import { expect, test } from 'vitest'
import { createControllerMetrics } from '../../src/controller/metrics.ts'
import { PassesUnderWay } from '../../src/controller/passes-under-way.ts'
import { createOperatorMetrics } from '../../src/operator/operator-metrics.ts'
import { systemClock } from '../../src/std/clock.ts'

const read = (name: string) =>
  readFileSync(new URL(`../../deploy/monitoring/${name}`, import.meta.url), 'utf8')

/** The names that an operator gives, with those of the parts of a histogram. */
async function givenNames(): Promise<ReadonlySet<string>> {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  createControllerMetrics(registry, new PassesUnderWay(systemClock))
  createOperatorMetrics(registry, 'a')
  const metrics = await registry.getMetricsAsJSON()
  const parts = ['', '_bucket', '_count', '_sum']
  return new Set(metrics.flatMap(({ name }) => parts.map((part) => `${name}${part}`)))
}

test.each([{ file: 'alerts.yaml' }, { file: 'dashboard.json' }])(
  '$file asks only for metrics that an operator gives',
  async ({ file }) => {
    const known = await givenNames()
    const asked = read(file).match(/\b(?:outrigger|process|nodejs)_[a-z0-9_]+/g) ?? []
    expect(asked.length).toBeGreaterThan(5)
    expect([...new Set(asked)].filter((name) => !known.has(name))).toEqual([])
  },
)

interface Panel {
  readonly id: number
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number }
  readonly targets: readonly { readonly expr: string }[]
}

test('the panels of the dashboard have ids of their own, a place on the grid and a question', () => {
  const { panels } = JSON.parse(read('dashboard.json')) as { readonly panels: readonly Panel[] }
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  for (const { gridPos, targets } of panels) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
    expect(targets.every(({ expr }) => expr !== '')).toBe(true)
  }
})

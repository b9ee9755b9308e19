import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunProgram, programsOn } from '../release/programs.ts'
import { type ServedForTest, openSandbox } from '../scenarios/sandbox-stage.ts'
import { playChart } from './play-chart.ts'

// A small part of `npm run sandbox:charts`: charts of our own, one for each trait, by both helms.

const limitSeconds = 180
let sandbox: ServedForTest
let run: RunProgram
beforeAll(async () => {
  sandbox = await openSandbox()
  run = programsOn(sandbox.kubeconfig, limitSeconds)
})
afterAll(() => sandbox.close())

test.each(
  ['hooks-test', 'crds-folder', 'database', 'lookup-secret'].flatMap((chart) =>
    (['helm3', 'helm4'] as const).map((helm) => ({ chart, helm })),
  ),
)(
  '$helm installs, upgrades, rolls back, tests and uninstalls $chart',
  async ({ chart, helm }) => {
    const path = fileURLToPath(new URL(`../charts/charts/${chart}`, import.meta.url))
    expect(await playChart(path, helm, `${helm}-${chart}`, run)).toBeUndefined()
  },
  600_000,
)

import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runRenderJob } from '../parity/render-job.ts'
import { findOracle } from '../oracles/find.ts'
import { builtInCases, builtInCharts, chartFile, minorsOf, valuesFiles } from './built-in-charts.ts'

const helm = findOracle('helm4')
const run = promisify(execFile)
const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', TZ: 'UTC' }

test.each(builtInCharts())('helm has nothing to say against %s', async (chart) => {
  const { stdout } = await run(helm, ['lint', '--strict', chartFile(chart)], { env })
  expect(stdout).toContain('1 chart(s) linted, 0 chart(s) failed')
  expect(stdout).not.toMatch(/\[(?:INFO|WARNING|ERROR)\]/)
})

test.each(builtInCases())("$chart with $values values gives helm's bytes", async (one) => {
  const files = valuesFiles(one)
  // Its own values on every minor; with others the oldest and the newest show the branches.
  const minors = minorsOf(one.chart)
  for (const minor of one.values === 'default' ? minors : [minors[0], minors.at(-1)]) {
    const flags = files.flatMap((file) => ['--values', file])
    const where = ['--namespace', 'demo-ns', '--kube-version', `${minor}.0`]
    const args = ['template', 'demo', chartFile(one.chart), ...where, ...flags]
    const { stdout } = await run(helm, args, { env })
    const ours = runRenderJob({
      chart: chartFile(one.chart),
      values: files.map((file) => readFileSync(file)),
      release: { name: 'demo', namespace: 'demo-ns', revision: 1, isUpgrade: false },
      kubeVersion: `${minor}.0`,
      seed: 'a',
      now: 1_700_000_000_000_000_000n,
    })
    expect('output' in ours ? withoutEntropy(ours.output) : ours).toEqual(withoutEntropy(stdout))
  }
})

// Passwords that nobody gave, and certificates, are drawn each time.
function withoutEntropy(output: string): string {
  return output
    .replaceAll(/^ {2}password: (?:[A-Za-z0-9=]{32}|[A-Za-z0-9=]{44})$/gm, '  password: DRAWN')
    .replaceAll(
      /^( +(?:ca|server|tls)\.(?:crt|cert|key)): (?:"-----BEGIN .*"|LS0t\S+)$/gm,
      '$1: DRAWN',
    )
    .replaceAll(/^( +caBundle): LS0t\S+$/gm, '$1: DRAWN')
}

import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { nodeEntropy } from '../../../src/chart/node/entropy.ts'
import { gunzip } from '../../../src/chart/node/load-chart.ts'
import { buildKustomization, printObjects } from '../../../src/kustomize/build.ts'
import { chartInflater } from '../../../src/kustomize/helm/inflate-chart.ts'
import { diskTree } from '../../../src/kustomize/node/disk-tree.ts'
import { noRemotes, treeLoader } from '../../../src/kustomize/tree-loader.ts'
import { findOracle } from '../../oracles/find.ts'
import { buildRow } from './build-row.ts'
import { makeCase } from './fuzz-grammar.ts'
import { runKustomize } from './run-kustomize.ts'

const seeds = Array.from({ length: 40 }, (_, index) => 9_000_000 + index)

test.each(seeds)('a random kustomization builds alike: seed %i', async (seed) => {
  const row = makeCase(seed)
  const real = await runKustomize(row)
  const ours = buildRow(row)
  expect('error' in ours ? 'fails' : ours.output).toBe('error' in real ? 'fails' : real.output)
})

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'outrigger-charts-')))
afterAll(() => rmSync(folder, { recursive: true }))
const charts = fileURLToPath(new URL('../../charts/charts/', import.meta.url))

test.each([
  ['values of the chart', ''],
  ['inline values over those of the chart', 'valuesInline: {replicas: 3, extra: {a: [1, 2]}}'],
  [
    'inline values under those of the chart',
    'valuesInline: {replicas: 3, extra: {a: 1}}\n  valuesMerge: merge',
  ],
  ['inline values alone', 'valuesInline: {replicas: 3}\n  valuesMerge: replace'],
  ['a file and another one', 'valuesFile: v.yaml\n  additionalValuesFiles: [w.yaml]'],
  ['a namespace and definitions', 'namespace: own\n  includeCRDs: true\n  skipTests: true'],
])('a chart gives the objects that helm gives: %s', (name, options) => {
  const app = join(folder, name.replaceAll(' ', '-'))
  mkdirSync(join(app, 'charts'), { recursive: true })
  cpSync(join(charts, 'crds-folder'), join(app, 'charts', 'demo'), { recursive: true })
  const more = options === '' ? '' : `  ${options}\n`
  const chart = `- name: demo\n  releaseName: rel\n${more}`
  writeFileSync(
    join(app, 'kustomization.yaml'),
    `namePrefix: p-\nnamespace: ns\nhelmCharts:\n${chart}`,
  )
  writeFileSync(join(app, 'v.yaml'), 'replicas: 4\n')
  writeFileSync(join(app, 'w.yaml'), 'replicas: 5\n')
  const args = ['build', '--enable-helm', '--helm-command', findOracle('helm4'), app]
  const real = execFileSync(findOracle('kustomize'), args, { encoding: 'utf8' })
  const inflate = chartInflater({ gunzip, entropy: nodeEntropy, warn: () => {} })
  const place = { tree: diskTree, root: app, remotes: noRemotes, restriction: 'root-only' } as const
  expect(printObjects(buildKustomization(treeLoader(place), { inflate }))).toBe(real)
})

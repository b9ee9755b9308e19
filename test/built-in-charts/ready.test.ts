import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { apiVersion } from '../../src/kinds/group.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { repositoryKind } from '../../src/kinds/repository.ts'
import { ChartRepository, type TestChart } from '../operator/chart-repository.ts'
import { OperatorStage, type StageOptions, platform } from '../operator/operator-stage.ts'
import { crds } from '../operator/resources.ts'
import {
  addonCharts,
  builtInCharts,
  chartFile,
  platformCharts,
  readChartFile,
} from './built-in-charts.ts'

// The first thing that a user of a sandbox does: install a chart that comes with it.
vi.setConfig({ testTimeout: 120_000 })

const parts = platformCharts().filter((name) => name !== 'all-in-one')

let stage: OperatorStage
let charts: ChartRepository

async function open(options: StageOptions = {}): Promise<void> {
  charts = await ChartRepository.start(builtInCharts().map(readChart))
  stage = await OperatorStage.open(options)
  await stage.start()
  const metadata = { name: 'builtin', namespace: platform }
  const spec = { url: charts.url }
  await stage.apply(resourceOf(repositoryKind), { apiVersion, kind: 'Repository', metadata, spec })
}

afterEach(async () => {
  await stage.close()
  await charts.stop()
})

function install(name: string, values = {}) {
  return stage.plugin(name, { repo: 'builtin', name, values })
}

test('all charts become ready beside each other', async () => {
  await open()
  await Promise.all(parts.map((name) => install(name)))
  for (const name of parts) expect((await stage.ready(name)).status.revision).toBe(1)
  expect(await stage.warnings()).toEqual([])
})

test('all addons become ready beside each other in kube-system', async () => {
  await open()
  const names = addonCharts()
  const targetNamespace = 'kube-system'
  await Promise.all(
    names.map((name) => stage.plugin(name, { repo: 'builtin', name, targetNamespace })),
  )
  for (const name of names) expect((await stage.ready(name)).status.revision).toBe(1)
  expect(await stage.warnings()).toEqual([])
})

test('a platform in one release becomes ready, first with some of its parts and then with all', async () => {
  await open()
  await install('all-in-one')
  await stage.ready('all-in-one')
  await install('all-in-one', {
    plugins: Object.fromEntries(parts.map((name) => [name, { enabled: true }])),
  })
  await stage.ready('all-in-one')
  for (const name of parts) await stage.ready(name)
  expect(await stage.warnings()).toEqual([])
})

test('a backup gets its volume although kinds come before the volume', async () => {
  await open({ delays: { volume: 2000 } })
  await install('backup')
  const isInstalled = async () => (await stage.readPlugin('backup'))?.status.revision === 1
  await stage.until('the backup is installed', isInstalled)
  await stage.apply(crds, widgets)
  await stage.ready('backup')
  expect(await stage.warnings()).toEqual([])
})

const widgets = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.test' },
  spec: {
    group: 'example.test',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget', listKind: 'WidgetList' },
    versions: [
      { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
    ],
  },
}

function readChart(name: string): TestChart {
  const version = /^version: (.*)$/m.exec(readChartFile(name, 'Chart.yaml'))?.[1] ?? ''
  const folder = chartFile(name)
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')] as const)
  return { name, version, files: Object.fromEntries(files) }
}

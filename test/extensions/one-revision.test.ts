import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type KubeObject, readPath, textAt } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage } from './extension-stage.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const settings = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-settings}
data: {chart: {{ .Chart.Version | quote }}, note: {{ .Values.note | quote }}}
`
const files = { 'values.yaml': 'note: none\n', 'templates/settings.yaml': settings }
const versions = Array.from({ length: 10 }, (_, at) => `1.${at}.0`)

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  charts = await ChartRepository.start(versions.map((version) => ({ name: 'web', version, files })))
  stage = await ExtensionStage.open(34)
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

test('a new source and the values that it makes come in one revision', async () => {
  for (const [at, chartVersion] of versions.entries()) {
    await stage.put('Extension', 'web', { sources: versions.slice(0, at + 1).map(source) })
    if (at === 0) {
      const spec = { extension: 'web', parameters: { colour: 'red' } }
      await stage.put('ExtensionInstance', 'web', spec)
    }
    await stage.until('ExtensionInstance', 'web', (one) => isAt(one, chartVersion))
    await stage.ready('ExtensionInstance', 'web')
    const plugin = await stage.get('Plugin', 'web')
    expect({ chartVersion, revision: readPath(plugin, ['status', 'revision']) }).toEqual({
      chartVersion,
      revision: at + 1,
    })
  }
})

function source(chartVersion: string) {
  const values = `note: for ${chartVersion}, {{ .Parameters.colour }}\n`
  return { repo: charts.url, name: 'web', chartVersion, values }
}

function isAt(instance: KubeObject, version: string): boolean {
  return textAt(instance, ['status', 'version']) === version
}

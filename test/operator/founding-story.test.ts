import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readPath } from '../../src/objects/kube-object.ts'
import { ChartRepository } from './chart-repository.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { core } from './resources.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const settings = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-settings}
data:
  storageClass: {{ .Values.storageClass.name }}
  subComponent: {{ .Values.subComponent.enabled | quote }}
`
const componentA = {
  name: 'component-a',
  version: 'v1.0.0',
  files: {
    'values.yaml': 'subComponent: {enabled: true}\nstorageClass: {name: standard}\n',
    'templates/settings.yaml': settings,
  },
}

let stage: OperatorStage
let charts: ChartRepository

beforeAll(async () => {
  charts = await ChartRepository.start([componentA])
  stage = await OperatorStage.open()
  await stage.start()
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

function spec(more = {}) {
  return {
    enabled: true,
    kind: 'helm',
    repo: charts.url,
    name: 'component-a',
    version: 'v1.0.0',
    values: { subComponent: { enabled: false }, storageClass: { name: 'local-path' } },
    ...more,
  }
}

async function data() {
  const found = await stage.get(core('ConfigMap'), platform, 'component-a-settings')
  return readPath(found, ['data'])
}

test('a plugin is installed, follows its values, goes when disabled and comes back as it was', async () => {
  await stage.plugin('component-a', spec())
  const first = await stage.ready('component-a')
  expect(first.status).toMatchObject({ revision: 1, version: 'v1.0.0', objects: 1 })
  expect(await data()).toEqual({ storageClass: 'local-path', subComponent: 'false' })

  await stage.plugin('component-a', spec({ values: { storageClass: { name: 'fast' } } }))
  const second = await stage.ready('component-a')
  expect(second.status.revision).toBe(2)
  expect(await data()).toEqual({ storageClass: 'fast', subComponent: 'true' })

  await stage.plugin('component-a', spec({ enabled: false }))
  const disabled = await stage.ready('component-a', 'Disabled')
  expect(await data()).toBeUndefined()
  expect(disabled.spec.values).toEqual(spec().values)
  expect(disabled.status.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('True')

  await stage.plugin('component-a', spec())
  await stage.ready('component-a')
  expect(await data()).toEqual({ storageClass: 'local-path', subComponent: 'false' })
  expect(await stage.warnings()).toEqual([])

  await stage.deletePlugin('component-a')
  await stage.until('it is gone', async () => (await stage.readPlugin('component-a')) === undefined)
  expect(await data()).toBeUndefined()
})

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { OperatorStage, platform } from './operator-stage.ts'
import { crds } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let stage: OperatorStage

beforeAll(async () => {
  stage = await OperatorStage.open()
  await stage.start()
})
afterAll(() => stage.close())

const name = 'widgets.example.com'
const widgets = {
  group: 'example.com',
  version: 'v1',
  resource: 'widgets',
  kind: 'Widget',
  namespaced: true,
} as const

function crd(fields: string): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${name}}
spec:
  group: example.com
  scope: Namespaced
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: ${fields}}}}}
`
}

const both = crd('{size: {type: integer}, colour: {type: string}}')
const narrower = crd('{size: {type: integer}}')
const wider = crd('{size: {type: integer}, colour: {type: string}, name: {type: string}}')

async function install(text: string, version: string): Promise<void> {
  const folder = join(stage.files, `crd-${version}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'all.yaml'), text)
  await stage.plugin('kinds', { kind: 'manifests', repo: `file://${folder}` })
}

async function definedFields(): Promise<string> {
  return JSON.stringify((await stage.get(crds, '', name))?.['spec'])
}

test('a definition among the objects of a release loses nothing that objects use', async () => {
  await install(both, '1')
  await stage.ready('kinds')
  const metadata = { name: 'w', namespace: platform }
  const spec = { size: 1, colour: 'red' }
  await stage.apply(widgets, { apiVersion: 'example.com/v1', kind: 'Widget', metadata, spec })
  await install(narrower, '2')
  const refused = await stage.ready('kinds', 'UpgradeFailed')
  const ready = refused.status.conditions?.find(({ type }) => type === 'Ready')
  expect(ready?.message).toMatch(/widgets\.example\.com could harm objects of its kind: .*colour/)
  expect(await definedFields()).toContain('colour')
  await install(wider, '3')
  await stage.ready('kinds')
  expect(await definedFields()).toContain('"name":{"type":"string"}')
})

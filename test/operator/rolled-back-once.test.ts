import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import { ReleaseStore } from '../../src/release/record/store.ts'
import { OperatorStage, platform } from './operator-stage.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(10 * 60_000)
let stage: OperatorStage

beforeAll(async () => {
  stage = await OperatorStage.open()
  await stage.start()
})
afterAll(() => stage.close())

async function revisions(): Promise<readonly number[]> {
  const store = new ReleaseStore({ client: stage.client })
  const outline = await store.outline({ namespace: platform, name: 'web' }, signal)
  return outline.map(({ revision }) => revision)
}

test('a rollback that a process did not live to tell of is not done again', async () => {
  const folder = join(stage.files, 'web')
  await mkdir(folder, { recursive: true })
  const text =
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: "{{ .Values.a }}"}\n'
  await writeFile(join(folder, 'all.yaml'), text)
  const spec = { kind: 'template', repo: `file://${folder}` }
  await stage.plugin('web', { ...spec, values: { a: 'one' } })
  await stage.ready('web')
  await stage.plugin('web', { ...spec, values: { a: 'two' } })
  const before = await stage.ready('web')
  await stage.plugin('web', { ...spec, values: { a: 'two' }, pin: 1 })
  await stage.ready('web', 'Pinned')
  expect(await revisions()).toEqual([1, 2, 3])
  await stage.stop()
  // As it was when the process ended.
  const target = { resource: resourceOf(pluginKind), namespace: platform, name: 'web' }
  const { inputs, revision, conditions } = before.status
  const status = { inputs, revision, conditions, observedGeneration: 2 } as never
  const options = { subresource: 'status', fieldManager: 'outrigger' }
  await patchObject(stage.client, target, { type: 'merge', patch: { status } }, options, signal)
  await stage.start()
  await stage.ready('web', 'Pinned')
  expect(await revisions()).toEqual([1, 2, 3])
})

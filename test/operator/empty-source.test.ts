import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import { textAt } from '../../src/objects/kube-object.ts'
import { retryAnnotation } from '../../src/operator/pass/plugin-names.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { core } from './resources.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let stage: OperatorStage
beforeAll(async () => {
  stage = await OperatorStage.open()
  await stage.start()
})
afterAll(() => stage.close())

async function writeMap(folder: string, colour: string): Promise<void> {
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kept}\ndata: {colour: ${colour}}\n`
  await writeFile(join(folder, 'map.yaml'), text)
}

async function retry(retryAt: string): Promise<void> {
  const target = { resource: resourceOf(pluginKind), namespace: platform, name: 'folder' }
  const metadata = { annotations: { [retryAnnotation]: retryAt } }
  const signal = AbortSignal.timeout(10_000)
  await patchObject(stage.client, target, { type: 'merge', patch: { metadata } }, {}, signal)
}

test('a source that turns empty takes nothing away, and says so', async () => {
  const folder = join(stage.files, 'emptied')
  await mkdir(folder, { recursive: true })
  await writeMap(folder, 'red')
  await stage.plugin('folder', { kind: 'manifests', repo: `file://${folder}` })
  await stage.ready('folder')
  await rm(join(folder, 'map.yaml'))
  await writeFile(join(folder, 'README.md'), 'nothing here\n')
  await retry('1')
  const plugin = await stage.ready('folder', 'SourceNotFound')
  const ready = plugin.status.conditions?.find(({ type }) => type === 'Ready')
  expect(ready?.message).toContain('is empty now: what was installed from it is kept')
  const map = await stage.get(core('ConfigMap'), platform, 'kept')
  expect(textAt(map, ['data', 'colour'])).toBe('red')

  await writeMap(folder, 'blue')
  await retry('2')
  await stage.until('it is blue', async () => {
    const found = await stage.get(core('ConfigMap'), platform, 'kept')
    return textAt(found, ['data', 'colour']) === 'blue'
  })
})

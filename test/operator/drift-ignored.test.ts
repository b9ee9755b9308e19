import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getObject } from '../../src/kube/objects/get-object.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import type { JsonObject } from '../../src/objects/json.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { core } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(10 * 60_000)
let stage: OperatorStage

beforeAll(async () => {
  stage = await OperatorStage.open()
  await stage.start()
  const folder = join(stage.files, 'web')
  await mkdir(folder, { recursive: true })
  const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {a: "1", b: "1"}\n'
  await writeFile(join(folder, 'all.yaml'), text)
  const drift = { mode: 'correct', ignore: [{ paths: ['/data/b'] }] }
  await stage.plugin('web', { kind: 'manifests', repo: `file://${folder}`, drift })
  await stage.ready('web')
})
afterAll(() => stage.close())

const target = { resource: core('ConfigMap'), namespace: platform, name: 'web' }

async function contents() {
  return (await getObject(stage.client, target, {}, signal))?.['data'] as JsonObject
}

test.each([
  { name: 'that nobody changed stays', edit: { a: '2' }, left: { a: '1', b: '1' } },
  { name: 'that somebody changed is theirs', edit: { b: '2' }, left: { a: '1', b: '2' } },
  { name: 'is theirs beside another', edit: { a: '2', b: '3' }, left: { a: '1', b: '3' } },
])('a field that drift ignores and $name', async ({ edit, left }) => {
  const options = { fieldManager: 'somebody' }
  await patchObject(stage.client, target, { type: 'merge', patch: { data: edit } }, options, signal)
  await vi.waitFor(async () => expect(await contents()).toEqual(left), { timeout: 30_000 })
})

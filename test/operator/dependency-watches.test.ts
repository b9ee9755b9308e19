import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../src/objects/json.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { core } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let stage: OperatorStage
let source: JsonObject

beforeAll(async () => {
  stage = await OperatorStage.open()
  await stage.start()
  const folder = join(stage.files, 'web')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'all.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}')
  source = { kind: 'manifests', repo: `file://${folder}` }
})
afterAll(() => stage.close())

function needing(...names: readonly string[]): JsonObject {
  return {
    ...source,
    dependsOn: names.map((name) => ({ apiVersion: 'v1', kind: 'ConfigMap', name })),
  }
}

/** The single objects that are watched, by name. */
function watched(): readonly string[] {
  const names = stage.watches.flatMap(
    (path) => /fieldSelector=metadata\.name(?:=|%3D)([\w-]+)/.exec(path)?.[1] ?? [],
  )
  return [...new Set(names)].toSorted()
}

/** The single objects that are watched, once they are those. */
async function watchedOnce(...names: readonly string[]): Promise<readonly string[]> {
  await vi.waitFor(() => expect(watched()).toEqual(names), { timeout: 20_000 })
  return watched()
}

test('a watch of an object goes with the last plugin that depends on it', async () => {
  await stage.plugin('one', needing('a', 'b'))
  await stage.ready('one', 'Waiting')
  await stage.plugin('two', needing('b', 'c'))
  await stage.ready('two', 'Waiting')
  expect(await watchedOnce('a', 'b', 'c')).toEqual(['a', 'b', 'c'])
  await stage.plugin('one', needing('b'))
  expect(await watchedOnce('b', 'c')).toEqual(['b', 'c'])
  await stage.deletePlugin('two')
  expect(await watchedOnce('b')).toEqual(['b'])
  // A later object is still heard of.
  const metadata = { name: 'b', namespace: platform }
  await stage.apply(core('ConfigMap'), { apiVersion: 'v1', kind: 'ConfigMap', metadata })
  await stage.ready('one')
  await stage.deletePlugin('one')
  expect(await watchedOnce()).toEqual([])
})

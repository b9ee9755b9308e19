import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { conditionOf, textAt, uidOf } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const template = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-settings}
data: {of: {{ .Values.of | quote }}}
`
const signal = AbortSignal.timeout(10 * 60_000)

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  const files = { 'templates/a.yaml': template, 'values.yaml': 'of: extension\n' }
  charts = await ChartRepository.start([{ name: 'web', version: '1.0.0', files }])
  stage = await ExtensionStage.open(36)
  const sources = [{ repo: charts.url, name: 'web', chartVersion: '1.0.0' }]
  await stage.put('Extension', 'web', { sources })
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

/** A Plugin of a person, made in the moment before the operator's request reaches the server. */
function madeBefore(name: string, method: string, before: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    stage.beforePlugin = async (asked, how) => {
      if (asked !== name || how !== method) return
      stage.beforePlugin = undefined
      const spec = { repo: charts.url, name: 'web', version: '1.0.0', values: { of: 'a person' } }
      try {
        await before()
        await stage.put('Plugin', name, spec)
        resolve()
      } catch (error) {
        reject(error)
      }
    }
  })
}

async function untouched(name: string): Promise<void> {
  const plugin = await stage.ready('Plugin', name)
  expect(textAt(plugin, ['spec', 'values', 'of'])).toBe('a person')
  expect(plugin.metadata['ownerReferences']).toBeUndefined()
  expect(await stage.data(`${name}-settings`)).toEqual({ of: 'a person' })
}

test('a Plugin that somebody makes in the moment of the write is left alone', async () => {
  const made = madeBefore('late', 'PATCH', async () => {})
  await stage.put('ExtensionInstance', 'late', { extension: 'web' })
  await made
  const refused = await stage.ready('ExtensionInstance', 'late', 'Conflict')
  expect(conditionOf(refused, 'Ready')?.message).toContain('is not of this instance')
  await untouched('late')
  await stage.delete('ExtensionInstance', 'late')
  await stage.gone('ExtensionInstance', 'late')
  await untouched('late')
})

test('a Plugin that took the name of one in the moment of its deletion stays', async () => {
  await stage.put('ExtensionInstance', 'again', { extension: 'web' })
  const first = await stage
    .ready('ExtensionInstance', 'again')
    .then(() => stage.get('Plugin', 'again'))
  const made = madeBefore('again', 'DELETE', async () => {
    const target = { resource: resourceOf(pluginKind), namespace: platform, name: 'again' }
    const patch = { metadata: { finalizers: null } }
    await patchObject(stage.client, target, { type: 'merge', patch }, {}, signal)
    await stage.delete('Plugin', 'again')
    await stage.gone('Plugin', 'again')
  })
  await stage.delete('ExtensionInstance', 'again')
  await made
  await stage.gone('ExtensionInstance', 'again')
  const left = await stage.get('Plugin', 'again')
  expect(left && uidOf(left)).not.toBe(first && uidOf(first))
  expect(textAt(left, ['spec', 'values', 'of'])).toBe('a person')
  expect(left?.metadata['deletionTimestamp']).toBeUndefined()
})

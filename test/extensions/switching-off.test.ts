import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { conditionOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { core } from '../operator/resources.ts'
import { platform } from './extension-stage.ts'
import { type WebStage, openWebStage } from './web-stage.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let stage: WebStage['stage']
let source: WebStage['source']
let close: WebStage['close']

beforeAll(async () => void ({ stage, source, close } = await openWebStage(['1.0.0', '2.0.0'])))
afterAll(() => close())

function configMap(name: string, data: Record<string, string>) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: platform }, data }
}

const strict = { type: 'object', properties: { colour: { type: 'string' } } }

const troubles = [
  {
    trouble: 'the Extension is gone',
    name: 'off-gone',
    reason: 'ExtensionNotFound',
    make: () => stage.delete('Extension', 'off-gone'),
  },
  {
    trouble: 'the Extension is not valid',
    name: 'off-invalid',
    reason: 'InvalidSpec',
    make: () =>
      stage.put('Extension', 'off-invalid', {
        parameters: { type: 'nothing' },
        sources: [source('1.0.0')],
      }),
  },
  {
    trouble: 'its version is no longer listed',
    name: 'off-unlisted',
    reason: 'Retired',
    make: () => stage.put('Extension', 'off-unlisted', { sources: [source('2.0.0')] }),
  },
  {
    trouble: 'the registry of its tag does not answer',
    name: 'off-registry',
    reason: 'SourceUnreachable',
    make: () =>
      stage.put('Extension', 'off-registry', {
        retirement: 'upgrade',
        sources: [{ repo: 'oci://127.0.0.1:9/none', tag: 'v{{ .Minor }}' }],
      }),
  },
  {
    trouble: 'what holds its parameters is gone',
    name: 'off-missing',
    reason: 'ValuesNotFound',
    make: () => stage.delete('ConfigMap', 'off-missing'),
  },
  {
    trouble: 'its parameters are not what is taken',
    name: 'off-wrong',
    reason: 'InvalidParameters',
    make: () =>
      stage.put('Extension', 'off-wrong', {
        parameters: { ...strict, properties: { colour: { type: 'integer' } } },
        sources: [source('1.0.0')],
      }),
  },
]

test.each(troubles)('disabling uninstalls although $trouble', async ({ name, reason, make }) => {
  const spec = { extension: name, parametersFrom: [{ kind: 'ConfigMap', name }] }
  await stage.apply(core('ConfigMap'), configMap(name, { colour: 'red' }))
  await stage.put('Extension', name, { parameters: strict, sources: [source('1.0.0')] })
  await stage.put('ExtensionInstance', name, spec)
  await stage.ready('ExtensionInstance', name)
  await make()
  await stage.ready('ExtensionInstance', name, reason)
  const before = await stage.get('Plugin', name)
  await stage.put('ExtensionInstance', name, { ...spec, enabled: false })
  const off = await stage.ready('ExtensionInstance', name, 'Disabled')
  expect(conditionOf(off, 'Ready')?.status).toBe('True')
  expect(await stage.data(`${name}-settings`)).toBeUndefined()
  const after = await stage.get('Plugin', name)
  expect(after?.['spec']).toEqual({ ...(before?.['spec'] as JsonRecord), enabled: false })
})

test('what was switched off comes back with what it is told meanwhile', async () => {
  await stage.put('Extension', 'back', { sources: [source('1.0.0')] })
  await stage.put('ExtensionInstance', 'back', { extension: 'back' })
  await stage.ready('ExtensionInstance', 'back')
  await stage.put('ExtensionInstance', 'back', { extension: 'back', enabled: false })
  await stage.ready('ExtensionInstance', 'back', 'Disabled')
  const parameters = { colour: 'blue' }
  await stage.put('ExtensionInstance', 'back', { extension: 'back', enabled: false, parameters })
  await stage.ready('ExtensionInstance', 'back', 'Disabled')
  await stage.put('ExtensionInstance', 'back', { extension: 'back', parameters })
  await stage.ready('ExtensionInstance', 'back')
  expect(await stage.data('back-settings')).toMatchObject({ colour: 'blue' })
})

test.each([
  { name: 'kept-plain', document: undefined, colour: 'blue' },
  { name: 'kept-mapped', document: 'colour: dark-{{ .Parameters.colour }}\n', colour: 'dark-blue' },
])('a version that is no longer listed still takes parameters: $name', async (row) => {
  const { name, document, colour } = row
  const more = document === undefined ? {} : { values: document }
  await stage.put('Extension', name, { parameters: strict, sources: [source('1.0.0', more)] })
  await stage.put('ExtensionInstance', name, { extension: name, parameters: { colour: 'red' } })
  await stage.ready('ExtensionInstance', name)
  await stage.put('Extension', name, { parameters: strict, sources: [source('2.0.0')] })
  await stage.ready('ExtensionInstance', name, 'Retired')
  await stage.put('ExtensionInstance', name, { extension: name, parameters: { colour: 'blue' } })
  const kept = await stage.ready('ExtensionInstance', name, 'Retired')
  expect(await stage.data(`${name}-settings`)).toMatchObject({ chart: '1.0.0', colour })
  expect(conditionOf(kept, 'Ready')).toMatchObject({
    status: 'True',
    message: '1.0.0 is retired: set version to move to 2.0.0',
  })
  expect(textAt(kept, ['status', 'version'])).toBe('1.0.0')
  expect(readPath(await stage.get('Plugin', name), ['spec', 'version'])).toBe('1.0.0')
  await stage.put('ExtensionInstance', name, { extension: name, parameters: { colour: 5 } })
  await stage.ready('ExtensionInstance', name, 'InvalidParameters')
  expect(await stage.data(`${name}-settings`)).toMatchObject({ chart: '1.0.0', colour })
})

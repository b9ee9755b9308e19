import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { conditionOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { type WebStage, openWebStage } from './web-stage.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let stage: WebStage['stage']
let source: WebStage['source']
let close: WebStage['close']
let url: string

beforeAll(async () => void ({ stage, source, close, url } = await openWebStage(['1.0.0', '2.0.0'])))
afterAll(() => close())

const missing = '9.0.0'

test('a version that never ran is not gone back from', async () => {
  await stage.put('Extension', 'never', { sources: [source(missing)] })
  await stage.put('ExtensionInstance', 'never', { extension: 'never' })
  const refused = await stage.ready('ExtensionInstance', 'never', 'SourceNotFound')
  expect(textAt(refused, ['status', 'version'])).toBe('')
  await stage.put('Extension', 'never', { sources: [source('1.0.0')] })
  const found = await stage.ready('ExtensionInstance', 'never')
  expect(textAt(found, ['status', 'version'])).toBe('1.0.0')
})

test('an upgrade that never came is not gone back from, and is told as what it is', async () => {
  await stage.put('Extension', 'nearly', { sources: [source('1.0.0')] })
  await stage.put('ExtensionInstance', 'nearly', { extension: 'nearly' })
  await stage.ready('ExtensionInstance', 'nearly')
  await stage.put('Extension', 'nearly', { sources: [source('1.0.0'), source(missing)] })
  const refused = await stage.ready('ExtensionInstance', 'nearly', 'SourceNotFound')
  expect(refused['status']).toMatchObject({
    version: '1.0.0',
    source: `${url}/web:1.0.0`,
  })
  expect(await stage.data('nearly-settings')).toMatchObject({ chart: '1.0.0' })
  await stage.put('Extension', 'nearly', { sources: [source('1.0.0')] })
  const found = await stage.ready('ExtensionInstance', 'nearly')
  expect(conditionOf(found, 'Ready')?.message).not.toContain('older')
})

test('after a rollback the version is the one that runs', async () => {
  await stage.put('Extension', 'pinned', { sources: [source('1.0.0', { version: 'one' })] })
  await stage.put('ExtensionInstance', 'pinned', { extension: 'pinned' })
  await stage.ready('ExtensionInstance', 'pinned')
  const both = [source('1.0.0', { version: 'one' }), source('2.0.0', { version: 'two' })]
  await stage.put('Extension', 'pinned', { sources: both })
  await stage.put('ExtensionInstance', 'pinned', { extension: 'pinned', version: 'two' })
  const two = await stage.ready('ExtensionInstance', 'pinned')
  expect(two['status']).toMatchObject({ version: 'two', appVersion: '2.0.0-app' })
  await stage.put('Plugin', 'pinned', { pin: 1 })
  const back = await stage.ready('ExtensionInstance', 'pinned', 'Pinned')
  expect(back['status']).toMatchObject({
    version: 'one',
    appVersion: '1.0.0-app',
    source: `${url}/web:1.0.0`,
  })
  expect(await stage.data('pinned-settings')).toMatchObject({ chart: '1.0.0' })
})

test('what was uninstalled because it is retired is in use no more, and does not come back', async () => {
  await stage.put('Extension', 'leaving', { sources: [source('1.0.0')] })
  await stage.put('ExtensionInstance', 'leaving', { extension: 'leaving' })
  await stage.ready('ExtensionInstance', 'leaving')
  const tagged = { repo: 'oci://127.0.0.1:9/none', tag: 'v{{ .Minor }}' }
  await stage.put('Extension', 'leaving', { retirement: 'uninstall', sources: [tagged] })
  await stage.gone('Plugin', 'leaving')
  const away = await stage.ready('ExtensionInstance', 'leaving', 'Retired')
  expect(away['status']).toMatchObject({ retired: '1.0.0' })
  expect(readPath(away, ['status', 'version'])).toBeUndefined()
  expect(readPath(away, ['status', 'source'])).toBeUndefined()
  await stage.until('Extension', 'leaving', (one) => {
    const usage = readPath(one, ['status', 'usage'])
    return usage === undefined || (Array.isArray(usage) && usage.length === 0)
  })
  await stage.put('Extension', 'leaving', { retirement: 'uninstall', sources: [source('2.0.0')] })
  await stage.ready('ExtensionInstance', 'leaving', 'Retired')
  await stage.put('ExtensionInstance', 'leaving', { extension: 'leaving', version: '2.0.0' })
  const anew = await stage.ready('ExtensionInstance', 'leaving')
  expect(textAt(anew, ['status', 'version'])).toBe('2.0.0')
  expect(readPath(anew, ['status', 'retired'])).toBeUndefined()
})

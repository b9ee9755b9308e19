import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type KubeObject, conditionOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { core } from '../operator/resources.ts'
import { platform } from './extension-stage.ts'
import { type WebStage, openWebStage } from './web-stage.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let stage: WebStage['stage']
let source: WebStage['source']
let close: WebStage['close']

beforeAll(async () => void ({ stage, source, close } = await openWebStage(['1.0.0', '2.0.0'])))
afterAll(() => close())

/** An extension that others need, and one that needs it. */
async function offer(base: string, top: string, range?: string): Promise<void> {
  await stage.put('Extension', base, { sources: [source('1.0.0'), source('2.0.0')] })
  const dependsOn = [{ extension: base, ...(range === undefined ? {} : { version: range }) }]
  await stage.put('Extension', top, { dependsOn, sources: [source('1.0.0')] })
}

function isSecond(one: KubeObject): boolean {
  return textAt(one, ['status', 'version']) === '2.0.0'
}

test('what is installed because of another one is in the range that this one needs', async () => {
  await offer('range-base', 'range-top', '<2')
  await stage.put('ExtensionInstance', 'range-top', {
    extension: 'range-top',
    dependencies: 'install',
  })
  await stage.ready('ExtensionInstance', 'range-top')
  const base = await stage.ready('ExtensionInstance', 'range-base')
  expect(textAt(base, ['spec', 'version'])).toBe('<2')
  expect(textAt(base, ['status', 'version'])).toBe('1.0.0')
})

test('what was collected comes again with whom it is needed by', async () => {
  await offer('again-base', 'again-top')
  const spec = { extension: 'again-top', dependencies: 'install' }
  await stage.put('ExtensionInstance', 'again-top', spec)
  await stage.ready('ExtensionInstance', 'again-top')
  await stage.put('ExtensionInstance', 'again-top', { ...spec, enabled: false })
  await stage.ready('ExtensionInstance', 'again-top', 'Disabled')
  await stage.gone('ExtensionInstance', 'again-base')
  await stage.put('ExtensionInstance', 'again-top', spec)
  await stage.ready('ExtensionInstance', 'again-top')
  const base = await stage.ready('ExtensionInstance', 'again-base')
  expect(readPath(base, ['metadata', 'labels'])).toEqual({ 'outrigger.dev/dependency': 'true' })
})

test.each([
  {
    name: 'off',
    holder: { extension: 'off-base', enabled: false },
    said: `extension off-base, whose instance ${platform}/off-base is disabled`,
  },
  {
    name: 'other',
    holder: { extension: 'other-top', enabled: false },
    said: `extension other-base, which has no instance on the cluster; ${platform}/other-base is one of other-top`,
  },
])('an instance that has the name and does not give it is told: $name', async (row) => {
  const { name, holder, said } = row
  await offer(`${name}-base`, `${name}-top`)
  await stage.put('ExtensionInstance', `${name}-base`, holder)
  await stage.ready('ExtensionInstance', `${name}-base`, 'Disabled')
  await stage.put('ExtensionInstance', `${name}-top`, {
    extension: `${name}-top`,
    dependencies: 'install',
  })
  const waiting = await stage.ready('ExtensionInstance', `${name}-top`, 'Waiting')
  expect(readPath(waiting, ['status', 'waitingFor'])).toEqual([said])
})

test('what could not be installed because of a name is when that is free', async () => {
  await offer('named-base', 'named-top')
  await stage.put('Extension', 'stranger', { sources: [source('1.0.0')] })
  await stage.put('ExtensionInstance', 'named-base', { extension: 'stranger' })
  await stage.ready('ExtensionInstance', 'named-base')
  const spec = { extension: 'named-top', dependencies: 'install' }
  await stage.put('ExtensionInstance', 'named-top', spec)
  await stage.ready('ExtensionInstance', 'named-top', 'Waiting')
  await stage.delete('ExtensionInstance', 'named-base')
  await stage.ready('ExtensionInstance', 'named-top')
  const base = await stage.ready('ExtensionInstance', 'named-base')
  expect(textAt(base, ['spec', 'extension'])).toBe('named-base')
})

test.each(['wait', 'install'])(
  'what a new version needs comes before the move, with dependencies: %s',
  async (dependencies) => {
    const [base, top] = [`${dependencies}-base`, `${dependencies}-top`]
    await stage.put('Extension', top, { sources: [source('1.0.0')] })
    await stage.put('ExtensionInstance', top, { extension: top, dependencies })
    await stage.ready('ExtensionInstance', top)
    const sources = [source('1.0.0'), source('2.0.0')]
    await stage.put('Extension', top, { dependsOn: [{ extension: base }], sources })
    const waiting = await stage.ready('ExtensionInstance', top, 'Waiting')
    expect(conditionOf(waiting, 'Ready')?.status).toBe('True')
    expect(await stage.data(`${top}-settings`)).toMatchObject({ chart: '1.0.0' })
    await stage.put('Extension', base, { sources: [source('1.0.0')] })
    if (dependencies === 'wait') await stage.put('ExtensionInstance', base, { extension: base })
    await stage.until(
      'ExtensionInstance',
      top,
      (one) => textAt(one, ['status', 'version']) === '2.0.0',
    )
    await stage.ready('ExtensionInstance', base)
    const plugin = await stage.get('Plugin', top)
    expect(readPath(plugin, ['spec', 'dependsOn'])).toEqual([{ plugin: `${platform}/${base}` }])
  },
)

test('what somebody has changed since stays when nobody needs it any more', async () => {
  await offer('mine-base', 'mine-top')
  await stage.put('ExtensionInstance', 'mine-top', {
    extension: 'mine-top',
    dependencies: 'install',
  })
  await stage.ready('ExtensionInstance', 'mine-top')
  await stage.put('ExtensionInstance', 'mine-base', {
    extension: 'mine-base',
    parameters: { note: 'mine' },
  })
  await stage.ready('ExtensionInstance', 'mine-base')
  await stage.delete('ExtensionInstance', 'mine-top')
  await stage.gone('ExtensionInstance', 'mine-top')
  await stage.put('ExtensionInstance', 'mine-base', {
    extension: 'mine-base',
    parameters: { note: 'still' },
  })
  await stage.ready('ExtensionInstance', 'mine-base')
  expect(await stage.data('mine-base-settings')).toMatchObject({ note: 'still' })
})

test('what was brought is in the versions that are needed now, of all that need it', async () => {
  await offer('moved-base', 'moved-top', '<2')
  const spec = { extension: 'moved-top', dependencies: 'install' }
  await stage.put('ExtensionInstance', 'moved-top', spec)
  await stage.ready('ExtensionInstance', 'moved-top')
  const versionOf = async () =>
    textAt(await stage.get('ExtensionInstance', 'moved-base'), ['status', 'version'])
  expect(await versionOf()).toBe('1.0.0')
  const dependsOn = [{ extension: 'moved-base', version: '>=2 || >=3' }]
  const sources = [source('1.0.0'), source('2.0.0')]
  await stage.put('Extension', 'moved-top', { dependsOn, sources })
  await stage.until('ExtensionInstance', 'moved-top', isSecond)
  expect(await versionOf()).toBe('2.0.0')
})

test('what an extension no longer needs goes, and nothing else has to happen', async () => {
  await offer('dropped-base', 'dropped-top')
  const spec = { extension: 'dropped-top', dependencies: 'install' }
  await stage.put('ExtensionInstance', 'dropped-top', spec)
  await stage.ready('ExtensionInstance', 'dropped-top')
  await stage.ready('ExtensionInstance', 'dropped-base')
  await stage.put('Extension', 'dropped-top', { dependsOn: [], sources: [source('1.0.0')] })
  await stage.gone('ExtensionInstance', 'dropped-base')
  const plugin = await stage.get('Plugin', 'dropped-top')
  expect(readPath(plugin, ['spec', 'dependsOn'])).toEqual([])
})

test('what runs keeps what it stands on while its Extension is gone', async () => {
  await offer('lost-base', 'lost-top')
  const spec = { extension: 'lost-top', dependencies: 'install' }
  await stage.put('ExtensionInstance', 'lost-top', spec)
  await stage.ready('ExtensionInstance', 'lost-top')
  await stage.delete('Extension', 'lost-top')
  await stage.ready('ExtensionInstance', 'lost-top', 'ExtensionNotFound')
  await stage.restart()
  await stage.put('Extension', 'lost-base', { sources: [source('2.0.0')] })
  const base = await stage.until('ExtensionInstance', 'lost-base', isSecond)
  expect(base.metadata['deletionTimestamp']).toBeUndefined()
  await offer('lost-base', 'lost-top')
  await stage.ready('ExtensionInstance', 'lost-top')
})

test.each([
  { name: 'deleted', leave: () => stage.delete('ExtensionInstance', 'deleted-base') },
  {
    name: 'disabled',
    leave: () =>
      stage.put('ExtensionInstance', 'disabled-base', {
        extension: 'disabled-base',
        enabled: false,
      }),
  },
])('what runs takes parameters while what it stands on is to be $name', async ({ name, leave }) => {
  const [base, top] = [`${name}-base`, `${name}-top`]
  await offer(base, top)
  await stage.put('ExtensionInstance', base, { extension: base })
  await stage.put('ExtensionInstance', top, { extension: top })
  await stage.ready('ExtensionInstance', top)
  await leave()
  await stage.ready('Plugin', base, 'NeededByOthers')
  await stage.put('ExtensionInstance', top, { extension: top, parameters: { note: 'changed' } })
  await stage.ready('ExtensionInstance', top)
  expect(await stage.data(`${top}-settings`)).toMatchObject({ note: 'changed' })
  await stage.delete('ExtensionInstance', top)
  await stage.gone('ExtensionInstance', top)
  if (name === 'deleted') await stage.gone('ExtensionInstance', base)
  else await stage.ready('ExtensionInstance', base, 'Disabled')
})

test('what is stuck in the namespace of others does not keep from bringing one', async () => {
  await offer('stuck-base', 'stuck-top')
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'others' } }
  await stage.apply(core('Namespace'), body)
  await stage.put('ExtensionInstance', 'others/stuck-base', { extension: 'stuck-base' })
  await stage.ready('ExtensionInstance', 'others/stuck-base', 'AccountMissing')
  const spec = { extension: 'stuck-top', dependencies: 'install' }
  await stage.put('ExtensionInstance', 'stuck-top', spec)
  await stage.ready('ExtensionInstance', 'stuck-top')
  const brought = await stage.ready('ExtensionInstance', 'stuck-base')
  expect(readPath(brought, ['metadata', 'labels'])).toEqual({ 'outrigger.dev/dependency': 'true' })
})

test('what gets stuck in the namespace of others later is replaced by one of its own', async () => {
  await offer('later-base', 'later-top')
  await stage.put('ExtensionInstance', 'others/later-base', { extension: 'later-base' })
  const spec = { extension: 'later-top', dependencies: 'install' }
  await stage.put('ExtensionInstance', 'later-top', spec)
  await stage.ready('ExtensionInstance', 'later-top')
  const plugin = await stage.get('Plugin', 'later-top')
  expect(readPath(plugin, ['spec', 'dependsOn'])).toEqual([{ plugin: `${platform}/later-base` }])
})

test('whoever has it from another one has no say in the version of what was brought', async () => {
  await offer('said-base', 'said-top', '>=2')
  await stage.put('Extension', 'said-old', {
    dependsOn: [{ extension: 'said-base', version: '<2' }],
    sources: [source('1.0.0')],
  })
  await stage.put('ExtensionInstance', 'said-top', {
    extension: 'said-top',
    dependencies: 'install',
  })
  await stage.ready('ExtensionInstance', 'said-top')
  const other = { extension: 'said-base', version: '1.0.0' }
  await stage.put('ExtensionInstance', 'others/said-base', other)
  await stage.put('ExtensionInstance', 'others/said-old', { extension: 'said-old' })
  await stage.ready('ExtensionInstance', 'others/said-old', 'Waiting')
  await stage.put('Extension', 'said-base', { sources: [source('1.0.0'), source('2.0.0')] })
  const base = await stage.ready('ExtensionInstance', 'said-base')
  expect(textAt(base, ['status', 'version'])).toBe('2.0.0')
})

test('what was kept for somebody who needs it no more goes', async () => {
  await stage.put('Plugin', 'kept-base', pluginOf('kept-base'))
  await stage.put('Plugin', 'kept-top', {
    ...pluginOf('kept-top'),
    dependsOn: [{ plugin: 'kept-base' }],
  })
  await stage.ready('Plugin', 'kept-top')
  await stage.delete('Plugin', 'kept-base')
  await stage.ready('Plugin', 'kept-base', 'NeededByOthers')
  await stage.put('Plugin', 'kept-top', { ...pluginOf('kept-top'), dependsOn: [] })
  await stage.gone('Plugin', 'kept-base')
  expect(await stage.data('kept-base-settings')).toBeUndefined()
})

test('one that never came does not take the place of one that runs', async () => {
  await offer('place-base', 'place-top')
  await stage.put('ExtensionInstance', 'place-base', { extension: 'place-base' })
  await stage.put('ExtensionInstance', 'place-top', { extension: 'place-top' })
  await stage.ready('ExtensionInstance', 'place-top')
  await stage.delete('ExtensionInstance', 'place-base')
  await stage.ready('Plugin', 'place-base', 'NeededByOthers')
  const never = { extension: 'place-base', version: '9.9.9' }
  await stage.put('ExtensionInstance', 'place-never', never)
  await stage.ready('ExtensionInstance', 'place-never', 'NoSource')
  const parameters = { note: 'changed' }
  await stage.put('ExtensionInstance', 'place-top', { extension: 'place-top', parameters })
  await stage.ready('ExtensionInstance', 'place-top')
  const plugin = await stage.get('Plugin', 'place-top')
  expect(readPath(plugin, ['spec', 'dependsOn'])).toEqual([{ plugin: `${platform}/place-base` }])
})

function pluginOf(releaseName: string) {
  const { chartVersion, ...place } = source('1.0.0')
  return { ...place, version: chartVersion ?? '', releaseName }
}

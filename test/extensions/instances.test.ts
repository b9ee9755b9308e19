import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { resourceOf } from '../../src/kinds/kind-definition.ts'
import { pluginKind } from '../../src/kinds/plugin.ts'
import { patchObject } from '../../src/kube/objects/patch-object.ts'
import { type KubeObject, conditionOf, readPath, textAt } from '../../src/objects/kube-object.ts'
import { ChartRepository } from '../operator/chart-repository.ts'
import { core } from '../operator/resources.ts'
import { ExtensionStage, platform } from './extension-stage.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const settings = `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}-settings}
data:
  chart: {{ .Chart.Version | quote }}
  colour: {{ .Values.colour | quote }}
  zone: {{ .Values.global.zone | quote }}
`
const values = 'colour: grey\nglobal: {zone: none}\n'
const files = { 'values.yaml': values, 'templates/settings.yaml': settings }

let stage: ExtensionStage
let charts: ChartRepository

beforeAll(async () => {
  charts = await ChartRepository.start(
    ['1.0.0', '1.1.0', '2.0.0'].map((version) => ({ name: 'web', version, files })),
  )
  stage = await ExtensionStage.open(34)
})
afterAll(async () => {
  await stage.close()
  await charts.stop()
})

function source(chartVersion: string, more: JsonRecord = {}): JsonRecord {
  return { repo: charts.url, name: 'web', chartVersion, ...more }
}

test('an instance waits for its Extension in silence and then follows it', async () => {
  await stage.put('ExtensionInstance', 'early', { extension: 'early-web' })
  const waiting = await stage.ready('ExtensionInstance', 'early', 'ExtensionNotFound')
  expect(readPath(waiting, ['status', 'waitingFor'])).toEqual([
    'Extension early-web, which does not exist',
  ])
  await stage.put('Extension', 'early-web', { sources: [source('1.0.0')] })
  const found = await stage.ready('ExtensionInstance', 'early')
  expect(found['status']).toMatchObject({
    plugin: `${platform}/early`,
    version: '1.0.0',
    appVersion: '1.0.0-app',
    source: `${charts.url}/web:1.0.0`,
  })
  expect(await stage.data('early-settings')).toMatchObject({ chart: '1.0.0', colour: 'grey' })
  const extension = await stage.until(
    'Extension',
    'early-web',
    (one) => readPath(one, ['status', 'usage']) !== undefined,
  )
  expect(extension['status']).toMatchObject({
    instances: 1,
    versions: ['1.0.0'],
    usage: [{ source: `${charts.url}/web:1.0.0`, instances: 1 }],
  })
  expect(await stage.warnings(['tower', 'patient', 'ground'])).toEqual([])
})

test('a newer version is taken by itself, or said when upgrades are by hand', async () => {
  await stage.put('Extension', 'rising', { sources: [source('1.0.0')] })
  await stage.put('ExtensionInstance', 'follower', { extension: 'rising' })
  await stage.put('ExtensionInstance', 'careful', { extension: 'rising', upgrade: 'manual' })
  await stage.ready('ExtensionInstance', 'follower')
  await stage.ready('ExtensionInstance', 'careful')
  await stage.put('Extension', 'rising', { sources: [source('1.0.0'), source('1.1.0')] })
  const followed = await stage.until(
    'ExtensionInstance',
    'follower',
    (one) =>
      textAt(one, ['status', 'version']) === '1.1.0' &&
      conditionOf(one, 'Ready')?.status === 'True',
  )
  expect(textAt(followed, ['status', 'source'])).toBe(`${charts.url}/web:1.1.0`)
  const careful = await stage.until(
    'ExtensionInstance',
    'careful',
    (one) => textAt(one, ['status', 'available']) === '1.1.0',
  )
  expect(textAt(careful, ['status', 'version'])).toBe('1.0.0')
  await stage.put('ExtensionInstance', 'careful', {
    extension: 'rising',
    upgrade: 'manual',
    version: '1.1.0',
  })
  await stage.until(
    'ExtensionInstance',
    'careful',
    (one) => textAt(one, ['status', 'version']) === '1.1.0',
  )
})

test('parameters are checked before anything is touched', async () => {
  const parameters = {
    type: 'object',
    properties: { colour: { enum: ['red', 'blue'] } },
    additionalProperties: false,
  }
  await stage.put('Extension', 'strict', { parameters, sources: [source('1.0.0')] })
  await stage.put('ExtensionInstance', 'painted', {
    extension: 'strict',
    parameters: { colour: 'green' },
  })
  const refused = await stage.ready('ExtensionInstance', 'painted', 'InvalidParameters')
  expect(conditionOf(refused, 'Ready')?.message).toContain(
    'the parameters are not what strict takes',
  )
  expect(conditionOf(refused, 'Stalled')?.status).toBe('True')
  expect(await stage.get('Plugin', 'painted')).toBeUndefined()
  await stage.put('ExtensionInstance', 'painted', {
    extension: 'strict',
    parametersText: '# red is what the house has\ncolour: red\n',
  })
  await stage.ready('ExtensionInstance', 'painted')
  expect(await stage.data('painted-settings')).toMatchObject({ colour: 'red' })
  const plugin = await stage.get('Plugin', 'painted')
  expect(textAt(plugin, ['spec', 'valuesText'])).toContain('# red is what the house has')
})

test.each([
  {
    name: 'parameters',
    extension: 'true-inline',
    change: () => stage.put('ExtensionInstance', 'true-inline', shaded('true-inline', 'new')),
  },
  {
    name: 'an object that parameters come from',
    extension: 'true-from',
    change: () => stage.apply(core('Secret'), secret('true-from', { shade: 'new' })),
  },
  {
    name: 'the values of a profile',
    extension: 'true-global',
    change: () => stage.put('Profile', 'true-global', { values: { shade: 'new' } }),
  },
])('is not ready before the release has what changed: $name', async ({ extension, change }) => {
  await stage.put('Extension', extension, {
    sources: [
      source('1.0.0', { values: 'colour: {{ .Parameters.shade | default .Global.shade }}\n' }),
    ],
  })
  await stage.apply(core('Secret'), secret(extension, { shade: 'old' }))
  await stage.put('Profile', 'true-global', { values: { shade: 'old' } })
  await stage.put('ExtensionInstance', extension, shadedBy(extension))
  await stage.ready('ExtensionInstance', extension)
  const before = stage.reasonsOf(extension).length
  const seen: unknown[] = []
  stage.beforeReady = async (name) => {
    if (name === extension) seen.push(await stage.data(`${extension}-settings`))
  }
  await change()
  await stage.until('ConfigMap', `${extension}-settings`, (one) => colourOf(one) === 'new')
  await stage.ready('ExtensionInstance', extension)
  await expect.poll(() => seen.length).toBeGreaterThan(0)
  stage.beforeReady = undefined
  expect(seen).toEqual(seen.map(() => expect.objectContaining({ colour: 'new' })))
  const told = stage.reasonsOf(extension).slice(before)
  expect(told.filter((reason) => reason !== 'Installed')).not.toEqual([])
  await stage.delete('Profile', 'true-global')
})

test.each([
  {
    name: 'a version that nobody offers',
    spec: { version: '9.9.9' },
    reason: 'NoSource',
    message: 'no source of version 9.9.9',
    stalled: 'True',
  },
  {
    name: 'parameters that are not there',
    spec: { parametersFrom: [{ kind: 'Secret', name: 'nowhere' }] },
    reason: 'ValuesNotFound',
    message: 'which holds values, does not exist',
    stalled: 'False',
  },
])('is not ready with what it has when it is to have $name', async (row) => {
  await stage.put('Extension', 'unheard', { sources: [source('1.0.0')] })
  await stage.put('ExtensionInstance', 'unheard', { extension: 'unheard' })
  await stage.ready('ExtensionInstance', 'unheard')
  await stage.put('ExtensionInstance', 'unheard', { extension: 'unheard', ...row.spec })
  const told = await stage.ready('ExtensionInstance', 'unheard', row.reason)
  expect(conditionOf(told, 'Ready')?.status).toBe('False')
  expect(conditionOf(told, 'Ready')?.message).toContain(row.message)
  expect(conditionOf(told, 'Stalled')?.status).toBe(row.stalled)
  // The release goes on running.
  expect(await stage.data('unheard-settings')).toMatchObject({ chart: '1.0.0' })
  await stage.put('ExtensionInstance', 'unheard', { extension: 'unheard' })
  await stage.ready('ExtensionInstance', 'unheard')
})

function colourOf(one: KubeObject): string {
  return textAt(one, ['data', 'colour'])
}

function shaded(extension: string, shade: string): JsonRecord {
  return { extension, parameters: { shade } }
}

function shadedBy(extension: string): JsonRecord {
  if (extension === 'true-inline') return shaded(extension, 'old')
  if (extension === 'true-global') return { extension }
  return { extension, parametersFrom: [{ kind: 'Secret', name: extension }] }
}

test('a values document maps parameters, and what comes from a Secret is not in the Plugin', async () => {
  const document = 'colour: {{ .Parameters.shade }}-{{ .Cluster.Minor }}\n'
  await stage.put('Extension', 'mapped', { sources: [source('1.0.0', { values: document })] })
  await stage.apply(core('Secret'), secret('shades', { shade: 'deep' }))
  await stage.put('ExtensionInstance', 'tinted', {
    extension: 'mapped',
    parametersFrom: [{ kind: 'Secret', name: 'shades' }],
  })
  await stage.ready('ExtensionInstance', 'tinted')
  expect(await stage.data('tinted-settings')).toMatchObject({ colour: 'deep-34' })
  expect(JSON.stringify((await stage.get('Plugin', 'tinted'))?.['spec'])).not.toContain('deep')
  await stage.apply(core('Secret'), secret('shades', { shade: 'light' }))
  await stage.until(
    'ConfigMap',
    'tinted-settings',
    (one) => textAt(one, ['data', 'colour']) === 'light-34',
  )
})

test('dependencies are waited for, in whatever order they come', async () => {
  await stage.put('Extension', 'base', { sources: [source('1.0.0')] })
  await stage.put('Extension', 'middle', {
    dependsOn: [{ extension: 'base', version: '>=1' }],
    sources: [source('1.0.0')],
  })
  await stage.put('Extension', 'top', {
    dependsOn: [{ extension: 'middle' }],
    sources: [source('1.0.0')],
  })
  await stage.put('ExtensionInstance', 'patient', { extension: 'middle' })
  const waiting = await stage.ready('ExtensionInstance', 'patient', 'Waiting')
  expect(readPath(waiting, ['status', 'waitingFor'])).toEqual([
    'extension base, which has no instance on the cluster',
  ])
  await stage.put('ExtensionInstance', 'tower', { extension: 'top' })
  await stage.ready('ExtensionInstance', 'tower', 'Waiting')
  await stage.put('ExtensionInstance', 'ground', { extension: 'base' })
  await stage.ready('ExtensionInstance', 'tower')
  await stage.ready('ExtensionInstance', 'patient')
  expect(await stage.warnings(['tower', 'patient', 'ground'])).toEqual([])
})

test('what was installed for others goes with the last of them', async () => {
  await stage.put('Extension', 'floor', { sources: [source('1.0.0')] })
  await stage.put('Extension', 'wall', {
    dependsOn: [{ extension: 'floor' }],
    sources: [source('1.0.0')],
  })
  await stage.put('Extension', 'roof', {
    dependsOn: [{ extension: 'wall' }],
    sources: [source('1.0.0')],
  })
  await stage.put('ExtensionInstance', 'house', { extension: 'roof', dependencies: 'install' })
  await stage.ready('ExtensionInstance', 'house')
  await stage.ready('ExtensionInstance', 'wall')
  await stage.ready('ExtensionInstance', 'floor')
  const plugin = await stage.get('Plugin', 'house')
  expect(readPath(plugin, ['spec', 'dependsOn'])).toEqual([{ plugin: `${platform}/wall` }])
  await stage.delete('ExtensionInstance', 'house')
  await stage.gone('ExtensionInstance', 'house')
  await stage.gone('ExtensionInstance', 'wall')
  await stage.gone('ExtensionInstance', 'floor')
  await stage.gone('Plugin', 'floor')
})

test('what others need goes after them, also when it was asked to go first', async () => {
  await stage.put('Extension', 'cellar', { sources: [source('1.0.0')] })
  await stage.put('Extension', 'attic', {
    dependsOn: [{ extension: 'cellar' }],
    sources: [source('1.0.0')],
  })
  await stage.put('ExtensionInstance', 'cellar', { extension: 'cellar' })
  await stage.put('ExtensionInstance', 'attic', { extension: 'attic' })
  await stage.ready('ExtensionInstance', 'attic')
  await stage.delete('ExtensionInstance', 'cellar')
  await stage.ready('Plugin', 'cellar', 'NeededByOthers')
  expect(await stage.data('cellar-settings')).toBeDefined()
  await stage.delete('ExtensionInstance', 'attic')
  await stage.gone('ExtensionInstance', 'attic')
  await stage.gone('ExtensionInstance', 'cellar')
  expect(await stage.data('cellar-settings')).toBeUndefined()
})

test('disabling keeps the parameters, deleting uninstalls first', async () => {
  await stage.put('Extension', 'plain', { sources: [source('1.0.0')] })
  await stage.put('ExtensionInstance', 'switched', {
    extension: 'plain',
    parameters: { colour: 'red' },
  })
  await stage.ready('ExtensionInstance', 'switched')
  await stage.put('ExtensionInstance', 'switched', {
    extension: 'plain',
    parameters: { colour: 'red' },
    enabled: false,
  })
  await stage.ready('ExtensionInstance', 'switched', 'Disabled')
  expect(await stage.data('switched-settings')).toBeUndefined()
  await stage.put('ExtensionInstance', 'switched', {
    extension: 'plain',
    parameters: { colour: 'red' },
  })
  await stage.ready('ExtensionInstance', 'switched')
  await stage.delete('ExtensionInstance', 'switched')
  await stage.gone('ExtensionInstance', 'switched')
  expect(await stage.get('Plugin', 'switched')).toBeUndefined()
  expect(await stage.data('switched-settings')).toBeUndefined()
})

test('a version that is taken away stays where it runs, or goes as its retirement says', async () => {
  await stage.put('Extension', 'fading', { sources: [source('1.0.0')] })
  await stage.put('ExtensionInstance', 'old-one', { extension: 'fading' })
  await stage.ready('ExtensionInstance', 'old-one')
  await stage.put('Extension', 'fading', { sources: [source('2.0.0')] })
  const kept = await stage.ready('ExtensionInstance', 'old-one', 'Retired')
  expect(conditionOf(kept, 'Ready')?.status).toBe('True')
  expect(textAt(kept, ['status', 'available'])).toBe('2.0.0')
  expect(await stage.data('old-one-settings')).toMatchObject({ chart: '1.0.0' })
  await stage.put('Extension', 'fading', { sources: [source('2.0.0')], retirement: 'uninstall' })
  await stage.gone('Plugin', 'old-one')
  const retired = await stage.ready('ExtensionInstance', 'old-one', 'Retired')
  expect(conditionOf(retired, 'Ready')?.status).toBe('False')
  await stage.put('ExtensionInstance', 'old-one', { extension: 'fading', version: '2.0.0' })
  await stage.ready('ExtensionInstance', 'old-one')
  expect(await stage.data('old-one-settings')).toMatchObject({ chart: '2.0.0' })
})

test('a Plugin of somebody else is left alone', async () => {
  await stage.put('Plugin', 'taken', { repo: charts.url, name: 'web', version: '1.0.0' })
  await stage.put('Extension', 'crowd', { sources: [source('2.0.0')] })
  await stage.put('ExtensionInstance', 'taken', { extension: 'crowd' })
  const refused = await stage.ready('ExtensionInstance', 'taken', 'Conflict')
  expect(conditionOf(refused, 'Ready')?.message).toContain('is not of this instance')
  await stage.delete('ExtensionInstance', 'taken')
  await stage.gone('ExtensionInstance', 'taken')
  await stage.ready('Plugin', 'taken')
})

test('global values and images of profiles reach what they concern', async () => {
  await stage.put('Extension', 'worldly', { sources: [source('1.0.0')] })
  await stage.put('ExtensionInstance', 'globe', { extension: 'worldly' })
  await stage.ready('ExtensionInstance', 'globe')
  await stage.put('Profile', 'everywhere', {
    values: { global: { zone: 'north' } },
    images: { registry: 'mirror.example.test' },
  })
  await stage.until(
    'ConfigMap',
    'globe-settings',
    (one) => textAt(one, ['data', 'zone']) === 'north',
  )
  const plugin = await stage.get('Plugin', 'globe')
  expect(readPath(plugin, ['spec', 'images'])).toEqual({ registry: 'mirror.example.test' })
  await stage.delete('Profile', 'everywhere')
  await stage.until(
    'ConfigMap',
    'globe-settings',
    (one) => textAt(one, ['data', 'zone']) === 'none',
  )
  expect(stage.reasonsOf('globe')).not.toContain('ValuesNotFound')
})

test('what somebody writes into the Plugin past the instance does not stay', async () => {
  await stage.put('Extension', 'guarded', {
    parameters: { properties: {}, additionalProperties: false },
    sources: [source('1.0.0')],
  })
  await stage.put('ExtensionInstance', 'guarded', { extension: 'guarded' })
  await stage.ready('ExtensionInstance', 'guarded')
  const target = { resource: resourceOf(pluginKind), namespace: platform, name: 'guarded' }
  const spec = {
    values: { colour: 'mine' },
    drift: { mode: 'off' },
    images: { registry: 'x.test' },
  }
  const patch = { type: 'merge', patch: { spec } } as const
  await patchObject(stage.client, target, patch, {}, AbortSignal.timeout(10_000))
  const plugin = await stage.until('Plugin', 'guarded', (one) => {
    const left = readPath(one, ['spec', 'values']) ?? readPath(one, ['spec', 'images'])
    return left === undefined
  })
  // Fields that the instance does not own are theirs.
  expect(readPath(plugin, ['spec', 'drift', 'mode'])).toBe('off')
  await stage.ready('ExtensionInstance', 'guarded')
})

test('what is said while the Extension is gone is not ready before it counts', async () => {
  const sources = [source('1.0.0')]
  await stage.put('Extension', 'absent', { sources })
  const paint = (colour: string) =>
    stage.put('ExtensionInstance', 'absent', { extension: 'absent', parameters: { colour } })
  await paint('red')
  await stage.ready('ExtensionInstance', 'absent')
  await stage.delete('Extension', 'absent')
  const before = await stage.ready('ExtensionInstance', 'absent', 'ExtensionNotFound')
  expect(conditionOf(before, 'Ready')?.status).toBe('True')
  await paint('green')
  const after = await stage.until(
    'ExtensionInstance',
    'absent',
    (one) => readPath(one, ['status', 'observedGeneration']) === one.metadata['generation'],
  )
  expect(conditionOf(after, 'Ready')).toMatchObject({
    status: 'False',
    reason: 'ExtensionNotFound',
  })
  await stage.put('Extension', 'absent', { sources })
  await stage.ready('ExtensionInstance', 'absent')
  expect(await stage.data('absent-settings')).toMatchObject({ colour: 'green' })
})

function secret(name: string, stringData: Record<string, string>) {
  const data = Object.fromEntries(
    Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')]),
  )
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: platform }, data }
}

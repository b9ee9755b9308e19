import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonRecord } from '../../src/kinds/json-value.ts'
import { conditionOf, readPath } from '../../src/objects/kube-object.ts'
import { core, rbac, rbacGroup } from '../operator/resources.ts'
import { type WebStage, openWebStage } from './web-stage.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

let stage: WebStage['stage']
let source: WebStage['source']
let close: WebStage['close']

beforeAll(async () => {
  ;({ stage, source, close } = await openWebStage(['1.0.0']))
  await stage.put('Extension', 'base', { sources: [source('1.0.0')] })
  await stage.put('Extension', 'top', {
    dependsOn: [{ extension: 'base' }],
    sources: [source('1.0.0')],
  })
})
afterAll(() => close())

async function tenant(name: string): Promise<void> {
  await stage.apply(core('Namespace'), { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  const metadata = { name: 'outrigger', namespace: name }
  await stage.apply(core('ServiceAccount'), { apiVersion: 'v1', kind: 'ServiceAccount', metadata })
  await allow(name, name, ['*'], ['*'])
}

function allow(who: string, where: string, resources: string[], verbs: string[]) {
  return allowRules(who, [{ apiGroups: ['*'], resources, verbs }], where)
}

async function allowRules(who: string, rules: JsonRecord[], where = who): Promise<void> {
  const metadata = { name: `for-${who}`, namespace: where }
  const apiVersion = `${rbacGroup}/v1`
  await stage.apply(rbac('Role'), { apiVersion, kind: 'Role', metadata, rules })
  await stage.apply(rbac('RoleBinding'), {
    apiVersion,
    kind: 'RoleBinding',
    metadata,
    roleRef: { apiGroup: rbacGroup, kind: 'Role', name: `for-${who}` },
    subjects: [{ kind: 'ServiceAccount', name: 'outrigger', namespace: who }],
  })
}

async function told(key: string, reason: string): Promise<string> {
  const found = await stage.ready('ExtensionInstance', key, reason)
  return conditionOf(found, 'Ready')?.message ?? ''
}

test('an instance of another tenant counts only for an account that may get its Plugin', async () => {
  await tenant('spy')
  await tenant('victim')
  const top = { extension: 'top', targetNamespace: 'spy' }
  await stage.put('ExtensionInstance', 'spy/top', top)
  const absent = await told('spy/top', 'Waiting')
  expect(absent).toContain('extension base, which has no instance on the cluster')
  expect(absent).toContain('service account spy/outrigger may get')
  await stage.put('ExtensionInstance', 'victim/base', {
    extension: 'base',
    targetNamespace: 'victim',
  })
  await stage.ready('ExtensionInstance', 'victim/base')
  await stage.put('ExtensionInstance', 'spy/top', { ...top, parameters: { note: 'again' } })
  expect(await told('spy/top', 'Waiting')).toBe(absent)
  await allow('spy', 'victim', ['plugins'], ['get'])
  await stage.ready('ExtensionInstance', 'spy/top')
  const plugin = await stage.get('Plugin', 'spy/top')
  expect(readPath(plugin, ['spec', 'dependsOn'])).toEqual([{ plugin: 'victim/base' }])
  // It is used, and holds nothing.
  await stage.delete('ExtensionInstance', 'victim/base')
  await stage.gone('ExtensionInstance', 'victim/base')
})

test('an instance of another tenant keeps nothing that came for one who is gone', async () => {
  await tenant('guest')
  await tenant('host')
  await allow('guest', 'host', ['plugins'], ['get'])
  const top = { extension: 'top', dependencies: 'install', targetNamespace: 'host' }
  await stage.put('ExtensionInstance', 'host/top', top)
  await stage.ready('ExtensionInstance', 'host/top')
  await stage.put('ExtensionInstance', 'guest/top', { extension: 'top', targetNamespace: 'guest' })
  await stage.ready('ExtensionInstance', 'guest/top')
  await stage.delete('ExtensionInstance', 'host/top')
  await stage.gone('ExtensionInstance', 'host/top')
  await stage.gone('ExtensionInstance', 'host/base')
  const kept = await stage.get('Plugin', 'guest/top')
  expect(readPath(kept, ['spec', 'dependsOn'])).toEqual([{ plugin: 'host/base' }])
})

test('parameters come from a Secret only for an account that may get it', async () => {
  await tenant('thief')
  // Everything but to read Secrets, except the one that its Plugin gets its values from.
  const writing = ['list', 'watch', 'create', 'update', 'patch', 'delete']
  await allowRules('thief', [
    { apiGroups: ['*'], resources: ['configmaps', 'plugins', 'leases', 'events'], verbs: ['*'] },
    { apiGroups: [''], resources: ['secrets'], verbs: writing },
    {
      apiGroups: [''],
      resources: ['secrets'],
      resourceNames: ['mine-extension-values'],
      verbs: ['get'],
    },
  ])
  const data = { shade: Buffer.from('secret-shade').toString('base64') }
  const metadata = { name: 'private', namespace: 'thief' }
  await stage.apply(core('Secret'), { apiVersion: 'v1', kind: 'Secret', metadata, data })
  const values = 'colour: {{ .Parameters.shade }}\n'
  await stage.put('Extension', 'mapped', { sources: [source('1.0.0', { values })] })
  await stage.put('ExtensionInstance', 'thief/mine', {
    extension: 'mapped',
    targetNamespace: 'thief',
    parametersFrom: [{ kind: 'Secret', name: 'private' }],
  })
  expect(await told('thief/mine', 'Forbidden')).toBe(
    'waits for service account thief/outrigger, which may not get Secret private in namespace thief, which parametersFrom names: allow it the verb get on secrets in namespace thief',
  )
  expect(await stage.get('Plugin', 'thief/mine')).toBe(undefined)
  expect(await stage.get('Secret', 'thief/mine-extension-values')).toBe(undefined)
  await allow('thief', 'thief', ['*'], ['*'])
  await stage.ready('ExtensionInstance', 'thief/mine')
  const settings = await stage.get('ConfigMap', 'thief/mine-settings')
  expect(readPath(settings, ['data', 'colour'])).toBe('secret-shade')
})

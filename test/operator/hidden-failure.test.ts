import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deleteObject } from '../../src/kube/objects/delete-object.ts'
import { OperatorStage, platform } from './operator-stage.ts'
import { core, rbac, rbacGroup } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(10 * 60_000)
let stage: OperatorStage
beforeAll(async () => {
  stage = await OperatorStage.open()
  await stage.start()
})
afterAll(() => stage.close())

const account = {
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'deployer', namespace: platform },
}

const named = { apiVersion: `${rbacGroup}/v1`, metadata: account.metadata }
const everything = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }
const roleRef = { apiGroup: rbacGroup, kind: 'Role', name: 'deployer' }
const subjects = [{ kind: 'ServiceAccount', ...account.metadata }]
const rights = [
  [rbac('Role'), { ...named, kind: 'Role', rules: [everything] }],
  [rbac('RoleBinding'), { ...named, kind: 'RoleBinding', roleRef, subjects }],
] as const

test('a failure is told again when the obstacle that hid it is gone', async () => {
  const folder = join(stage.files, 'bad')
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'all.yaml'),
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "{{ .Values.name }}"}\n',
  )
  await stage.apply(core('ServiceAccount'), account)
  for (const [resource, object] of rights) await stage.apply(resource, object)
  const spec = { kind: 'template', repo: `file://${folder}`, serviceAccountName: 'deployer' }
  await stage.plugin('bad', { ...spec, values: { name: 'NOT_A_NAME' } })
  await stage.ready('bad', 'InstallFailed')
  await deleteObject(
    stage.client,
    { resource: core('ServiceAccount'), namespace: platform, name: 'deployer' },
    {},
    signal,
  )
  await stage.ready('bad', 'AccountMissing')
  await stage.apply(core('ServiceAccount'), account)
  // A failed install is upgraded from.
  const { status } = await stage.ready('bad', 'UpgradeFailed')
  expect(status.failures).toBe(2)
})

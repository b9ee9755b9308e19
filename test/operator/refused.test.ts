import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { JsonObject } from '../../src/objects/json.ts'
import type { KubeObject } from '../../src/objects/kube-object.ts'
import { ReleaseStore } from '../../src/release/record/store.ts'
import { JumpingClock } from '../extensions/jumping-clock.ts'
import { OperatorStage } from './operator-stage.ts'
import { core, rbac, rbacGroup } from './resources.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })

const signal = AbortSignal.timeout(10 * 60_000)
const kinds = ['a', 'b']

const clock = new JumpingClock()
let stage: OperatorStage

beforeAll(async () => {
  stage = await OperatorStage.open({ clock })
  await stage.start()
})

afterAll(() => stage.close())

/** A tenant whose plugin acts with an account that may do what is given to it, and no more. */
class Tenant {
  readonly name: string
  private objectVerbs: readonly string[] = []
  private recordVerbs: readonly string[] = ['*']

  private constructor(name: string) {
    this.name = name
  }

  static async open(name: string): Promise<Tenant> {
    const tenant = new Tenant(name)
    await stage.apply(core('Namespace'), tenant.object('v1', 'Namespace', name))
    await stage.apply(core('ServiceAccount'), tenant.object('v1', 'ServiceAccount', 'outrigger'))
    await stage.apply(rbac('RoleBinding'), {
      ...tenant.object(`${rbacGroup}/v1`, 'RoleBinding', 'outrigger'),
      roleRef: { apiGroup: rbacGroup, kind: 'Role', name: 'outrigger' },
      subjects: [{ kind: 'ServiceAccount', name: 'outrigger', namespace: name }],
    })
    await tenant.writeTemplates()
    return tenant
  }

  // Once, because a pass that reads a file while it is written again finds it empty.
  private async writeTemplates(): Promise<void> {
    const folder = join(stage.files, this.name)
    await mkdir(folder, { recursive: true })
    const text = `apiVersion: v1
kind: Service
metadata: {name: plugin}
spec: {ports: [{port: 80}]}
${kinds.map((name) => configMap(name)).join('')}`
    await writeFile(join(folder, 'all.yaml'), text)
  }

  /** The rights of the account to the objects of the release. */
  allow(...verbs: readonly string[]): Promise<void> {
    this.objectVerbs = verbs
    return this.writeRole()
  }

  /** Its rights to Helm's records and ours. */
  allowRecords(...verbs: readonly string[]): Promise<void> {
    this.recordVerbs = verbs
    return this.writeRole()
  }

  private async writeRole(): Promise<void> {
    const rules = [
      { apiGroups: [''], resources: ['secrets'], verbs: this.recordVerbs },
      { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['*'] },
      { apiGroups: [''], resources: ['configmaps'], verbs: this.objectVerbs },
      { apiGroups: [''], resources: ['services'], verbs: ['*'] },
    ]
    const role = { ...this.object(`${rbacGroup}/v1`, 'Role', 'outrigger'), rules }
    await stage.apply(rbac('Role'), role)
  }

  /** A release of what may always be changed and of what may not. */
  async request(colour: string, more: JsonObject = {}): Promise<void> {
    const folder = join(stage.files, this.name)
    const spec = { kind: 'template', repo: `file://${folder}`, values: { colour }, interval: '1h' }
    await stage.plugin('plugin', { ...spec, ...more }, this.name)
  }

  ready(reason: string) {
    return stage.ready('plugin', reason, this.name)
  }

  async delete(): Promise<void> {
    await stage.deletePlugin('plugin', this.name)
  }

  /** Waits until it was tried so often in vain. */
  untilFailures(most: number): Promise<void> {
    return stage.until(`${most} attempts have failed`, async () => {
      const plugin = await stage.readPlugin('plugin', this.name)
      if ((plugin?.status.failures ?? 0) >= most) return true
      await clock.jump(31_000)
      return false
    })
  }

  /** The rest of the release when the plugin has gone. */
  async leftWhenGone(): Promise<readonly string[]> {
    let message = ''
    const isGone = async () => {
      const plugin = await stage.readPlugin('plugin', this.name)
      message = JSON.stringify(plugin?.status.conditions)
      return plugin === undefined
    }
    await stage.until(`the plugin of ${this.name} is gone`, isGone, () => message)
    return [...(await this.objects()), ...(await this.statuses())]
  }

  /** The objects of the release, with what they hold. */
  async objects(): Promise<readonly string[]> {
    const found = [
      await stage.get(core('Service'), this.name, 'plugin'),
      ...(await Promise.all(
        kinds.map((name) => stage.get(core('ConfigMap'), this.name, `plugin-${name}`)),
      )),
    ]
    return found.flatMap((object) =>
      object === undefined
        ? []
        : [`${object.kind} ${JSON.stringify((object['data'] as JsonObject)?.['colour'] ?? '')}`],
    )
  }

  async statuses(): Promise<readonly string[]> {
    const place = { namespace: this.name, name: 'plugin' }
    const outline = await new ReleaseStore({ client: stage.client }).outline(place, signal)
    return outline.map(({ status }) => status)
  }

  private object(apiVersion: string, kind: string, name: string): KubeObject {
    const place = kind === 'Namespace' ? {} : { namespace: this.name }
    return { apiVersion, kind, metadata: { name, ...place } }
  }
}

function configMap(name: string): string {
  return `---
apiVersion: v1
kind: ConfigMap
metadata: {name: plugin-${name}}
data: {colour: "{{ .Values.colour }}"}
`
}

const all = ['*']
const noDelete = ['get', 'list', 'watch', 'create', 'update', 'patch']
const noWrite = ['get', 'list', 'watch']
const whole = (colour: string) => ['Service ""', `ConfigMap "${colour}"`, `ConfigMap "${colour}"`]
const restart = async () => {
  await stage.stop()
  await stage.start()
}

async function refusedUninstall(
  name: string,
  how: 'disable' | 'delete',
  more: JsonObject = {},
): Promise<Tenant> {
  const tenant = await Tenant.open(name)
  await tenant.allow(...all)
  await tenant.request('red', more)
  await tenant.ready('Installed')
  await tenant.allow(...noDelete)
  if (how === 'disable') await tenant.request('red', { ...more, enabled: false })
  else await tenant.delete()
  await tenant.ready('Forbidden')
  await stage.until('a part of it is gone', async () => {
    const [status] = await tenant.statuses()
    return status === 'uninstalling' && (await tenant.objects()).length === kinds.length
  })
  return tenant
}

const passes = [
  { leader: 'the same leader', between: async () => {} },
  { leader: 'a new leader', between: restart },
]

test.each(passes)('$leader deletes what it was refused to uninstall', async (row) => {
  const tenant = await refusedUninstall(`deleted-${passes.indexOf(row)}`, 'disable')
  await tenant.allow(...all)
  await row.between()
  await tenant.delete()
  expect(await tenant.leftWhenGone()).toEqual([])
})

test.each(passes)('$leader installs again what it was refused to uninstall', async (row) => {
  const tenant = await refusedUninstall(`enabled-${passes.indexOf(row)}`, 'disable')
  await row.between()
  await tenant.request('blue')
  await tenant.ready('Installed')
  expect(await tenant.objects()).toEqual(whole('blue'))
  expect((await tenant.statuses()).at(-1)).toBe('deployed')
  await tenant.allow(...all)
  await tenant.delete()
  expect(await tenant.leftWhenGone()).toEqual([])
})

test.each(['disable', 'delete'] as const)(
  'once the rights are there, what could not be uninstalled goes without another word: %s',
  async (how) => {
    const tenant = await refusedUninstall(`alone-${how}`, how, { interval: '30s' })
    // More often than what went along with the first attempt can have woken it.
    await tenant.untilFailures(6)
    await tenant.allow(...all)
    await clock.jump(31_000)
    if (how === 'disable') {
      await tenant.ready('Disabled')
      await tenant.delete()
    }
    expect(await tenant.leftWhenGone()).toEqual([])
  },
)

test('who may not delete records either is not stuck with what is left of them', async () => {
  const tenant = await Tenant.open('records')
  await tenant.allow(...all)
  await tenant.request('red')
  await tenant.ready('Installed')
  await tenant.allowRecords(...noDelete)
  await tenant.request('red', { enabled: false })
  await tenant.ready('Forbidden')
  expect(await tenant.objects()).toEqual([])
  expect(await tenant.statuses()).toEqual(['uninstalling'])
  await tenant.request('blue')
  await tenant.ready('Installed')
  expect(await tenant.objects()).toEqual(whole('blue'))
  await tenant.allowRecords(...all)
  await tenant.delete()
  expect(await tenant.leftWhenGone()).toEqual([])
})

const refusals = [
  { verb: 'install', before: undefined },
  { verb: 'upgrade', before: 'red' },
] as const

for (const { leader, between } of passes) {
  test.each(refusals)(`${leader} goes on after a refused $verb`, async ({ verb, before }) => {
    const tenant = await Tenant.open(`${verb}-${passes.findIndex((one) => one.leader === leader)}`)
    await tenant.allow(...(before === undefined ? noWrite : all))
    if (before !== undefined) {
      await tenant.request(before)
      await tenant.ready('Installed')
      await tenant.allow(...noWrite)
    }
    await tenant.request('blue')
    await tenant.ready('Forbidden')
    await tenant.allow(...all)
    await between()
    await tenant.request('green')
    await tenant.ready('Installed')
    expect(await tenant.objects()).toEqual(whole('green'))
    await tenant.delete()
    expect(await tenant.leftWhenGone()).toEqual([])
  })
}

test('a refused rollback is no obstacle to what is asked for next', async () => {
  const tenant = await Tenant.open('rollback')
  await tenant.allow(...all)
  await tenant.request('red')
  await tenant.ready('Installed')
  await tenant.request('blue')
  await tenant.ready('Installed')
  await tenant.allow(...noWrite)
  await tenant.request('blue', { pin: 1 })
  await tenant.ready('Forbidden')
  await tenant.allow(...all)
  await tenant.request('green')
  await tenant.ready('Installed')
  expect(await tenant.objects()).toEqual(whole('green'))
})

test('who may not even record a failure goes on once that is allowed', async () => {
  const tenant = await Tenant.open('unrecorded')
  await tenant.allow(...all)
  await tenant.allowRecords('get', 'list', 'watch', 'create')
  await tenant.request('red')
  await tenant.ready('Forbidden')
  expect(await tenant.statuses()).toEqual(['pending-install'])
  await tenant.allowRecords(...all)
  await tenant.request('blue')
  await tenant.ready('Installed')
  expect(await tenant.objects()).toEqual(whole('blue'))
  await tenant.delete()
  expect(await tenant.leftWhenGone()).toEqual([])
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KubeClient } from '../../kube/client.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { testCrds } from './owning-crds.conformance.ts'
import { type ChartParts, OwningStage } from './owning-stage-for-test.ts'

export interface OwningCluster {
  readonly client: KubeClient
  readonly stop: () => Promise<unknown>
}

const configMap = (name: string, more: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...more,
})
const written = (...objects: readonly KubeObject[]) =>
  objects.map((one) => JSON.stringify(one)).join('\n---\n')
const mine = configMap('mine', { data: { of: 'chart' } })
const theirs = configMap('theirs', { data: { of: 'chart' } })
const both: ChartParts = { templates: written(mine, theirs) }
const adopted = { adopt: [{ group: '', kind: 'ConfigMap', namespace: '', name: 'theirs' }] }

const ways: readonly {
  readonly name: string
  readonly go: (stage: OwningStage) => Promise<unknown>
}[] = [
  { name: 'an install over it failed', go: (stage) => refused(stage.install(both)) },
  {
    name: 'it failed with conflicts: take',
    go: (stage) => refused(stage.install(both, { conflicts: 'take' })),
  },
  {
    name: 'it failed with conflicts: yield',
    go: (stage) => refused(stage.install(both, { conflicts: 'yield' })),
  },
  { name: 'the install died before it began', go: (stage) => stage.dieAtInstall(both) },
  {
    name: 'the install was undone because it failed',
    go: (stage) => refused(stage.install(both, { onFailure: 'undo' })),
  },
  {
    name: 'an upgrade that adds it failed',
    go: async (stage) => {
      await stage.install({ templates: written(mine) })
      await refused(stage.upgrade(both))
    },
  },
  {
    name: 'such an upgrade was undone because it failed',
    go: async (stage) => {
      await stage.install({ templates: written(mine) })
      await refused(stage.upgrade(both, { onFailure: 'undo' }))
    },
  },
  {
    name: 'such an upgrade was rolled back',
    go: async (stage) => {
      await stage.install({ templates: written(mine) })
      await refused(stage.upgrade(both))
      await stage.rollback(1)
    },
  },
  {
    name: 'the next upgrade does not want it any more',
    go: async (stage) => {
      await refused(stage.install(both))
      const chart = { templates: written(mine, configMap('more')) }
      await stage.upgrade(chart).catch(() => stage.install(chart))
    },
  },
  {
    name: 'the next upgrade wants it again',
    go: async (stage) => {
      await refused(stage.install(both))
      const templates = `${both.templates}\n---\n${written(configMap('more'))}`
      await expect(
        stage.upgrade({ templates }).catch((error: unknown) => {
          // Somebody at the command line leaves no record of what was refused.
          if (!String(error).includes('has no deployed releases')) throw error
          return stage.install({ templates })
        }),
      ).rejects.toThrow('cannot be imported')
    },
  },
  {
    name: 'a revision that failed over it is rolled back to',
    go: async (stage) => {
      await stage.install({ templates: written(mine) })
      await refused(stage.upgrade(both))
      await stage.rollback(1)
      await stage.rollback(2).catch(() => {})
    },
  },
  {
    name: 'it was adopted, and its owner took the marks off again',
    go: async (stage) => {
      await stage.install(both, { ...adoptedIn(stage), conflicts: 'take' })
      const name = { 'meta.helm.sh/release-name': null, 'meta.helm.sh/release-namespace': null }
      await stage.patch(theirs, { metadata: { annotations: name }, data: { of: 'somebody' } })
    },
  },
]

function adoptedIn({ place }: OwningStage) {
  return { adopt: adopted.adopt.map((one) => ({ ...one, namespace: place.namespace })) }
}

async function refused(work: Promise<unknown>): Promise<void> {
  await expect(work).rejects.toThrow('exists and cannot be imported into the current release')
}

/**
 * Tests that an object which a release did not make stays when the release goes, however far the
 * release came.
 */
export function testOwning(where: string, open: () => Promise<OwningCluster>): void {
  let cluster: OwningCluster
  let count = 0
  beforeAll(async () => {
    cluster = await open()
  })
  afterAll(() => cluster.stop())
  const begin = (who: 'leader' | 'person') =>
    OwningStage.open(cluster.client, `owning-${process.pid}-${++count}`, who)

  for (const who of ['leader', 'person'] as const) {
    describe(`${who} on ${where}`, () => {
      test.each(ways)('an object of somebody else stays when $name', async ({ go }) => {
        const stage = await begin(who)
        const made = await stage.byHand({
          ...theirs,
          metadata: { name: 'theirs', namespace: stage.place.namespace },
          data: { of: 'somebody' },
        })
        await go(stage)
        if ((await stage.statuses()).length > 0) await stage.uninstall()
        const left = await stage.read(theirs)
        expect(left?.metadata['uid']).toBe(made.metadata['uid'])
        expect(left?.['data']).toEqual({ of: 'somebody' })
        expect(await stage.read(mine)).toBeUndefined()
        expect(await stage.statuses()).toEqual([])
      })

      test('what somebody made in place of an object is not deleted to change what cannot be changed', async () => {
        const stage = await begin(who)
        const kept = (of: string): KubeObject => ({ ...mine, immutable: true, data: { of } })
        await stage.install({ templates: written(kept('chart')) })
        await stage.remove(mine)
        const made = await stage.byHand({
          ...kept('somebody'),
          metadata: { name: 'mine', namespace: stage.place.namespace },
        })
        const newer = { templates: written(kept('newer')) }
        await expect(
          stage.upgrade(newer, { immutable: 'recreate', conflicts: 'take' }),
        ).rejects.toThrow('it is not deleted')
        const left = await stage.read(mine)
        expect(left?.metadata['uid']).toBe(made.metadata['uid'])
        expect(left?.['data']).toEqual({ of: 'somebody' })
        // Adopted by name, it is this release's to delete.
        const adopt = adoptedIn(stage).adopt.map((one) => ({ ...one, name: 'mine' }))
        await stage.upgrade(newer, { immutable: 'recreate', conflicts: 'take', adopt })
        expect((await stage.read(mine))?.['data']).toEqual({ of: 'newer' })
      })

      test('what somebody put in place of a new object stays when the change is cleaned up', async () => {
        const stage = await begin(who)
        await stage.install({ templates: written(mine) })
        // No node is like that, so that its pods stay pending wherever there are nodes.
        const template = {
          metadata: { labels: { a: 'b' } },
          spec: {
            nodeSelector: { 'example.com/never': 'here' },
            containers: [{ name: 'a', image: 'example.com/never:1' }],
          },
        }
        const workload: KubeObject = {
          apiVersion: 'apps/v1',
          kind: 'Deployment',
          metadata: { name: 'never' },
          spec: { selector: { matchLabels: { a: 'b' } }, template },
        }
        const upgrading = stage
          .upgrade(
            { templates: written(mine, configMap('new'), workload) },
            { cleanupOnFail: true, wait: 'ready', timeout: 3000 },
          )
          .catch((error: unknown) => String(error))
        await expect.poll(() => stage.read(workload)).toBeDefined()
        await stage.remove(configMap('new'))
        const { namespace } = stage.place
        const made = await stage.byHand(configMap('new', { metadata: { name: 'new', namespace } }))
        expect(await upgrading).toContain('not ready')
        const left = await stage.read(configMap('new'))
        expect(left?.metadata['uid']).toBe(made.metadata['uid'])
        expect(await stage.read(workload)).toBeUndefined()
      })

      test('an object that was adopted by name goes with the release', async () => {
        const stage = await begin(who)
        const { namespace } = stage.place
        await stage.byHand({ ...theirs, metadata: { name: 'theirs', namespace }, data: { a: 'b' } })
        await stage.install(both, adoptedIn(stage))
        expect(await stage.read(theirs)).toMatchObject({ data: { a: 'b', of: 'chart' } })
        await stage.uninstall()
        expect(await stage.read(theirs)).toBeUndefined()
      })

      test('what another release took over is not taken back by an upgrade', async () => {
        const stage = await begin(who)
        await stage.install(both)
        const other = new OwningStage(cluster.client, { ...stage.place, name: 'other' }, who)
        await other.install(
          { templates: written({ ...theirs, data: { of: 'other' } }) },
          adoptedIn(stage),
        )
        const templates = written({ ...mine, data: { of: 'newer' } }, theirs)
        await expect(stage.upgrade({ templates })).rejects.toThrow('cannot be imported')
        expect(await stage.read(theirs)).toMatchObject({ data: { of: 'other' } })
        await stage.uninstall()
        expect(await stage.read(theirs)).toMatchObject({ data: { of: 'other' } })
        await other.uninstall()
        expect(await stage.read(theirs)).toBeUndefined()
      })

      test('what a deployed revision has and a failed one after it has not goes with both', async () => {
        const stage = await begin(who)
        await stage.install({ templates: written(mine, configMap('old')) })
        const hook = { name: 'no', annotations: { 'helm.sh/hook': 'pre-upgrade' } }
        const pod = { apiVersion: 'v1', kind: 'Pod', metadata: hook, spec: {} }
        await expect(stage.upgrade({ templates: written(mine, pod) })).rejects.toThrow('no')
        await stage.uninstall()
        expect(await stage.read(configMap('old'))).toBeUndefined()
      })

      const policies = ['before-hook-creation', 'hook-succeeded', 'hook-failed'] as const
      test.each(policies)(
        'a hook with %s does not touch what somebody else made',
        async (policy) => {
          const stage = await begin(who)
          const made = await stage.byHand({
            ...theirs,
            metadata: { name: 'theirs', namespace: stage.place.namespace },
            data: { of: 'somebody' },
          })
          const annotations = {
            'helm.sh/hook': 'pre-install',
            'helm.sh/hook-delete-policy': policy,
          }
          const hook = { ...theirs, metadata: { name: 'theirs', annotations } }
          await expect(stage.install({ templates: written(mine, hook) })).rejects.toThrow(
            'is no hook of release r',
          )
          await stage.uninstall()
          const left = await stage.read(theirs)
          expect(left?.metadata['uid']).toBe(made.metadata['uid'])
          expect(left?.['data']).toEqual({ of: 'somebody' })
        },
      )

      test("a hook that helm left of another release's is not touched", async () => {
        const stage = await begin(who)
        const annotations = { 'helm.sh/hook': 'pre-install' }
        const hookOf = (instance: string): KubeObject => ({
          ...theirs,
          metadata: {
            name: 'theirs',
            annotations,
            labels: { 'app.kubernetes.io/instance': instance },
          },
        })
        const { metadata } = hookOf('other')
        const namespace = stage.place.namespace
        const body = { ...theirs, metadata: { ...metadata, namespace }, data: { of: 'other' } }
        const made = await stage.byHand(body, 'helm')
        await expect(stage.install({ templates: written(mine, hookOf('r')) })).rejects.toThrow(
          'is no hook of release r',
        )
        await stage.uninstall()
        const left = await stage.read(theirs)
        expect(left?.metadata['uid']).toBe(made.metadata['uid'])
        expect(left?.['data']).toEqual({ of: 'other' })
      })

      test('what helm left of a hook is created again', async () => {
        const stage = await begin(who)
        const annotations = { 'helm.sh/hook': 'pre-install' }
        const hook = { ...theirs, metadata: { name: 'theirs', annotations } }
        const metadata = { name: 'theirs', namespace: stage.place.namespace, annotations }
        const made = await stage.byHand({ ...theirs, metadata, data: { old: 'hook' } }, 'helm')
        for (let turn = 0; turn < 2; turn++) {
          await stage.install({ templates: written(mine, hook) })
          await stage.uninstall()
        }
        const left = await stage.read(theirs)
        expect(left?.metadata['uid']).not.toBe(made.metadata['uid'])
        expect(left?.['data']).toEqual({ of: 'chart' })
      })

      testCrds(who, begin)
    })
  }
}

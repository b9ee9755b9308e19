import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KubeClient } from '../../kube/client.ts'
import { type KubeObject, annotationsOf, listAt, readPath } from '../../objects/kube-object.ts'
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

function testCrds(
  who: 'leader' | 'person',
  begin: (who: 'leader' | 'person') => Promise<OwningStage>,
): void {
  const owners = [
    {
      name: 'that another release brought from crds/',
      bring: async (stage: OwningStage, crd: KubeObject) => {
        const place = { ...stage.place, name: 'other' }
        await new OwningStage(stage.client, place, 'person').install({ crds: written(crd) })
      },
      said: 'was brought by release other in',
    },
    {
      name: 'of the templates of another release',
      bring: async (stage: OwningStage, crd: KubeObject) => {
        const place = { ...stage.place, name: 'other' }
        await new OwningStage(stage.client, place, 'person').install({ templates: written(crd) })
      },
      said: 'belongs to release other in',
    },
    {
      name: 'that helm brought from crds/',
      bring: (stage: OwningStage, crd: KubeObject) => stage.byHand(crd, 'helm'),
      said: 'was not brought by this release',
    },
    {
      name: 'that a person made',
      bring: (stage: OwningStage, crd: KubeObject) => stage.byHand(crd),
      said: 'was not brought by this release',
    },
  ]
  test.each(owners)('a definition $name is left as it is', async ({ bring, said }) => {
    const stage = await begin(who)
    const { wide, narrow, named } = crds(stage)
    await bring(stage, wide)
    const before = await stage.read(wide)
    const plan = await stage.planInstall({ crds: written(narrow) })
    expect(plan.objects).toMatchObject([
      { action: 'unchanged', problems: [{ is: 'foreign', blocking: false }] },
    ])
    expect(plan.objects[0]?.problems[0]?.message).toContain(said)
    await stage.install({ crds: written(narrow) })
    await stage.upgrade({ crds: written(narrow), templates: written(mine) })
    expect(partsOf(await stage.read(wide))).toEqual(partsOf(before))
    expect(stage.messages().filter((text) => text.includes(said))).toHaveLength(2)
    // By name it is upgraded, once that harms nothing.
    const adopt = { adopt: [named], conflicts: 'take' } as const
    await stage.upgrade({ crds: written(narrow), templates: written(mine) }, adopt)
    const after = await stage.read(wide)
    expect(fieldsOf(after)).toEqual(['a'])
    expect(annotationsOf(after ?? {})['outrigger.dev/crds-of']).toBe(`${stage.place.namespace}/r`)
  })

  test('a definition that another release brings at the same moment is left to it', async () => {
    const stage = await begin(who)
    const { wide, narrow } = crds(stage)
    const place = { ...stage.place, name: 'other' }
    const other = new OwningStage(stage.client, place, 'person')
    await stage.betweenReadAndCreate(wide, () => other.install({ crds: written(wide) }))
    await stage.install({ crds: written(narrow) })
    expect(fieldsOf(await stage.read(wide))).toEqual(['a', 'b'])
    expect(stage.messages()).toEqual([expect.stringContaining('was brought by release other in')])
  })

  test('a definition that another release brought just as it is here is no news', async () => {
    const stage = await begin(who)
    const { wide } = crds(stage)
    const place = { ...stage.place, name: 'other' }
    await new OwningStage(stage.client, place, 'person').install({ crds: written(wide) })
    await stage.install({ crds: written(wide) })
    expect(stage.messages()).toEqual([])
  })

  test('a definition in templates of somebody else is refused', async () => {
    const stage = await begin(who)
    const { wide, narrow } = crds(stage)
    await stage.byHand(wide)
    const before = await stage.read(wide)
    const plan = await stage.planInstall({ templates: written(narrow) })
    expect(plan.objects[0]?.problems[0]).toMatchObject({ is: 'foreign', blocking: true })
    await refused(stage.install({ templates: written(narrow) }))
    if ((await stage.statuses()).length > 0) await stage.uninstall()
    expect(partsOf(await stage.read(wide))).toEqual(partsOf(before))
  })

  test('a definition that the release brought is upgraded, and outlives it', async () => {
    const stage = await begin(who)
    const { wide, narrow } = crds(stage)
    await stage.install({ crds: written(narrow) })
    await stage.upgrade({ crds: written(wide) })
    expect(fieldsOf(await stage.read(wide))).toEqual(['a', 'b'])
    expect(stage.messages()).toEqual([])
    await stage.uninstall()
    expect(fieldsOf(await stage.read(wide))).toEqual(['a', 'b'])
  })

  test('a definition that moves from templates to crds/ is not deleted', async () => {
    const stage = await begin(who)
    const { wide } = crds(stage)
    await stage.install({ templates: written(wide, mine) })
    const before = await stage.read(wide)
    await stage.upgrade({ crds: written(wide), templates: written(mine) })
    await stage.uninstall()
    expect((await stage.read(wide))?.metadata['uid']).toBe(before?.metadata['uid'])
  })
}

function crds({ place }: OwningStage) {
  const group = `${place.namespace}.example.com`
  const names = { plural: 'things', singular: 'thing', kind: 'Thing', listKind: 'ThingList' }
  const name = `things.${group}`
  const crd = (fields: readonly string[], labels: object): KubeObject => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name, ...labels },
    spec: { group, names, scope: 'Namespaced', versions: [version(fields)] },
  })
  const kind = 'CustomResourceDefinition'
  return {
    wide: crd(['a', 'b'], { labels: { made: 'by-others' } }),
    narrow: crd(['a'], {}),
    named: { group: 'apiextensions.k8s.io', kind, namespace: '', name },
  }
}

function fieldsOf(crd: KubeObject | undefined): readonly string[] {
  const [version] = listAt(crd, ['spec', 'versions'])
  const path = ['schema', 'openAPIV3Schema', 'properties']
  return Object.keys((readPath(version, path) ?? {}) as object)
}

function partsOf(crd: KubeObject | undefined) {
  const { labels, annotations, uid } = crd?.metadata ?? {}
  return { labels, annotations, uid, spec: crd?.['spec'] }
}

function version(fields: readonly string[]) {
  const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' }]))
  const schema = { openAPIV3Schema: { type: 'object', properties } }
  return { name: 'v1', served: true, storage: true, schema }
}

import { expect, test } from 'vitest'
import { type KubeObject, annotationsOf, listAt, readPath } from '../../objects/kube-object.ts'
import { OwningStage } from './owning-stage-for-test.ts'

const mine: KubeObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'mine' },
  data: { of: 'chart' },
}
const written = (...objects: readonly KubeObject[]) =>
  objects.map((one) => JSON.stringify(one)).join('\n---\n')

/** Tests that a definition of another release, of helm or of a person is left as it is. */
export function testCrds(
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
    await expect(stage.install({ templates: written(narrow) })).rejects.toThrow(
      'exists and cannot be imported into the current release',
    )
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

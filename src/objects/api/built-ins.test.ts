import { expect, test } from 'vitest'
import { builtInResources, findBuiltIn } from './built-in-resources.ts'
import { builtInSchemas } from './built-in-schemas.ts'

test('every kind that can be written has a schema', () => {
  const written = builtInResources().filter(
    ({ verbs, minors }) => verbs.includes('patch') && minors.includes('1.36'),
  )
  const without = written.filter((resource) => builtInSchemas().typeOf(resource) === undefined)
  expect(without.map(({ group, version, kind }) => `${group}/${version} ${kind}`)).toEqual([])
  expect(written.length).toBeGreaterThan(50)
})

test('a kind is found with its names, its scope and the versions that serve it', () => {
  expect(findBuiltIn({ group: 'apps', version: 'v1', kind: 'Deployment' })).toMatchObject({
    resource: 'deployments',
    scope: 'Namespaced',
    shortNames: ['deploy'],
    subresources: ['scale', 'status'],
  })
  expect(findBuiltIn({ group: 'apps', version: 'v1beta1', kind: 'Deployment' })).toBeUndefined()
})

test('lists know what tells their items apart', () => {
  const pod = builtInSchemas().typeOf({ group: '', version: 'v1', kind: 'Pod' })
  const containers = pod?.map?.fields.get('spec')?.type().map?.fields.get('containers')
  const ports = containers?.type().list?.item().map?.fields.get('ports')
  expect(containers?.type().list).toMatchObject({ atomic: false, keys: ['name'] })
  expect(ports?.type().list).toMatchObject({ keys: ['containerPort', 'protocol'] })
  expect(ports?.patch).toEqual({ merge: true, retainKeys: false, mergeKey: 'containerPort' })
})

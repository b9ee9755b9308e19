import { expect, test } from 'vitest'
import { builtInSchemas } from '../api/built-in-schemas.ts'
import type { Json, JsonObject } from '../json.ts'
import { diffObjects } from './diff-objects.ts'
import { readablePath } from './readable-path.ts'
import { withoutServerFields } from './server-fields.ts'

const deployment = builtInSchemas().typeOf({ group: 'apps', version: 'v1', kind: 'Deployment' })
const service = builtInSchemas().typeOf({ group: '', version: 'v1', kind: 'Service' })
const pods = (...containers: readonly JsonObject[]): JsonObject => ({
  spec: { template: { spec: { containers } } },
})

test.each<{
  name: string
  before: Json
  after: Json
  type?: typeof deployment
  says: readonly string[]
}>([
  { name: 'nothing where nothing differs', before: { a: [1] }, after: { a: [1] }, says: [] },
  {
    name: 'fields that change, come and go',
    before: { a: 1, b: 1 },
    after: { a: 2, c: 1 },
    says: ['changed a', 'removed b', 'added c'],
  },
  {
    name: 'a label by its whole key',
    before: { metadata: { labels: { 'app.kubernetes.io/name': 'x' } } },
    after: { metadata: { labels: { 'app.kubernetes.io/name': 'y' } } },
    says: ['changed metadata.labels["app.kubernetes.io/name"]'],
  },
  {
    name: 'a container by its name, wherever it stands',
    before: pods({ name: 'a', image: 'a:1' }, { name: 'b' }),
    after: pods({ name: 'new' }, { name: 'a', image: 'a:2' }, { name: 'b' }),
    type: deployment,
    says: [
      'changed spec.template.spec.containers[name=a].image',
      'added spec.template.spec.containers[name=new]',
    ],
  },
  {
    name: 'an order that changed',
    before: pods({ name: 'a' }, { name: 'b' }),
    after: pods({ name: 'b' }, { name: 'a' }),
    type: deployment,
    says: ['reordered spec.template.spec.containers'],
  },
  {
    name: 'ports by both keys, with the default',
    before: { spec: { ports: [{ port: 53 }, { port: 53, protocol: 'UDP' }] } },
    after: { spec: { ports: [{ port: 53 }, { port: 53, protocol: 'UDP', name: 'dns' }] } },
    type: service,
    says: ['added spec.ports[port=53,protocol=UDP].name'],
  },
  {
    name: 'items of a set by their value',
    before: { metadata: { finalizers: ['a/x', 'b y'] } },
    after: { metadata: { finalizers: ['a/x', 'c'] } },
    type: deployment,
    says: ['removed metadata.finalizers[="b y"]', 'added metadata.finalizers[=c]'],
  },
  {
    name: 'arguments by their place',
    before: pods({ name: 'a', args: ['1', '2'] }),
    after: pods({ name: 'a', args: ['1', '3', '4'] }),
    type: deployment,
    says: [
      'changed spec.template.spec.containers[name=a].args[1]',
      'added spec.template.spec.containers[name=a].args[2]',
    ],
  },
  {
    name: 'items of an unknown kind by name',
    before: { spec: { things: [{ name: 'x', v: 1 }] } },
    after: { spec: { things: [{ name: 'y' }, { name: 'x', v: 2 }] } },
    says: ['changed spec.things[name=x].v', 'added spec.things[name=y]'],
  },
  {
    name: 'items that are there twice by place',
    before: { a: [{ name: 'x' }, { name: 'x' }] },
    after: { a: [{ name: 'x' }] },
    says: ['removed a[1]'],
  },
  {
    name: 'another type of value',
    before: { a: { b: 1 } },
    after: { a: [1] },
    says: ['changed a'],
  },
])('$name', ({ before, after, type, says }) => {
  const changes = diffObjects(before, after, type)
  expect(changes.map(({ is, path }) => `${is} ${readablePath(path)}`)).toEqual(says)
})

test('what only the server writes is left out', () => {
  const object = {
    kind: 'X',
    metadata: { name: 'a', uid: '1', resourceVersion: '2', managedFields: [] },
    status: {},
  }
  expect(withoutServerFields(object)).toEqual({ kind: 'X', metadata: { name: 'a' } })
})

import { expect, test } from 'vitest'
import type { Json } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { dropFields } from './drop-fields.ts'

function objectWith(spec: Json): KubeObject {
  return { apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a' }, spec }
}

test.each<{ name: string; spec: Json; field: string; left: Json }>([
  { name: 'a field', spec: { replicas: 1, x: 2 }, field: '.spec.replicas', left: { x: 2 } },
  {
    name: 'a field whose name has dots',
    spec: { 'a.b/c': 1, a: { 'b/c': 2 } },
    field: '.spec.a.b/c',
    left: { a: {} },
  },
  {
    name: 'a field of an item that has a key',
    spec: {
      list: [
        { name: 'x', image: 'a' },
        { name: 'y', image: 'b' },
      ],
    },
    field: '.spec.list[name="y"].image',
    left: { list: [{ name: 'x', image: 'a' }, { name: 'y' }] },
  },
  {
    name: 'a field of an item whose key is partly a default',
    spec: {
      ports: [
        { port: 80, name: 'a' },
        { port: 81, name: 'b' },
      ],
    },
    field: '.spec.ports[port=80,protocol="TCP"].name',
    left: { ports: [{ port: 80 }, { port: 81, name: 'b' }] },
  },
  {
    name: 'an item whose key has brackets and quotes',
    spec: { list: [{ name: 'a]"b' }, { name: 'c' }] },
    field: '.spec.list[name="a]\\"b"]',
    left: { list: [{ name: 'c' }] },
  },
  {
    name: 'an item of a set',
    spec: { set: ['a', 'b'] },
    field: '.spec.set[="a"]',
    left: { set: ['b'] },
  },
  { name: 'an item by its place', spec: { l: [1, 2] }, field: '.spec.l[1]', left: { l: [1] } },
  { name: 'nothing that is not there', spec: { a: 1 }, field: '.spec.b.c[0]', left: { a: 1 } },
])('drops $name', ({ spec, field, left }) => {
  expect(dropFields(objectWith(spec), [field])).toEqual(objectWith(left))
})

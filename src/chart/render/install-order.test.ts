import { expect, test } from 'vitest'
import { sortByKind } from './install-order.ts'

function sorted(...kinds: readonly string[]): string[] {
  return sortByKind(kinds.map((kind) => ({ kind }))).map((object) => object.kind)
}

test('known kinds come in the order of installation', () => {
  const order = [
    'Namespace',
    'ServiceAccount',
    'Secret',
    'ConfigMap',
    'Service',
    'Deployment',
    'Job',
    'Ingress',
  ]
  expect(sorted(...order.toReversed())).toEqual(order)
})

test('unknown kinds come last, by name, capitals first, none before all', () => {
  expect(sorted('zebra', 'Zebra', 'Ant', '', 'Ingress')).toEqual([
    'Ingress',
    '',
    'Ant',
    'Zebra',
    'zebra',
  ])
})

test('equal kinds keep their order', () => {
  const objects = ['c', 'a', 'b'].map((name) => ({ kind: 'Secret', name }))
  expect(sortByKind([{ kind: 'Pod', name: 'p' }, ...objects]).map(({ name }) => name)).toEqual([
    'c',
    'a',
    'b',
    'p',
  ])
})

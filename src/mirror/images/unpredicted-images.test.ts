import { expect, test } from 'vitest'
import type { KubeObject } from '../../objects/kube-object.ts'
import { readImageTable } from '../../images/tables/image-table.ts'
import { unpredictedImages } from './unpredicted-images.ts'

function objectOf(
  apiVersion: string,
  kind: string,
  name: string,
  owner?: [string, string],
): KubeObject {
  const ownerReferences =
    owner === undefined
      ? []
      : [
          {
            apiVersion: 'x/v1',
            kind: owner[0],
            name: owner[1],
            uid: `${owner[0]}/${owner[1]}`,
            controller: true,
          },
        ]
  const metadata = { name, namespace: 'ns', uid: `${kind}/${name}`, ownerReferences }
  return { apiVersion, kind, metadata }
}

function podOf(name: string, image: string, owner?: [string, string]): KubeObject {
  const containers = [{ name: 'a', image, args: ['--helper-image=told:1'] }]
  return { ...objectOf('v1', 'Pod', name, owner), spec: { containers } }
}

const installed = [
  {
    ...objectOf('apps/v1', 'Deployment', 'web'),
    spec: { template: { spec: { containers: [{ name: 'a', image: 'docker.io/library/web:1' }] } } },
  },
  { ...objectOf('example.com/v1', 'Kafka', 'k'), spec: { version: '4' } },
]

test('what runs and was not predicted is told with the object that brought it', () => {
  const replicas = objectOf('apps/v1', 'ReplicaSet', 'web-1', ['Deployment', 'web'])
  const set = objectOf('apps/v1', 'StatefulSet', 'k-set', ['Kafka', 'k'])
  const pods = [
    podOf('web-1-a', 'web:1', ['ReplicaSet', 'web-1']),
    podOf('k-set-0', 'quay.io/kafka:4', ['StatefulSet', 'k-set']),
    podOf('k-set-1', 'quay.io/kafka:4', ['StatefulSet', 'k-set']),
    podOf('alone', 'shell:1'),
  ]
  expect(unpredictedImages(pods, installed, [replicas, set])).toEqual([
    {
      image: 'quay.io/kafka:4',
      pods: ['ns/k-set-0', 'ns/k-set-1'],
      broughtBy: 'Kafka ns/k',
      row: 'also quay.io/kafka:4 # Kafka ns/k',
    },
    {
      image: 'shell:1',
      pods: ['ns/alone'],
      broughtBy: 'Pod ns/alone',
      row: 'also shell:1 # Pod ns/alone',
    },
  ])
})

test('a custom resource that names the image in a field gives the row of that field', () => {
  const thing = {
    ...objectOf('example.com/v1', 'Thing', 't'),
    spec: { 'a.b': 'q.io/a/w:1', pools: [{ size: 1 }, { worker: { picture: 'q.io/a/w:1' } }] },
  }
  const set = objectOf('apps/v1', 'StatefulSet', 't-set', ['Thing', 't'])
  const pods = [podOf('t-0', 'q.io/a/w:1', ['StatefulSet', 't-set'])]
  const [found] = unpredictedImages(pods, [], [set, thing])
  expect(found?.row).toBe('image example.com Thing spec.pools[].worker.picture # Thing ns/t')
  // With that row it is no surprise any more.
  const table = readImageTable(found?.row ?? '')
  expect(unpredictedImages(pods, [thing], [set, thing], table)).toEqual([])
})

test('a table that has the rows knows them', () => {
  const pods = [podOf('alone', 'web:1')]
  expect(unpredictedImages(pods, installed, [])).toEqual([])
})

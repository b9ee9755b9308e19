import { expect, test } from 'vitest'
import type { MadeObject, ReleaseObject } from '../../api/release-types.ts'
import { healthOf, healthOfMade, objectTree } from './object-groups.ts'

const object = (
  kind: string,
  name: string,
  status: ReleaseObject['status'] = 'Current',
): ReleaseObject => ({
  apiVersion: 'v1',
  kind,
  namespace: 'shop',
  name,
  source: '',
  status,
  reason: '',
  message: '',
})

const all = { words: '', health: '' }
const few = [object('Service', 'web'), object('Deployment', 'web', 'InProgress')]
const many = [
  ...Array.from({ length: 40 }, (_, at) => object('ConfigMap', `c${at}`)),
  object('Deployment', 'web', 'InProgress'),
]

test('a small release is one list, what is unwell first', () => {
  const { isGrouped, objects } = objectTree(few, all)
  expect([isGrouped, ...objects.map(({ kind }) => kind)]).toEqual([false, 'Deployment', 'Service'])
})

test('a large one is shown kind by kind, opened at what is unwell', () => {
  const { isGrouped, groups } = objectTree(many, all)
  expect(isGrouped).toBe(true)
  expect(groups.map(({ kind, worst, isOpen }) => [kind, worst, isOpen])).toEqual([
    ['Deployment', 'working', true],
    ['ConfigMap', 'ready', false],
  ])
})

test('counts say how many are left of how many while a filter is set', () => {
  const { isGrouped, groups, objects, total } = objectTree(many, { words: 'c1', health: '' })
  expect([isGrouped, objects.length, total]).toEqual([true, 11, 41])
  expect(groups.map(({ objects: own, total: of }) => [own.length, of])).toEqual([[11, 40]])
})

test('counts of states stay those of everything that has the words while one is chosen', () => {
  const { objects, counts } = objectTree(many, { words: '', health: 'working' })
  expect(objects.map(({ name }) => name)).toEqual(['web'])
  expect(counts).toEqual([
    { health: 'working', count: 1 },
    { health: 'ready', count: 40 },
  ])
})

test.each([
  { is: 'ready', of: { status: 'Current', reason: 'ImagePullBackOff' } },
  { is: 'hanging', of: { status: 'InProgress', reason: 'ImagePullBackOff' } },
  { is: 'working', of: { status: 'InProgress', reason: 'LessAvailable' } },
  { is: 'failed', of: { status: 'NotFound' } },
  { is: 'deleting', of: { status: 'Terminating' } },
  { is: 'unknown', of: { status: 'Unknown' } },
  {
    is: 'hanging',
    of: {
      status: 'InProgress',
      reason: 'LessAvailable',
      causes: [[{ subject: 'Pod web', reason: 'CrashLoopBackOff', message: '' }]],
    },
  },
])('$of.status with $of.reason is $is', ({ is, of }) => expect(healthOf(of)).toBe(is))

const child = (kind: string, name: string, owner: string): MadeObject => ({
  ...object(kind, name, 'InProgress'),
  owner,
})

test('what holds up a pod holds up everything above it, and nothing beside it', () => {
  const made = [
    child('ReplicaSet', 'web-1', 'Deployment/web'),
    child('Pod', 'web-1-a', 'ReplicaSet/web-1'),
    child('Pod', 'web-1-b', 'ReplicaSet/web-1'),
  ]
  const subject = 'Pod web-1-a container main'
  const causes = [[{ subject, reason: 'ImagePullBackOff', message: '' }]]
  expect(made.map((one) => healthOfMade(one, made, causes))).toEqual([
    'hanging',
    'hanging',
    'working',
  ])
})

import { expect, test } from 'vitest'
import type { ReleaseObject } from '../../api/release-types.ts'
import { groupObjects } from './object-groups.ts'

const object = (kind: string, name: string, status = 'Current'): ReleaseObject => ({
  apiVersion: 'v1',
  kind,
  namespace: 'shop',
  name,
  source: '',
  status,
  reason: '',
  message: '',
})

const many = Array.from({ length: 40 }, (_, at) => object('ConfigMap', `c${at}`))

test('opens every group of a small release', () => {
  const groups = groupObjects([object('Service', 'web'), object('Deployment', 'web')], '')
  expect(groups.map(({ kind, isOpen }) => [kind, isOpen])).toEqual([
    ['Service', true],
    ['Deployment', true],
  ])
})

test('opens only what is unwell in a large one, and puts it first', () => {
  const groups = groupObjects([...many, object('Deployment', 'web', 'InProgress')], '')
  expect(groups.map(({ kind, unwell, isOpen }) => [kind, unwell, isOpen])).toEqual([
    ['Deployment', 1, true],
    ['ConfigMap', 0, false],
  ])
})

test('counts what the filter leaves', () => {
  const [group] = groupObjects(many, 'c1')
  expect(group?.objects.length).toBe(11)
})

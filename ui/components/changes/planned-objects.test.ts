import { expect, test } from 'vitest'
import { type PlannedAction, countActions, groupByKind } from './planned-objects.ts'

const object = (action: PlannedAction, kind: string, name: string, problem?: string) => ({
  apiVersion: 'v1',
  kind,
  name,
  action,
  source: '',
  changes: [],
  ...(problem === undefined ? {} : { problems: [{ message: problem, blocking: false }] }),
})

const objects = [
  object('create', 'Secret', 'a'),
  object('unchanged', 'Service', 'b'),
  object('change', 'Deployment', 'c'),
  object('create', 'ConfigMap', 'd'),
  object('create', 'ConfigMap', 'e'),
  object('unchanged', 'CustomResourceDefinition', 'f', 'it is of another owner'),
  object('prune', 'Job', 'g'),
  object('gone', 'Job', 'h'),
]

test('actions are counted, changes first and what is the same last', () => {
  expect(countActions(objects).map(({ action, count }) => `${action} ${count}`)).toEqual([
    'change 1',
    'prune 1',
    'create 3',
    'unchanged 2',
  ])
})

test('objects that change or have something to tell are grouped by kind', () => {
  const told = groupByKind(objects).map(
    (group) => `${group.action} ${group.kind}: ${group.objects.map(({ name }) => name).join(' ')}`,
  )
  expect(told).toEqual([
    'change Deployment: c',
    'prune Job: g',
    'create ConfigMap: d e',
    'create Secret: a',
    'unchanged CustomResourceDefinition: f',
  ])
})

import { expect, test } from 'vitest'
import type { Json } from '../../../objects/json.ts'
import type { PathStep } from '../../../objects/diff/readable-path.ts'
import type { Plan, PlannedObject } from '../plan.ts'
import { planJson } from './plan-json.ts'
import { printPlan, summaryLine } from './print-plan.ts'

const path = (...names: readonly string[]): readonly PathStep[] => names.map((field) => ({ field }))

function planned(name: string, more: Partial<PlannedObject>): PlannedObject {
  const id = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name }
  return {
    id,
    action: 'change',
    ownership: 'ours',
    source: 'a.yaml',
    changes: [],
    problems: [],
    ...more,
  }
}

const before = ['one', 'two', 'three', 'four', 'five', 'six'].join('\n')
const plan: Plan = {
  verb: 'upgrade',
  namespace: 'shop',
  name: 'web',
  objects: [
    planned('web', {
      changes: [
        { is: 'changed', path: path('spec', 'replicas'), before: 1, after: 2 },
        { is: 'added', path: path('spec', 'paused'), after: true },
        {
          is: 'removed',
          path: [...path('spec', 'env'), { key: { name: 'A' } }],
          before: { name: 'A', value: '1' },
        },
        {
          is: 'changed',
          path: path('data', 'app.conf'),
          before,
          after: before.replace('six', '6'),
        },
        { is: 'reordered', path: path('spec', 'list') },
      ],
      problems: [
        { is: 'warning', message: 'this is old', blocking: false },
        { is: 'immutable', field: 'spec.selector', message: 'cannot be changed', blocking: true },
      ],
    }),
    planned('new', { action: 'create', object: { kind: 'X', data: { a: '***' } } }),
    planned('same', { action: 'unchanged' }),
    planned('old', { action: 'prune' }),
    planned('kept', { action: 'keep' }),
  ],
  hooks: [
    {
      event: 'pre-upgrade',
      id: { group: 'batch', version: 'v1', kind: 'Job', namespace: 'shop', name: 'migrate' },
      source: 'b.yaml',
      weight: 0,
      deletePolicies: ['before-hook-creation'],
    },
  ],
  images: {
    added: ['web:2'],
    removed: ['web:1'],
    moved: [{ from: 'docker.io/web:2', to: 'web:2' }],
  },
  documents: [{ url: 'https://schemas.example/a.json', digest: 'sha256:12' }],
  missingPermissions: [
    { verb: 'delete', group: 'apps', resource: 'deployments', namespace: 'shop' },
  ],
  warnings: ['something about the release'],
}

test('a plan is a diff with what stands in the way first and a summary at the end', () => {
  const text = printPlan(plan, { paint: (line) => line, show: 'changes' })
  expect(text).toBe(`! not allowed to delete deployments.apps in namespace shop
! something about the release
! apps/v1 Deployment shop/web: cannot be changed
! apps/v1 Deployment shop/web: this is old

~ apps/v1 Deployment shop/web
    ~ spec.replicas: 1 → 2
    + spec.paused: true
    - spec.env[name=A]:
    -   name: A
    -   value: "1"
    ~ data["app.conf"]:
        three
        four
        five
      - six
      + 6
    ~ spec.list: in another order

+ apps/v1 Deployment shop/new
    + data:
    +   a: '***'
    + kind: X

- apps/v1 Deployment shop/old

= apps/v1 Deployment shop/kept (no longer part of the release, but kept)

hooks:
  pre-upgrade: batch/v1 Job shop/migrate

images:
  + web:2 (the chart names docker.io/web:2)
  - web:1

documents that values.schema.json refers to:
  https://schemas.example/a.json sha256:12

1 to create, 1 to change, 1 to delete, 1 to keep, 1 unchanged
`)
})

test('the short form names objects only', () => {
  const text = printPlan(
    { ...plan, hooks: [], missingPermissions: [], warnings: [] },
    {
      paint: (line, style) => (style === 'red' ? `<${line}>` : line),
      show: 'objects',
    },
  )
  expect(text).toContain('<! apps/v1 Deployment shop/web: cannot be changed>\n')
  expect(text).toContain('~ apps/v1 Deployment shop/web\n+ apps/v1 Deployment shop/new\n<- apps/v1')
})

test('a plan without objects says so', () =>
  expect(summaryLine({ objects: [] })).toBe('no objects'))

test('as JSON it has readable paths and a summary', () => {
  const json: Json = planJson(plan)
  expect(json).toMatchObject({
    verb: 'upgrade',
    summary: { create: 1, change: 1, unchanged: 1, adopt: 0, prune: 1, keep: 1, gone: 0 },
    images: {
      added: ['web:2'],
      removed: ['web:1'],
      moved: [{ from: 'docker.io/web:2', to: 'web:2' }],
    },
    hooks: [{ event: 'pre-upgrade', apiVersion: 'batch/v1', kind: 'Job', name: 'migrate' }],
  })
  expect(JSON.stringify(json)).toContain(
    '{"is":"changed","path":"spec.replicas","before":1,"after":2}',
  )
})

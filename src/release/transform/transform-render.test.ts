import { expect, test } from 'vitest'
import type { Hook, Manifest } from '../../chart/render/manifests.ts'
import { type Patch, applyPatches } from './apply-patches.ts'
import { knownImages } from '../../images/tables/image-table.ts'
import { rewriteImagesTo } from './rewrite-images.ts'
import { transformRender } from './transform-render.ts'

const config = `# a comment that only stays where nothing is touched
apiVersion: v1
kind: ConfigMap
metadata:
  name: settings
data: {a: "1"}
`
const web = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app: web
spec:
  template:
    spec:
      containers:
      - name: main
        image: nginx:1.27
        env:
        - name: A
          value: "1"
      - name: side
        image: ghcr.io/acme/side:2
`
const list = `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: one}
- apiVersion: v1
  kind: Secret
  metadata: {name: two}
`
const job = `apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
spec:
  template:
    spec:
      containers:
      - name: main
        image: nginx:1.27
`

function manifestOf(text: string): Manifest {
  return { path: 'shop/templates/a.yaml', text, apiVersion: '', kind: '', name: '' }
}

const hook: Hook = {
  ...manifestOf(job),
  events: ['pre-upgrade'],
  weight: 0,
  deletePolicies: [],
  outputLogPolicies: [],
}
const rendered = { manifests: [config, web, list].map(manifestOf), hooks: [hook] }

function textsAfter(...patches: readonly Patch[]): readonly string[] {
  return transformRender(rendered, applyPatches(patches)).manifests.map(({ text }) => text)
}

test('without a step everything stays as it is', () => {
  expect(transformRender(rendered, [])).toBe(rendered)
})

test('documents that no step touches keep their text', () => {
  const patch = { target: { kind: 'Deployment' }, patch: 'spec: {replicas: 2}' }
  const [first, second, third] = textsAfter(patch)
  expect(first).toBe(config)
  expect(second).toContain('replicas: 2')
  expect(third).toBe(list)
})

test('images are rewritten in objects and hooks', () => {
  const { manifests, hooks } = transformRender(rendered, [
    rewriteImagesTo({ registry: 'local:5000' }, knownImages(), () => {}),
  ])
  expect(manifests[0]?.text).toBe(config)
  expect(manifests[1]?.text).toContain('image: local:5000/library/nginx:1.27')
  expect(manifests[1]?.text).toContain('image: local:5000/acme/side:2')
  expect(hooks[0]?.text).toContain('image: local:5000/library/nginx:1.27')
})

const envPatch = `spec:
  template:
    spec:
      containers:
      - name: main
        env:
        - {name: B, value: "2"}
`

test.each<{ name: string; patch: Patch; at: number; has: string[]; lacks: string[] }>([
  {
    name: 'a strategic merge patch merges lists by key',
    patch: { target: { kind: 'Deployment' }, patch: envPatch },
    at: 1,
    has: ['name: A', 'name: B', 'name: side'],
    lacks: [],
  },
  {
    name: 'a JSON patch is a list of operations',
    patch: {
      target: { name: 'we.*' },
      patch:
        '[{"op": "replace", "path": "/spec/template/spec/containers/0/image", "value": "x:1"}]',
    },
    at: 1,
    has: ['image: x:1'],
    lacks: ['nginx'],
  },
  {
    name: 'a patch without target names its object',
    patch: { patch: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {b: "2"}' },
    at: 0,
    has: ['a: "1"', 'b: "2"'],
    lacks: [],
  },
  {
    name: 'a target by labels',
    patch: { target: { labelSelector: 'app in (web)' }, patch: 'metadata: {annotations: {x: z}}' },
    at: 1,
    has: ['x: z'],
    lacks: [],
  },
  {
    name: 'a target by group and version',
    patch: { target: { group: 'apps', version: 'v1' }, patch: 'spec: {paused: true}' },
    at: 1,
    has: ['paused: true'],
    lacks: [],
  },
  {
    name: 'an item of a list is deleted',
    patch: { target: { kind: 'Secret' }, patch: '$patch: delete' },
    at: 2,
    has: ['name: one'],
    lacks: ['name: two'],
  },
])('$name', ({ patch, at, has, lacks }) => {
  const text = textsAfter(patch)[at] ?? ''
  for (const part of has) expect(text).toContain(part)
  for (const part of lacks) expect(text).not.toContain(part)
})

test('a deleted object leaves no document', () => {
  expect(textsAfter({ target: { kind: 'Deployment' }, patch: '$patch: delete' })).toEqual([
    config,
    list,
  ])
})

test.each([
  { name: 'no YAML', patch: { patch: '{' }, error: 'patch 1 is no YAML' },
  { name: 'a text', patch: { patch: 'abc' }, error: 'neither an object nor a list' },
  { name: 'no target', patch: { patch: 'spec: {}' }, error: 'names no object itself' },
  {
    name: 'an object that is not there',
    patch: { patch: 'apiVersion: v1\nkind: Service\nmetadata: {name: x}' },
    error: 'there is no v1 Service x',
  },
  {
    name: 'a target that is no regular expression',
    patch: { target: { name: '(' }, patch: '$patch: delete' },
    error: 'the target of a patch: ',
  },
  {
    name: 'a path that is not there',
    patch: { target: { kind: 'ConfigMap' }, patch: '[{"op": "remove", "path": "/data/zzz"}]' },
    error: 'patch 1 on v1 ConfigMap settings: ',
  },
  {
    name: 'copies of copies',
    patch: {
      target: { kind: 'ConfigMap' },
      patch: JSON.stringify(
        Array.from({ length: 28 }, (_, at) => ({ op: 'copy', from: '/data', path: `/data/${at}` })),
      ),
    },
    error: 'exceeding the limit 3145728',
  },
  {
    name: 'aliases of a long text',
    patch: { patch: `a: &a ${'x'.repeat(100_000)}\nb: [${'*a, '.repeat(50_000)}]` },
    error: 'the patches take more work than is allowed',
  },
])('a patch with $name is refused', ({ patch, error }) => {
  expect(() => textsAfter(patch)).toThrow(error)
})

test('many patches for all objects are refused before they take long', () => {
  const patches = Array.from({ length: 20_000 }, (_, at) => ({
    target: { kind: '.*' },
    patch: `metadata: {annotations: {a${at}: "${'x'.repeat(1000)}"}}`,
  }))
  const many = { manifests: Array.from({ length: 50 }, () => manifestOf(config)), hooks: [] }
  expect(() => transformRender(many, applyPatches(patches.slice(0, 2000)))).toThrow(
    'the patches take more work than is allowed',
  )
  expect(() => applyPatches(patches)).toThrow('the patches take more work than is allowed')
})

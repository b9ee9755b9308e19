import { expect, test } from 'vitest'
import { sortManifests } from './manifests.ts'

function sort(files: Readonly<Record<string, string>>) {
  const notes: string[] = []
  const sorted = sortManifests(new Map(Object.entries(files)), (note) => notes.push(note))
  return { ...sorted, notes }
}

function hookOf(annotations: string) {
  return sort({ 'c/a.yaml': `kind: Job\nmetadata: {name: j, annotations: {${annotations}}}` }).hooks
}

test('files are read by path, and partials are left out', () => {
  const { manifests } = sort({
    'c/b.yaml': 'kind: X\n---\nkind: X',
    'c/_p.yaml': 'kind: X',
    'c/a.yaml': 'kind: X',
  })
  expect(manifests.map(({ path }) => path)).toEqual(['c/a.yaml', 'c/b.yaml', 'c/b.yaml'])
})

test('a document has its head', () => {
  const text = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n'
  const manifest = { path: 'c/a.yaml', text, apiVersion: 'v1', kind: 'Secret', name: 's' }
  expect(sort({ 'c/a.yaml': text }).manifests).toEqual([manifest])
})

test.each([
  {
    name: 'one event',
    annotations: 'helm.sh/hook: pre-install',
    hook: { events: ['pre-install'], weight: 0, deletePolicies: [] },
  },
  {
    name: 'several events with blanks',
    annotations: 'helm.sh/hook: " Post-Install , TEST "',
    hook: { events: ['post-install', 'test'] },
  },
  {
    name: 'an old name of a test',
    annotations: 'helm.sh/hook: test-success',
    hook: { events: ['test'] },
  },
  {
    name: 'a weight',
    annotations: 'helm.sh/hook: test, helm.sh/hook-weight: "-5"',
    hook: { weight: -5 },
  },
  {
    name: 'a weight that is none',
    annotations: 'helm.sh/hook: test, helm.sh/hook-weight: heavy',
    hook: { weight: 0 },
  },
  {
    name: 'policies',
    annotations:
      'helm.sh/hook: test, helm.sh/hook-delete-policy: "Hook-Succeeded, before-hook-creation", helm.sh/hook-output-log-policy: hook-failed',
    hook: {
      deletePolicies: ['hook-succeeded', 'before-hook-creation'],
      outputLogPolicies: ['hook-failed'],
    },
  },
])('a hook with $name', ({ annotations, hook }) => {
  expect(hookOf(annotations)).toMatchObject([hook])
})

test.each(['crd-install', '"pre-install,never"', '""'])(
  'a hook for %s is dropped with a note',
  (events) => {
    const { manifests, hooks, notes } = sort({
      'c/a.yaml': `metadata: {annotations: {helm.sh/hook: ${events}}}`,
    })
    expect([manifests, hooks, notes.length]).toEqual([[], [], 1])
  },
)

test.each([
  {
    text: 'a: [',
    problem:
      'YAML parse error on c/a.yaml: error converting YAML to JSON: yaml: line 1: did not find expected node content',
  },
  {
    text: '- a',
    problem:
      'YAML parse error on c/a.yaml: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal array into Go value of type util.SimpleHead',
  },
])('$text is no manifest', ({ text, problem }) => {
  expect(() => sort({ 'c/a.yaml': text })).toThrow(problem)
})

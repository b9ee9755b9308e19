import { expect, test } from 'vitest'
import type { ReleaseRecord } from '../release.ts'
import { printStoredRemovedApi, renewApis } from './renew-apis.ts'

function recordOf(manifest: string, hooks: readonly string[] = []): ReleaseRecord {
  return {
    name: 'r',
    namespace: 'team',
    version: 3,
    info: { status: 'deployed' },
    chart: { metadata: {}, lock: null, templates: null, values: null, schema: null, files: null },
    manifest,
    ...(hooks.length === 0
      ? {}
      : {
          hooks: hooks.map((text) => ({
            name: 'h',
            kind: 'CronJob',
            path: 'c/templates/h.yaml',
            manifest: text,
            events: ['pre-upgrade'],
            last_run: { phase: '' as const },
          })),
        }),
  }
}

const map = `---
# Source: c/templates/map.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: m}
data:
  text: "apiVersion: batch/v1beta1"   # as it is
`

function source(text: string): string {
  return `---\n# Source: c/templates/x.yaml\n${text}\n`
}

test.each([
  { name: 'nothing is gone', before: map, after: map, lines: [] },
  {
    name: 'a CronJob',
    before: `${map}${source('# ours\napiVersion: batch/v1beta1 # old\nkind: CronJob\nmetadata:\n  name: night\n  namespace: team\nspec: {schedule: "0 0 * * *"}')}`,
    after: `${map}${source('# ours\napiVersion: batch/v1 # old\nkind: CronJob\nmetadata:\n  name: night\n  namespace: team\nspec: {schedule: "0 0 * * *"}')}`,
    lines: ['batch/v1beta1 CronJob team/night was removed in Kubernetes 1.25: becomes batch/v1'],
  },
  {
    name: 'a quoted apiVersion that does not come first',
    before: source("kind: PodDisruptionBudget\nmetadata: {name: b}\napiVersion: 'policy/v1beta1'"),
    after: source("kind: PodDisruptionBudget\nmetadata: {name: b}\napiVersion: 'policy/v1'"),
    lines: [
      'policy/v1beta1 PodDisruptionBudget b was removed in Kubernetes 1.25: becomes policy/v1',
    ],
  },
  {
    name: 'JSON',
    before: source('{"apiVersion":"batch/v1beta1","kind":"CronJob","metadata":{"name":"j"}}'),
    after: source('{"apiVersion":"batch/v1","kind":"CronJob","metadata":{"name":"j"}}'),
    lines: ['batch/v1beta1 CronJob j was removed in Kubernetes 1.25: becomes batch/v1'],
  },
  {
    name: 'a kind that is gone for good',
    before: `${source('apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: {name: p}')}${map}`,
    after: map,
    lines: [
      'policy/v1beta1 PodSecurityPolicy p was removed in Kubernetes 1.25: there is no replacement, and it is left out',
    ],
  },
  {
    name: 'the items of a list',
    before: source(
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: batch/v1beta1, kind: CronJob, metadata: {name: a}}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: b}}',
    ),
    after: `${source('{"apiVersion":"batch/v1","kind":"CronJob","metadata":{"name":"a"}}')}${source('{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"}}')}`,
    lines: ['batch/v1beta1 CronJob a was removed in Kubernetes 1.25: becomes batch/v1'],
  },
  {
    name: 'what goes later stays',
    before: source(
      'apiVersion: flowcontrol.apiserver.k8s.io/v1beta3\nkind: FlowSchema\nmetadata: {name: f}',
    ),
    after: source(
      'apiVersion: flowcontrol.apiserver.k8s.io/v1beta3\nkind: FlowSchema\nmetadata: {name: f}',
    ),
    lines: [],
  },
])('$name', ({ before, after, lines }) => {
  const { record, removed } = renewApis(recordOf(before), ({ removedIn }) => removedIn <= 31)
  expect(record.manifest).toBe(after)
  expect(removed.map(printStoredRemovedApi)).toEqual(lines)
})

test('hooks are written anew as well, and the rest of the record stays', () => {
  const hook = 'apiVersion: batch/v1beta1\nkind: CronJob\nmetadata: {name: h}'
  const gone = 'apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: {name: p}'
  const before = recordOf(map, [hook, gone])
  const { record } = renewApis(before, () => true)
  expect(record).toEqual({
    ...before,
    hooks: [{ ...before.hooks?.[0], manifest: hook.replace('v1beta1', 'v1') }],
  })
})

// One row for each field in which kustomize knows the name of another object.

import specs from '../../../../src/kustomize/tables/field-specs.json' with { type: 'json' }
import { writeYaml } from '../../../../src/formats/yaml/write/write.ts'
import type { Value } from '../../../../src/formats/value.ts'
import { row, type KustomizeRow } from '../kustomize-row.ts'

interface Spec {
  readonly path: string
  readonly kind?: string
  readonly group?: string
  readonly version?: string
}

const lists = new Set([
  'volumes',
  'containers',
  'initContainers',
  'env',
  'envFrom',
  'sources',
  'imagePullSecrets',
  'rules',
  'paths',
  'tls',
  'webhooks',
  'volumeClaimTemplates',
  'volumeMounts',
  'ports',
])
const scalarLists = new Set(['resourceNames', 'args', 'command', 'hosts'])
const groups: Readonly<Record<string, string>> = {
  Deployment: 'apps',
  ReplicaSet: 'apps',
  DaemonSet: 'apps',
  StatefulSet: 'apps',
  Job: 'batch',
  CronJob: 'batch',
  Ingress: 'networking.k8s.io',
  Role: 'rbac.authorization.k8s.io',
  ClusterRole: 'rbac.authorization.k8s.io',
  StorageClass: 'storage.k8s.io',
  HorizontalPodAutoscaler: 'autoscaling',
}

function holder(path: readonly string[], value: Value): Value {
  const [part = '', ...rest] = path
  if (path.length === 0) return value
  const inner = holder(rest, value)
  if (scalarLists.has(part)) return new Map([[part, ['other', inner]]])
  if (part === 'subjects') {
    const account = new Map<string, Value>([
      ['kind', 'ServiceAccount'],
      ['name', inner],
    ])
    return new Map([[part, [account]]])
  }
  if (part === 'service' && rest.length === 0)
    return new Map([[part, new Map<string, Value>([['name', inner]])]])
  return new Map([[part, lists.has(part) ? [inner] : inner]])
}

function referrer({ path, kind = 'Widget', group, version = 'v1' }: Spec, value: Value): string {
  const parts = path.replaceAll('\\/', '\u0000').split('/').map((one) => one.replaceAll('\u0000', '/'))
  const prefix = group ?? groups[kind] ?? ''
  const made = holder(parts, value) as Map<string, Value>
  const metadata = new Map([...((made.get('metadata') as Map<string, Value>) ?? []), ['name', 'referrer']])
  const object = new Map<string, Value>([
    ...made,
    ['apiVersion', prefix === '' ? version : `${prefix}/${version}`],
    ['kind', kind],
    ['metadata', metadata],
  ])
  if (path === 'roleRef/name')
    object.set(
      'roleRef',
      new Map<string, Value>([
        ['apiGroup', 'rbac.authorization.k8s.io'],
        ['kind', 'ClusterRole'],
        ['name', value],
      ]),
    )
  return `${writeYaml(object)}\n`
}

const seen = new Set<string>()
const nameRows = specs.nameReference.flatMap((target) =>
  (target.fieldSpecs as readonly Spec[]).flatMap((spec): KustomizeRow[] => {
    const name = `${target.kind} in ${spec.path} of ${spec.kind ?? 'any kind'}`
    if (seen.has(name)) return []
    seen.add(name)
    const group = 'group' in target && target.group !== undefined ? target.group : groups[target.kind]
    const version = 'version' in target && target.version !== undefined ? target.version : 'v1'
    const apiVersion = group === undefined ? version : `${group.replace(/\/.*/, '')}/${version}`
    const object = `apiVersion: ${apiVersion}\nkind: ${target.kind}\nmetadata:\n  name: target\n`
    return [
      row(`${name} follows a prefix and a suffix`, 'resources: [all.yaml]\nnamePrefix: a-\nnameSuffix: -z\n', {
        'all.yaml': `${referrer(spec, 'target')}---\n${object}`,
      }),
    ]
  }),
)

const varRows = (specs.varReference as readonly Spec[]).map((spec) =>
  row(
    `a var is replaced in ${spec.path} of ${spec.kind ?? 'any kind'}`,
    `resources: [all.yaml]
namePrefix: a-
vars:
- name: WHO
  objref: {apiVersion: v1, kind: ConfigMap, name: target}
`,
    {
      'all.yaml': `${referrer(spec, /labels|annotations/.test(spec.path) ? new Map([['x', 'is-$(WHO)']]) : 'is-$(WHO)')}---
apiVersion: v1
kind: ConfigMap
metadata:
  name: target
`,
    },
  ),
)

export const rows: readonly KustomizeRow[] = [...nameRows, ...varRows]

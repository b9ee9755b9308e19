import { expect, test } from 'vitest'
import { parseCluster } from '../../kinds/cluster.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { managesObject } from './managed-scope.ts'

const specs: Readonly<Record<string, JsonRecord>> = {
  self: { inCluster: true },
  far: { kubeconfig: { secretName: 'far' } },
  // Neither a kubeconfig nor inCluster.
  unreadable: { namespace: 7 },
}

function clusterAt(name: string) {
  const spec = specs[name]
  return spec === undefined ? undefined : { parsed: parseCluster({ metadata: { name }, spec }) }
}

function object(cluster: string | undefined, more: JsonRecord = {}): KubeObject {
  const spec = cluster === undefined ? {} : { cluster }
  const about = { apiVersion: 'outrigger.dev/v1alpha1', kind: 'Plugin' }
  return { ...about, metadata: { name: 'web' }, spec, ...more }
}

const told = { status: { observedGeneration: 1 } }
const held = (finalizer: string) => ({ metadata: { name: 'web', finalizers: [finalizer] } })

test.each([
  { name: 'what is gone', of: undefined, own: true },
  { name: 'what names no cluster', of: object(undefined), own: true },
  { name: 'what names the own one', of: object('self'), own: true },
  { name: 'what names another one', of: object('far'), own: false },
  { name: 'what names another one and was told of', of: object('far', told), own: false },
  { name: 'what names one that cannot be read', of: object('unreadable', told), own: false },
  { name: 'what names none that there is', of: object('gone'), own: false },
  { name: 'what was told of, its Cluster gone', of: object('gone', told), own: true },
  {
    name: 'a Plugin that is held, its Cluster gone',
    of: object('gone', held('outrigger.dev/uninstall')),
    own: true,
  },
  {
    name: 'an instance that is held, its Cluster gone',
    of: object('gone', held('outrigger.dev/instance')),
    own: true,
  },
  {
    name: 'what somebody else holds, its Cluster gone',
    of: object('gone', held('example.com/theirs')),
    own: false,
  },
])('an operator of a cluster and $name', ({ of, own }) => {
  expect(managesObject(of, { scope: 'cluster', clusterAt })).toBe(own)
  expect(managesObject(of, { scope: 'hub', clusterAt })).toBe(true)
})

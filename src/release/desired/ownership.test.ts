import { expect, test } from 'vitest'
import type { JsonObject } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { type Ownership, ownershipError, ownershipOf, withOwnership } from './ownership.ts'

const owner = { name: 'shop', namespace: 'web' }

function configMap(metadata: JsonObject): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'a', namespace: 'web', ...metadata },
  }
}

const ours = withOwnership(configMap({}), owner)

test.each<{ name: string; live: KubeObject | undefined; ownership: Ownership }>([
  { name: 'nothing is absent', live: undefined, ownership: 'absent' },
  { name: 'what carries our metadata is ours', live: ours, ownership: 'ours' },
  { name: 'what carries none can be adopted', live: configMap({}), ownership: 'adoptable' },
  {
    name: 'what only a label marks can be adopted',
    live: configMap({ labels: { 'app.kubernetes.io/managed-by': 'Helm' } }),
    ownership: 'adoptable',
  },
  {
    name: 'what another release has is foreign',
    live: withOwnership(configMap({}), { ...owner, name: 'other' }),
    ownership: 'foreign',
  },
  {
    name: 'what a release of the same name in another namespace has is foreign',
    live: withOwnership(configMap({}), { ...owner, namespace: 'other' }),
    ownership: 'foreign',
  },
])('$name', ({ live, ownership }) => expect(ownershipOf(live, owner)).toBe(ownership))

test('labels and annotations that are there stay', () => {
  const labelled = configMap({ labels: { a: 'b' }, annotations: { c: 'd' } })
  expect(withOwnership(labelled, owner).metadata).toEqual({
    name: 'a',
    namespace: 'web',
    labels: { a: 'b', 'app.kubernetes.io/managed-by': 'Helm' },
    annotations: {
      c: 'd',
      'meta.helm.sh/release-name': 'shop',
      'meta.helm.sh/release-namespace': 'web',
    },
  })
})

test('the refusal is in the words of Helm', () => {
  const foreign = withOwnership(configMap({}), { name: 'other', namespace: 'web' })
  expect(ownershipError(foreign, owner)).toBe(
    'ConfigMap "a" in namespace "web" exists and cannot be imported into the current release: invalid ownership metadata; annotation validation error: key "meta.helm.sh/release-name" must equal "shop": current value is "other"',
  )
  expect(ownershipError(configMap({}), owner)).toBe(
    'ConfigMap "a" in namespace "web" exists and cannot be imported into the current release: invalid ownership metadata; label validation error: missing key "app.kubernetes.io/managed-by": must be set to "Helm"; annotation validation error: missing key "meta.helm.sh/release-name": must be set to "shop"; annotation validation error: missing key "meta.helm.sh/release-namespace": must be set to "web"',
  )
})

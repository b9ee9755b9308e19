import { expect, test } from 'vitest'
import { parseCluster } from '../../../src/kinds/cluster.ts'
import { parseExtensionInstance } from '../../../src/kinds/extension-instance.ts'
import type { JsonRecord } from '../../../src/kinds/json-value.ts'
import type { Parsed } from '../../../src/kinds/parse-object.ts'
import { parseProfile } from '../../../src/kinds/profile.ts'
import { profileEffect } from './profile-effect.ts'

const apiVersion = 'outrigger.dev/v1alpha1'
function read<T>(parse: (object: JsonRecord) => Parsed<T>, object: JsonRecord): T {
  const parsed = parse(object)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed))
  return parsed.value
}
const cluster = (name: string, stage: string) =>
  read(parseCluster, {
    apiVersion,
    kind: 'Cluster',
    metadata: { name, labels: { stage }, uid: name, resourceVersion: '1', generation: 1 },
    spec: { kubeconfig: { secretName: name } },
  })
const profile = (stage: string, extensions: JsonRecord[]) =>
  read(parseProfile, {
    apiVersion,
    kind: 'Profile',
    metadata: { name: 'base', uid: 'base', resourceVersion: '1', generation: 1 },
    spec: { clusterSelector: { matchLabels: { stage } }, extensions },
  })
const instance = (name: string, on: string, spec: JsonRecord) =>
  read(parseExtensionInstance, {
    apiVersion,
    kind: 'ExtensionInstance',
    metadata: {
      name,
      namespace: 'outrigger-system',
      labels: { 'outrigger.dev/profile': 'base' },
      uid: name,
      resourceVersion: '1',
      generation: 1,
    },
    spec: { ...spec, cluster: on },
  })

const clusters = [cluster('east', 'test'), cluster('west', 'production')]
const before = profile('test', [{ extension: 'metrics', mode: 'enforced' }])
const instances = [instance('east-metrics', 'east', { extension: 'metrics' })]
const world = { profiles: [before], clusters, instances }
const nothing = { created: [], putBack: [], released: [], obstacles: [] }

test.each([
  {
    name: 'a profile that says the same changes nothing',
    changed: before,
    effect: [{ cluster: 'east', applied: true, applies: true, ...nothing }],
  },
  {
    name: 'one more extension is created on the clusters that it matches',
    changed: profile('test', [{ extension: 'metrics', mode: 'enforced' }, { extension: 'dns' }]),
    effect: [{ cluster: 'east', applied: true, applies: true, ...nothing, created: ['east-dns'] }],
  },
  {
    name: 'an enforced version is put onto what is there',
    changed: profile('test', [{ extension: 'metrics', mode: 'enforced', version: '2.0.0' }]),
    effect: [
      { cluster: 'east', applied: true, applies: true, ...nothing, putBack: ['east-metrics'] },
    ],
  },
  {
    name: 'other clusters get it, and the ones before keep what they have without being given it',
    changed: profile('production', [{ extension: 'metrics', mode: 'enforced' }]),
    effect: [
      { cluster: 'east', applied: true, applies: false, ...nothing, released: ['east-metrics'] },
      { cluster: 'west', applied: false, applies: true, ...nothing, created: ['west-metrics'] },
    ],
  },
  {
    name: 'a profile that matches nothing and matched nothing has no effect',
    changed: { ...profile('nowhere', []), metadata: { ...before.metadata, name: 'other' } },
    effect: [],
  },
])('$name', ({ changed, effect }) => expect(profileEffect(changed, world)).toEqual(effect))

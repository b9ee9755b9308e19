import type { Store } from '../../src/apiserver/storage/store.ts'
import type { ApiResource } from '../../src/kube/api-resource.ts'
import { core, crds } from '../operator/resources.ts'
import type { Judge } from './judge.ts'
import type { Person } from './person.ts'
import { type Where, buckets, objectAt } from './seen-cluster.ts'
import type { Change, DesiredPlugin } from './story.ts'

type Plant = Extract<Change, { readonly what: 'plant' }>

const jobs: ApiResource = {
  group: 'batch',
  version: 'v1',
  resource: 'jobs',
  kind: 'Job',
  namespaced: true,
}

export interface PlanterPorts {
  readonly person: Person
  /** The same person on the other cluster. */
  readonly onEdge: Person
  readonly judge: Judge
  readonly store: () => Store | undefined
}

/** Makes objects of people where those of the platform would stand; says to the judge that they are theirs. */
export async function plant(change: Plant, ports: PlanterPorts): Promise<void> {
  switch (change.kind) {
    case 'ConfigMap':
      return plantMap(change.key, change.on ?? 'hub', ports)
    case 'CustomResourceDefinition':
      return plantCrd(ports)
    case 'Job':
      return plantJob(change.key, ports)
    case 'Plugin':
      return plantPlugin(change.key, change.desired, ports)
  }
}

async function plantMap(key: string, where: Where, ports: PlanterPorts): Promise<void> {
  const { judge, person, onEdge } = ports
  if (isThere(buckets.configMaps, key, where, ports) || judge.isReleased(key)) return
  const metadata = namesOf(key)
  const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { made: 'by hand' } }
  const by = where === 'hub' ? person : onEdge
  await judge.asPerson({ where, bucket: buckets.configMaps, key }, () =>
    by.apply(core('ConfigMap'), object),
  )
}

async function plantCrd(ports: PlanterPorts): Promise<void> {
  const name = 'gadgets.sim.example.com'
  if (isThere(buckets.definitions, name, 'hub', ports)) return
  const text = { type: 'string' }
  const schema = {
    openAPIV3Schema: {
      type: 'object',
      properties: { spec: { type: 'object', properties: { color: text, size: text } } },
    },
  }
  const place = { where: 'hub', bucket: buckets.definitions, key: name } as const
  await ports.judge.asPerson(place, () =>
    ports.person.apply(crds, {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name },
      spec: {
        group: 'sim.example.com',
        scope: 'Namespaced',
        names: { kind: 'Gadget', plural: 'gadgets', singular: 'gadget', listKind: 'GadgetList' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    }),
  )
}

async function plantJob(key: string, ports: PlanterPorts): Promise<void> {
  if (isThere(buckets.jobs, key, 'hub', ports)) return
  const labels = { 'app.kubernetes.io/instance': 'another' }
  const annotations = { 'helm.sh/hook': 'pre-install,pre-upgrade' }
  const containers = [{ name: 'main', image: 'example.com/job:1' }]
  await ports.judge.asPerson({ where: 'hub', bucket: buckets.jobs, key }, () =>
    ports.person.apply(jobs, {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { ...namesOf(key), labels, annotations },
      spec: { template: { spec: { restartPolicy: 'Never', containers } } },
    }),
  )
}

async function plantPlugin(key: string, desired: DesiredPlugin, ports: PlanterPorts) {
  const { judge, person } = ports
  const place = { where: 'hub', bucket: buckets.plugins, key } as const
  if (judge.isForeign(place) || person.wants.plugins.has(key)) return
  await judge.asPersonIfNew(place, () => person.createNew(key, desired))
}

function isThere(bucket: string, key: string, where: Where, ports: PlanterPorts): boolean {
  const store = where === 'hub' ? ports.store() : ports.judge.stores.get(where)
  return store === undefined || objectAt(store, bucket, key) !== undefined
}

function namesOf(key: string) {
  const [namespace = '', name = ''] = key.split('/')
  return { namespace, name }
}

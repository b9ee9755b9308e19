import { expect, test } from 'vitest'
import { type KubeObject, nameOf } from '../../objects/kube-object.ts'
import { allocatableOf, subtract } from './amounts.ts'
import { placePod } from './decide.ts'
import { NodeUsage } from './node-usage.ts'

const node = (name: string, zone: string | undefined): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: {
    name,
    labels: {
      'kubernetes.io/hostname': name,
      ...(zone !== undefined && { 'topology.kubernetes.io/zone': zone }),
    },
  },
  status: {
    allocatable: { cpu: '8', memory: '8Gi', 'ephemeral-storage': '8Gi', pods: '9' },
    conditions: [{ type: 'Ready', status: 'True' }],
  },
})
const nodes = [node('a1', 'a'), node('a2', 'a'), node('b1', 'b')]
// oxlint-disable-next-line max-params -- rows read best with the rarer parts last
const pod = (name: string, app: string, spec: object = {}, on = '', more: object = {}) =>
  ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: 'default', uid: name, labels: { app }, ...more },
    spec: { containers: [{ name: 'main' }], ...(on !== '' && { nodeName: on }), ...spec },
    status: {},
  }) as unknown as KubeObject

const [host, zone] = ['kubernetes.io/hostname', 'topology.kubernetes.io/zone']
const about = (which: 'podAffinity' | 'podAntiAffinity', app: string, topologyKey: string) => ({
  affinity: {
    [which]: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey, labelSelector: { matchLabels: { app } } },
      ],
    },
  },
})
const spread = (topologyKey: string, more: object = {}) => ({
  topologySpreadConstraints: [
    {
      topologyKey,
      maxSkew: 1,
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'web' } },
      ...more,
    },
  ],
})
const near = (app: string, key: string) => about('podAffinity', app, key)
const far = (app: string, key: string) => about('podAntiAffinity', app, key)

test.each([
  { name: 'goes to the emptiest node', wants: {}, others: [pod('x', 'x', {}, 'a1')], to: 'a2' },
  {
    name: 'joins what it wants near in the zone',
    wants: near('db', zone),
    others: [pod('x', 'db', {}, 'b1')],
    to: 'b1',
  },
  {
    name: 'joins what it wants near on the host',
    wants: near('db', host),
    others: [pod('x', 'db', {}, 'a2')],
    to: 'a2',
  },
  {
    name: 'waits for what it wants near',
    wants: near('db', zone),
    others: [pod('x', 'other', {}, 'b1')],
    why: "3 node(s) didn't match pod affinity rules",
  },
  {
    name: 'starts a group that wants to be together',
    wants: near('web', zone),
    others: [],
    to: 'a1',
  },
  {
    name: 'does not look for company in other namespaces',
    wants: near('db', zone),
    others: [pod('x', 'db', {}, 'b1', { namespace: 'other' })],
    why: "3 node(s) didn't match pod affinity rules",
  },
  {
    name: 'stays away from its like',
    wants: far('web', host),
    others: [pod('x', 'web', {}, 'a1'), pod('y', 'web', {}, 'a2')],
    to: 'b1',
  },
  {
    name: 'stays away from the whole zone',
    wants: far('web', zone),
    others: [pod('x', 'web', {}, 'a1')],
    to: 'b1',
  },
  {
    name: 'waits when its like are everywhere',
    wants: far('web', zone),
    others: [pod('x', 'web', {}, 'a1'), pod('y', 'web', {}, 'b1')],
    why: "3 node(s) didn't match pod anti-affinity rules",
  },
  {
    name: 'heeds what others want',
    wants: {},
    others: [pod('x', 'db', far('web', zone), 'a1')],
    to: 'b1',
  },
  {
    name: 'waits when others want it nowhere',
    wants: {},
    others: [pod('x', 'db', far('web', zone), 'a1'), pod('y', 'db', far('web', zone), 'b1')],
    why: "3 node(s) didn't satisfy existing pods anti-affinity rules",
  },
  {
    name: 'is spread over zones',
    wants: spread(zone),
    others: [pod('x', 'web', {}, 'a1')],
    to: 'b1',
  },
  {
    name: 'may be spread unevenly as far as it says',
    wants: spread(zone, { maxSkew: 2 }),
    others: [pod('x', 'web', {}, 'a1'), pod('y', 'other', {}, 'b1'), pod('z', 'other', {}, 'b1')],
    to: 'a2',
  },
  {
    name: 'is not kept by what may be broken',
    wants: spread(zone, { whenUnsatisfiable: 'ScheduleAnyway' }),
    others: [pod('x', 'web', {}, 'a1'), pod('y', 'other', {}, 'b1')],
    to: 'a2',
  },
  {
    name: 'does not count pods that are going',
    wants: spread(zone),
    others: [
      pod('x', 'web', {}, 'a1', { deletionTimestamp: '2026-01-01T00:00:00Z' }),
      pod('y', 'other', {}, 'b1'),
    ],
    to: 'a2',
  },
  {
    name: 'waits while there are too few zones',
    wants: spread(zone, { minDomains: 3 }),
    others: [pod('x', 'web', {}, 'a1'), pod('y', 'web', {}, 'b1')],
    why: "3 node(s) didn't match pod topology spread constraints",
  },
  {
    name: 'needs nodes that are somewhere',
    wants: spread('rack'),
    others: [],
    why: "3 node(s) didn't match pod topology spread constraints (missing required label)",
  },
])('a pod $name', ({ wants, others, to, why }) => {
  const usage = new NodeUsage()
  for (const other of others) usage.note(other)
  const placement = placePod({
    pod: pod('new', 'web', wants),
    rooms: nodes.map((one) => ({
      node: one,
      free: subtract(allocatableOf(one), usage.usedOn(nameOf(one))),
    })),
    around: {
      nodes: new Map(nodes.map((one) => [nameOf(one), one])),
      placed: () => usage.placed(),
      guards: usage.guards(),
      namespaceLabels: () => ({}),
    },
    obstacle: undefined,
    now: 0,
  })
  expect(placement.is === 'found' ? placement.node : undefined).toBe(to)
  expect(JSON.stringify(placement.actions)).toContain(
    why === undefined ? 'Successfully assigned' : `0/3 nodes are available: ${why}. `,
  )
})

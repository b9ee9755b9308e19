import { expect, test } from 'vitest'
import type { Finding, Reason } from '../../kinds/conditions.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { eventOfStatus, warningOfStatus } from './event-of-status.ts'

type Ready = readonly [reason: Reason, message: string]

function saying(ready?: Ready): readonly Finding[] {
  if (ready === undefined) return []
  const [reason, message] = ready
  return [{ type: 'Ready', status: 'True', reason, message, observedGeneration: 1 }]
}

function standing(ready?: Ready): KubeObject {
  const status = { conditions: [...saying(ready)] }
  return { apiVersion: 'v1', kind: 'Cluster', metadata: { name: 'edge' }, status }
}

const reachable: Ready = ['Reachable', 'Kubernetes v1.36.3']
const newer: Ready = ['Reachable', 'Kubernetes v1.37.0']
const waits: Ready = ['Waiting', 'waits for Secret edge']
const wrong: Ready = ['InvalidSpec', 'sources[0] is wrong']

test.each([
  { name: 'the first word is news', before: undefined, after: reachable, tells: 'Normal' },
  { name: 'the same is none', before: reachable, after: reachable, tells: undefined },
  { name: 'another message may be none', before: reachable, after: newer, tells: undefined },
  {
    name: 'another message may be news',
    before: reachable,
    after: newer,
    news: 'message',
    tells: 'Normal',
  },
  { name: 'a wrong spec is a warning', before: reachable, after: wrong, tells: 'Warning' },
  { name: 'who waits is silent', before: undefined, after: waits, tells: undefined },
  { name: 'what came of it is news', before: waits, after: reachable, tells: 'Normal' },
  { name: 'nothing that is said is none', before: reachable, after: undefined, tells: undefined },
] as const)('$name', ({ before, after, tells, ...more }) => {
  const news = 'news' in more ? more.news : 'reason'
  const event = eventOfStatus(standing(before), saying(after), news)
  const [reason, note] = after ?? []
  expect(event).toEqual(
    tells === undefined ? undefined : { type: tells, reason, action: 'Tell', note },
  )
})

function conditions([status, reason]: Stand): Finding[] {
  return [{ type: 'Ready', status, reason, message: 'why' }]
}

const now = Date.parse('2026-01-01T00:00:00Z')

type Stand = readonly [status: 'True' | 'False', reason: Reason]

test.each<{ name: string; before?: Stand; age?: number; after: Stand; tells: boolean }>([
  { name: 'a first failure', after: ['False', 'InstallFailed'], tells: true },
  {
    name: 'no longer well',
    before: ['True', 'Installed'],
    after: ['False', 'Unhealthy'],
    tells: true,
  },
  {
    name: 'no longer reachable, maybe for a moment',
    before: ['True', 'Installed'],
    after: ['False', 'ClusterUnreachable'],
    tells: false,
  },
  {
    name: 'not reachable for less than a minute',
    before: ['False', 'ClusterUnreachable'],
    age: 59_000,
    after: ['False', 'ClusterUnreachable'],
    tells: false,
  },
  {
    name: 'not reachable for a minute',
    before: ['False', 'ClusterUnreachable'],
    age: 60_000,
    after: ['False', 'ClusterUnreachable'],
    tells: true,
  },
  { name: 'an Extension may come yet', after: ['False', 'ExtensionNotFound'], tells: false },
  {
    name: 'fails in another way',
    before: ['False', 'InstallFailed'],
    after: ['False', 'Forbidden'],
    tells: true,
  },
  {
    name: 'fails as before',
    before: ['False', 'InstallFailed'],
    after: ['False', 'InstallFailed'],
    tells: false,
  },
  { name: 'a source that is away for once', after: ['False', 'SourceUnreachable'], tells: false },
  {
    name: 'a source that stays away',
    before: ['False', 'SourceUnreachable'],
    after: ['False', 'SourceUnreachable'],
    tells: true,
  },
  { name: 'starts', before: ['True', 'Installed'], after: ['False', 'Progressing'], tells: false },
  { name: 'waits', after: ['False', 'Waiting'], tells: false },
  { name: 'is well', before: ['False', 'Unhealthy'], after: ['True', 'Installed'], tells: false },
])('a warning or none: $name', ({ before, age = 0, after, tells }) => {
  const lastTransitionTime = new Date(now - age).toISOString()
  const had = before === undefined ? [] : conditions(before)
  const object: KubeObject = {
    apiVersion: 'v1',
    kind: 'Plugin',
    metadata: { name: 'web' },
    status: { conditions: had.map((one) => ({ ...one, lastTransitionTime })) },
  }
  const event = warningOfStatus(object, conditions(after), now)
  const wanted = { type: 'Warning', reason: after[1], action: 'Tell', note: 'why' }
  expect(event).toEqual(tells ? wanted : undefined)
})

import { expect, test } from 'vitest'
import type { Finding, Reason } from '../../kinds/conditions.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { eventOfStatus } from './event-of-status.ts'

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

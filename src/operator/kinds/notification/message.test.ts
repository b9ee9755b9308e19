import { expect, test } from 'vitest'
import { type NotifiedEvent, messageOf } from './message.ts'

const happening: NotifiedEvent = {
  id: 'u-1',
  time: '2026-01-01T00:00:00.000Z',
  severity: 'warning',
  reason: 'InstallFailed',
  message: 'values <a> & b',
  object: { kind: 'Plugin', namespace: 'shop', name: 'web', uid: 'u' },
  cluster: '',
}
const { id, time, ...rest } = happening
const { severity, reason, message, object, cluster } = rest
const ofCluster: NotifiedEvent = {
  ...happening,
  severity: 'normal',
  object: { ...object, kind: 'Cluster', namespace: '', name: 'edge' },
  cluster: 'edge',
}

test.each([
  { type: 'webhook', happening, contentType: 'application/json', body: happening },
  {
    type: 'slack',
    happening,
    contentType: 'application/json',
    body: { text: ':warning: *Plugin shop/web*: InstallFailed\nvalues &lt;a&gt; &amp; b' },
  },
  {
    type: 'slack',
    happening: ofCluster,
    contentType: 'application/json',
    body: {
      text: ':information_source: *Cluster edge* on edge: InstallFailed\nvalues &lt;a&gt; &amp; b',
    },
  },
  {
    type: 'cloudevents',
    happening,
    contentType: 'application/cloudevents+json',
    body: {
      specversion: '1.0',
      id,
      time,
      type: 'dev.outrigger.plugin.installfailed',
      source: '/apis/outrigger.dev/v1alpha1/namespaces/shop',
      subject: 'Plugin/web',
      datacontenttype: 'application/json',
      data: { severity, reason, message, object, cluster },
    },
  },
] as const)('a $type says what happened', ({ type, happening: told, contentType, body }) => {
  const made = messageOf(type, told)
  expect(made.contentType).toBe(contentType)
  expect(JSON.parse(made.body)).toEqual(body)
})

import { expect, test } from 'vitest'
import { scriptedServer, statusBody } from '../../kube/scripted-server-for-test.ts'
import { systemClock } from '../../std/clock.ts'
import { failureText } from './failure-text.ts'
import { unseenChange } from './print-objects.ts'

const signal = new AbortController().signal
const message = Buffer.from('too weak').toString('base64')

const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'outrigger.failure.web', namespace: 'shop' },
  data: { message },
}

const plugin = (text: string) => ({
  apiVersion: 'outrigger.dev/v1alpha1',
  kind: 'Plugin',
  metadata: { name: 'web', namespace: 'shop' },
  status: {
    conditions: [{ type: 'Ready', status: 'False', reason: 'RenderFailed', message: text }],
  },
})
const outlined = 'it failed; the rest is in Secret shop/outrigger.failure.web'

test.each([
  {
    who: 'one who may read it',
    text: outlined,
    reply: { json: secret },
    told: 'too weak',
    asks: 1,
  },
  {
    who: 'one who may not',
    text: outlined,
    reply: { status: 403, json: statusBody(403, 'Forbidden') },
    told: '',
    asks: 1,
  },
  { who: 'nobody, when the status tells all', text: 'it failed', reply: {}, told: '', asks: 0 },
])('the whole text of a failure is shown to $who', async ({ text, reply, told, asks }) => {
  const { client, asked } = scriptedServer(systemClock, () => reply)
  expect(await failureText(plugin(text), client, signal)).toBe(told)
  expect(asked.map(({ path }) => path)).toEqual(
    asks === 0 ? [] : ['/api/v1/namespaces/shop/secrets/outrigger.failure.web'],
  )
})

test.each([
  { name: 'before the change', judged: 1, told: 'the operator has not seen the change yet' },
  { name: 'for the change', judged: 2, told: undefined },
  { name: 'without saying for what', judged: undefined, told: undefined },
])('a verdict that was given $name', ({ judged, told }) => {
  const given = judged === undefined ? {} : { observedGeneration: judged }
  const ready = { type: 'Ready', status: 'True', reason: 'Installed', message: '', ...given }
  const object = {
    apiVersion: 'outrigger.dev/v1alpha1',
    kind: 'Plugin',
    metadata: { name: 'web', generation: 2 },
    status: { conditions: [ready] },
  }
  expect(unseenChange(object)?.message).toBe(told)
})

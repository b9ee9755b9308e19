import { expect, test } from 'vitest'
import type { JsonObject } from '../json.ts'
import {
  redactObject,
  redactPair,
  redactRepeats,
  redactText,
  secretTexts,
} from './redact-secrets.ts'

const applied = 'kubectl.kubernetes.io/last-applied-configuration'
const secret = (data: JsonObject, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 's', annotations: { [applied]: '{"data":{}}', other: 'kept' } },
  data,
  ...more,
})

test('data, stringData and what was applied last cannot be read', () => {
  expect(redactObject(secret({ a: 'aHVudGVyMg==' }, { stringData: { b: 'plain' } }))).toMatchObject(
    {
      metadata: { annotations: { [applied]: '***', other: 'kept' } },
      data: { a: '***' },
      stringData: { b: '***' },
    },
  )
})

test('secrets inside of a list cannot be read', () => {
  const list = {
    kind: 'List',
    items: [secret({ a: 'eA==' }), { kind: 'ConfigMap', data: { a: 'x' } }],
  }
  expect(redactObject(list)).toMatchObject({
    items: [{ data: { a: '***' } }, { data: { a: 'x' } }],
  })
})

test('other kinds stay as they are', () => {
  const map = { apiVersion: 'v1', kind: 'ConfigMap', data: { a: 'x' } }
  expect(redactObject(map)).toBe(map)
})

test('a pair shows which values changed, not to what', () => {
  const { before, after } = redactPair(
    secret({ a: 'MQ==', b: 'MQ==' }),
    secret({ a: 'MQ==', b: 'Mg==', c: 'Mw==' }),
  )
  expect(before).toMatchObject({ data: { a: '***', b: '*** (before)' } })
  expect(after).toMatchObject({ data: { a: '***', b: '*** (after)', c: '*** (after)' } })
})

test('what repeats a secret elsewhere cannot be read either', () => {
  const secrets = secretTexts([
    secret({ a: 'aHVudGVyMg==' }),
    { kind: 'SecretList', items: [secret({ k: 'bGluZS1vbmUKbGluZS10d28=' })] },
  ])
  expect(redactText('login failed for hunter2 (aHVudGVyMg==)', secrets)).toBe(
    'login failed for *** (***)',
  )
  expect(
    redactRepeats({ env: [{ value: 'x-hunter2' }], hunter2: 1, note: 'see line-two' }, secrets),
  ).toEqual({
    env: [{ value: 'x-***' }],
    '***': 1,
    note: 'see ***',
  })
})

test('short values are not looked for', () => {
  expect(
    redactText('a true story', secretTexts([secret({ a: 'dHJ1ZQ==', b: 'not base64!' })])),
  ).toBe('a true story')
})

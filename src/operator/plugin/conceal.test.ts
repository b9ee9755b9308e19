import { expect, test } from 'vitest'
import { concealerOf } from './conceal.ts'

const from = { kind: 'Secret', name: 'one', optional: false } as const

test.each([
  {
    name: 'a value of a key',
    data: { password: 'hunter2' },
    text: 'wrong password "hunter2" for hunter2x',
    told: 'wrong password "***" for ***x',
  },
  {
    name: 'values in a document',
    from: { ...from, key: 'values.yaml' },
    data: { 'values.yaml': 'db: {users: [alice, bobby], pin: 12345, tls: true}' },
    text: "at '/db': alice, bobby and 12345 are true",
    told: "at '/db': ***, *** and *** are true",
  },
  {
    name: 'the longest of those that are parts of each other',
    data: { a: 'hunter', b: 'hunter2-long' },
    text: 'hunter2-long, hunter',
    told: '***, ***',
  },
  {
    name: 'what is short only as a word',
    data: { user: 'app' },
    text: 'app cannot be an application',
    told: '*** cannot be an application',
  },
  {
    name: 'lines of what has many',
    data: { key: '-----BEGIN KEY-----\nAAAABBBB\nCCCC\n' },
    text: String.raw`cannot read "-----BEGIN KEY-----\nAAAABBBB\nCCCC\n": at AAAABBBB`,
    told: 'cannot read "***": at ***',
  },
  {
    name: 'what is base64',
    data: { password: 'hunter2' },
    text: 'data: aHVudGVyMg==',
    told: 'data: ***',
  },
  {
    name: 'what has quotes',
    data: { password: 'a"b\\c' },
    text: String.raw`got "a\"b\\c"`,
    told: 'got "***"',
  },
  {
    name: 'nothing of what is empty or no text',
    data: { a: '', b: 'true', c: 'null' },
    text: 'true, null and nothing',
    told: 'true, null and nothing',
  },
  {
    name: 'nothing of what is not secret',
    from: { ...from, kind: 'ConfigMap' as const },
    data: { colour: 'green' },
    text: 'green is no colour',
    told: 'green is no colour',
  },
  { name: 'nothing of what is not there', data: undefined, text: 'green', told: 'green' },
])('conceals $name', ({ text, told, ...source }) => {
  expect(concealerOf([{ from, ...source }])(text)).toBe(told)
})

import { expect, test } from 'vitest'
import { redactorOf } from './redact.ts'

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
    name: 'large numbers, also as templates print them',
    from: { ...from, key: 'values.yaml' },
    data: { 'values.yaml': 'pin: 12345678\ntoken: 123456789012345678\nport: 443' },
    text: 'pin 12345678 or 1.2345678e+07, token 123456789012345678 at one.yaml:443:1',
    told: 'pin *** or ***, token *** at one.yaml:443:1',
  },
  {
    name: 'digits of a key',
    data: { token: '123456789012345678' },
    text: 'token 123456789012345678',
    told: 'token ***',
  },
  {
    name: 'nothing of what an instance wrote that takes no Secret',
    data: { colour: 'green' },
    isPlain: true,
    text: 'green is no colour',
    told: 'green is no colour',
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
])('redacts $name', ({ text, told, ...source }) => {
  expect(redactorOf([{ from, ...source }])(text)).toBe(told)
})

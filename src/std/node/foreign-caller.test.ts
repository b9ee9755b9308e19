import { expect, test } from 'vitest'
import { type Caller, refusalOfCaller } from './foreign-caller.ts'

const names = ['registry.internal', '.svc']
const local = '127.0.0.1'
const wide = '192.0.2.7'

test.each([
  { host: '127.0.0.1:5000', isExpected: true },
  { host: '127.9.9.9:5000', isExpected: true },
  { host: '[::1]:5000', isExpected: true },
  { host: '[::ffff:127.0.0.1]:5000', isExpected: true },
  { host: 'localhost', isExpected: true },
  { host: 'localhost.:5000', isExpected: true },
  { host: 'LOCALHOST:5000', isExpected: true },
  { host: 'registry.localhost:5000', isExpected: true },
  { host: 'registry.internal:5000', isExpected: true },
  { host: 'a.registry.internal:5000', isExpected: false },
  { host: 'outrigger.outrigger-system.svc:8080', isExpected: true },
  { host: 'svc', isExpected: false },
  { host: 'evil.example:5000', isExpected: false },
  { host: 'localhost.evil.example', isExpected: false },
  { host: '127.0.0.1.evil.example', isExpected: false },
  { host: 'evil.example#localhost', isExpected: false },
  { host: 'evil.example@localhost', isExpected: false },
  { host: 'a"b.localhost', isExpected: false },
  { host: '0x7f.1', isExpected: false },
  { host: '2130706433', isExpected: false },
  { host: '0.0.0.0:5000', isExpected: false },
  { host: '[::]:5000', isExpected: false },
  { host: '[::0.0.0.0]:5000', isExpected: false },
  { host: '192.0.2.7:5000', isExpected: false },
  { host: '', isExpected: false },
  { host: undefined, isExpected: false },
  { host: '192.0.2.7:5000', reachedAt: wide, isExpected: true },
  { host: '198.51.100.4', reachedAt: wide, isExpected: true },
  { host: '0.0.0.0:5000', reachedAt: wide, isExpected: false },
  { host: 'evil.example:5000', reachedAt: wide, isExpected: false },
  { host: 'registry.internal', reachedAt: wide, isExpected: true },
])('Host $host at $reachedAt: $isExpected', ({ host, reachedAt = local, isExpected }) => {
  const caller: Caller = { headers: { host }, localAddress: reachedAt, scheme: 'http' }
  expect(refusalOfCaller(caller, names) === undefined).toBe(isExpected)
})

test.each([
  { headers: {}, isExpected: true },
  { headers: { origin: 'http://localhost:5000' }, isExpected: true },
  { headers: { origin: 'http://LOCALHOST:5000' }, isExpected: true },
  { headers: { origin: 'https://localhost:5000' }, isExpected: false },
  { headers: { origin: 'http://localhost:5001' }, isExpected: false },
  { headers: { origin: 'http://127.0.0.1:5000' }, isExpected: false },
  { headers: { origin: 'http://evil.example' }, isExpected: false },
  { headers: { origin: 'null' }, isExpected: false },
  { headers: { origin: '' }, isExpected: false },
  { headers: { 'sec-fetch-site': 'none' }, isExpected: true },
  { headers: { 'sec-fetch-site': 'same-origin' }, isExpected: true },
  { headers: { 'sec-fetch-site': 'same-site' }, isExpected: false },
  { headers: { 'sec-fetch-site': 'cross-site' }, isExpected: false },
  { headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }, isExpected: false },
])('from a page with $headers: $isExpected', ({ headers, isExpected }) => {
  const all = { host: 'localhost:5000', ...headers }
  const caller: Caller = { headers: all, localAddress: local, scheme: 'http' }
  expect(refusalOfCaller(caller, names) === undefined).toBe(isExpected)
})

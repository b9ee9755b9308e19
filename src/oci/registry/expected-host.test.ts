import { expect, test } from 'vitest'
import { isExpectedHost } from './expected-host.ts'

test.each([
  { host: '127.0.0.1:5000', isExpected: true },
  { host: '[::1]:5000', isExpected: true },
  { host: 'localhost', isExpected: true },
  { host: 'LOCALHOST:5000', isExpected: true },
  { host: 'registry.localhost:5000', isExpected: true },
  { host: 'registry.internal:5000', isExpected: true },
  { host: 'evil.example:5000', isExpected: false },
  { host: 'localhost.evil.example', isExpected: false },
  { host: '127.0.0.1.evil.example', isExpected: false },
  { host: undefined, isExpected: false },
])('$host: $isExpected', ({ host, isExpected }) => {
  expect(isExpectedHost(host, ['registry.internal'])).toBe(isExpected)
})

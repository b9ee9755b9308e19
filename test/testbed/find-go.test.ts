import { expect, test } from 'vitest'
import { isNewEnough } from './find-go.ts'

test.each([
  { version: '1.26.0', enough: true },
  { version: '1.26', enough: true },
  { version: '1.26.8', enough: true },
  { version: '1.27', enough: true },
  { version: '2.0.0', enough: true },
  { version: '1.25.9', enough: false },
  { version: '1.9.30', enough: false },
])('Go $version is enough: $enough', ({ version, enough }) => {
  expect(isNewEnough(version, '1.26.0')).toBe(enough)
})

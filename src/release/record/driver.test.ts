import { expect, test } from 'vitest'
import { readDriver } from './driver.ts'

test.each([
  [undefined, 'secret'],
  ['', 'secret'],
  ['secrets', 'secret'],
  ['configmap', 'configmap'],
  ['configmaps', 'configmap'],
])('the driver %s is kept in a %s', (text, driver) => {
  expect(readDriver(text)).toBe(driver)
})

test.each(['memory', 'sql', 'disk'])('the driver %s is refused', (text) => {
  expect(() => readDriver(text)).toThrow(
    `cannot use the storage driver "${text}": releases are kept in Secrets or ConfigMaps`,
  )
})

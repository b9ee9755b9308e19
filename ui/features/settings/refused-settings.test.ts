import { expect, test } from 'vitest'
import { refusedSettings } from './refused-settings.ts'

const size = { enum: ['small', 'large'] }
const extension = { spec: { parameters: { type: 'object', properties: { size } } } }
const alone = { spec: {} }

test.each([
  { name: 'a value that fits', text: 'size: small\n', told: 0 },
  { name: 'a value that does not', text: 'size: huge\n', told: 1 },
  { name: 'nothing at all', text: '', told: 0 },
  { name: 'a text that is no YAML', text: 'size: [', told: 0 },
])('$name: $told problems', ({ text, told }) => {
  expect(refusedSettings(extension, alone, text)).toHaveLength(told)
})

test('says nothing of settings that other objects add to', () => {
  const given = { spec: { parametersFrom: [{ kind: 'Secret', name: 'more' }] } }
  expect(refusedSettings(extension, given, 'size: huge\n')).toEqual([])
})

import { expect, test } from 'vitest'
import { unseenChange } from './print-objects.ts'

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

import { expect, test } from 'vitest'
import { refusedRequest } from './refused-request.ts'

const properties = { token: {}, code: {} }

test.each([
  {
    name: 'a field that is missing',
    fault: { keyword: 'required', instancePath: '', params: { missingProperty: 'spec' } },
    detail: 'body.spec is missing',
  },
  {
    name: 'a field that is not known',
    fault: {
      keyword: 'additionalProperties',
      instancePath: '',
      params: { additionalProperty: 'password' },
      parentSchema: { properties },
    },
    detail: 'body.password is no field of this operation; possible: token, code',
  },
  {
    name: 'a value of another type, which may be a secret',
    fault: {
      keyword: 'type',
      instancePath: '/adopt/0',
      params: { type: 'object' },
      data: 'hunter2',
    },
    detail: 'body.adopt.0 must be an object, and a string was found',
  },
  {
    name: 'a body that is empty',
    fault: { keyword: 'type', instancePath: '', params: { type: 'object' }, data: null },
    detail: 'body must be an object, and null was found',
  },
])('$name', ({ fault, detail }) => {
  expect(refusedRequest('body', [fault]).message).toBe(detail)
})

test('of a long value only the beginning is repeated', () => {
  const params = { pattern: '^a$' }
  const message = 'must match pattern "^a$"'
  const fault = {
    keyword: 'pattern',
    instancePath: '/name',
    params,
    message,
    data: 'x'.repeat(500),
  }
  const { message: detail } = refusedRequest('path', [fault])
  expect(detail).toBe(`path.name must match pattern "^a$", and "${'x'.repeat(60)}…" was found`)
})

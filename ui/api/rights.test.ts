import { expect, test } from 'vitest'
import { missingRight } from './rights.ts'

const rule = {
  verbs: ['get', 'list'],
  apiGroups: ['outrigger.dev'],
  resources: ['plugins'],
  resourceNames: [],
}
const all = { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [] }
const denied = (verb: string) => ({
  verb,
  group: 'outrigger.dev',
  resource: 'plugins',
  namespace: 'shop',
})

test.each([
  { name: 'a rule names it', rules: [rule], verb: 'list', missing: undefined },
  { name: 'no rule names its verb', rules: [rule], verb: 'patch', missing: denied('patch') },
  { name: 'there is no rule', rules: [], verb: 'list', missing: denied('list') },
  { name: 'a rule allows everything', rules: [all], verb: 'delete', missing: undefined },
  {
    name: 'a rule is about another group',
    rules: [{ ...rule, apiGroups: ['apps'] }],
    verb: 'list',
    missing: denied('list'),
  },
])('$name', ({ rules, verb, missing }) => {
  const answer = { rules, incomplete: false }
  expect(missingRight(answer, { verb, resource: 'plugins' }, 'shop')).toEqual(missing)
})

test('of rights that the cluster cannot count up none is called missing', () => {
  const answer = { rules: [], incomplete: true }
  expect(missingRight(answer, { verb: 'list', resource: 'plugins' }, '')).toBeUndefined()
})

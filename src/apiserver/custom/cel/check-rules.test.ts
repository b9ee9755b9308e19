import { describe, expect, test } from 'vitest'
import type { StructuralSchema } from '../structural-schema.ts'
import { checkRuleFields, checkRules } from './check-rules.ts'
import type { ValidationRule } from './validation-rule.ts'

const text = { type: 'string' }

function within(schema: StructuralSchema, rule: ValidationRule): StructuralSchema {
  return { ...schema, 'x-kubernetes-validations': [rule] }
}

const faults: readonly (readonly [
  schema: StructuralSchema,
  rule: ValidationRule,
  fault: RegExp,
])[] = [
  [text, { rule: 'self == 1' }, /^compilation failed: ERROR: <input>:1:/],
  [text, { rule: 'other == self' }, /undeclared reference to 'other' \(in container ''\)/],
  [text, { rule: 'self.size() > 0', messageExpression: '1' }, /must evaluate to a string$/],
  [
    text,
    { rule: 'self != ""', optionalOldSelf: true },
    /may not be set if oldSelf is not used in rule/,
  ],
  [
    {
      type: 'array',
      maxItems: 5,
      items: within({ ...text, maxLength: 5 }, { rule: 'self == oldSelf' }),
    },
    { rule: 'true' },
    /uncorrelatable portion of the schema within at\.properties\[f\]$/,
  ],
]

describe('a rule that cannot be', () => {
  test.each(faults)('%j %j is told', (schema, rule, fault) => {
    const root = { type: 'object', properties: { f: within(schema, rule) } }
    expect(checkRules(root, 'at').map(({ detail }) => detail)).toEqual([
      expect.stringMatching(fault),
    ])
  })

  test('is told by its fields', () => {
    const rule = { rule: 'true', message: ' ', reason: 'Whim', fieldPath: '.none' }
    const found = checkRuleFields(within({ type: 'object', properties: {} }, rule), 'at')
    expect(found.map(({ field }) => field)).toEqual([
      'at.x-kubernetes-validations[0].message',
      'at.x-kubernetes-validations[0].reason',
      'at.x-kubernetes-validations[0].fieldPath',
    ])
  })
})

test('a loop over what has bounds is cheap enough', () => {
  const rule = { rule: 'self.all(a, self.exists_one(b, a == b))' }
  const few = within({ type: 'array', maxItems: 50, items: { ...text, maxLength: 100 } }, rule)
  expect(checkRules({ type: 'object', properties: { few } }, 'at')).toEqual([])
})

// Out of published definitions that the real server takes.
const affordable: readonly (readonly [schema: StructuralSchema, rule: string])[] = [
  [{ type: 'array', maxItems: 100, items: { type: 'integer' } }, 'self.all(x, x >= 1 && x <= 9)'],
  [
    { type: 'object', properties: { a: { type: 'object', properties: {} } } },
    'self.a != null || has(self.a)',
  ],
  [
    { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 8 },
    "self.all(f, !f.startsWith('envoy.filters.http'))",
  ],
]

test.each(affordable)('%j may have the rule %s', (schema, rule) => {
  const many = { type: 'array', maxItems: 64, items: within(schema, { rule }) }
  expect(checkRules({ type: 'object', properties: { many } }, 'at')).toEqual([])
})

test('an integer in an unbounded list may have a rule', () => {
  const rule = { rule: 'self > 0' }
  const many = { type: 'array', items: within({ type: 'integer' }, rule) }
  expect(checkRules({ type: 'object', properties: { many } }, 'at')).toEqual([])
})

import { expect, test } from 'vitest'
import { isAsked, readQuestions } from './questions.ts'

const text = `
categories: [storage]
questions:
- variable: persistence.enabled
  label: Keep data
  description: Whether data outlives a pod.
  type: boolean
  default: "true"
  group: Storage
  show_subquestion_if: true
  subquestions:
  - variable: persistence.size
    type: string
    default: 8Gi
- variable: auth.password
  type: password
  required: true
  group: Login
- variable: service.type
  type: enum
  options: [ClusterIP, {value: NodePort, label: Node port}]
  default: ClusterIP
- variable: ingress.hosts[0].name
  type: hostname
  show_if: service.type=ClusterIP&&persistence.enabled=true
- variable: replicas
  type: int
  min: 1
  max: 5
  default: "2"
- label: without a variable
`

test('questions become fields with types, bounds, groups and conditions', () => {
  expect(readQuestions(text)).toEqual([
    {
      path: ['persistence', 'enabled'],
      schema: {
        type: 'boolean',
        title: 'Keep data',
        description: 'Whether data outlives a pod.',
        default: true,
      },
      isRequired: false,
      group: 'Storage',
      showIf: '',
    },
    {
      path: ['persistence', 'size'],
      schema: { type: 'string', default: '8Gi' },
      isRequired: false,
      group: 'Storage',
      showIf: 'persistence.enabled=true',
    },
    {
      path: ['auth', 'password'],
      schema: { type: 'string', format: 'password' },
      isRequired: true,
      group: 'Login',
      showIf: '',
    },
    {
      path: ['service', 'type'],
      schema: { type: 'string', enum: ['ClusterIP', 'NodePort'], default: 'ClusterIP' },
      isRequired: false,
      group: '',
      showIf: '',
    },
    {
      path: ['ingress', 'hosts', 0, 'name'],
      schema: { type: 'string' },
      isRequired: false,
      group: '',
      showIf: 'service.type=ClusterIP&&persistence.enabled=true',
    },
    {
      path: ['replicas'],
      schema: { type: 'integer', minimum: 1, maximum: 5, default: 2 },
      isRequired: false,
      group: '',
      showIf: '',
    },
  ])
})

test.each(['', 'questions: 1', 'a: [', '- 1'])('%j has no questions', (one) =>
  expect(readQuestions(one)).toEqual([]),
)

const values: Readonly<Record<string, string | boolean>> = { a: true, 'b.0.c': 'x', d: '' }
const valueAt = (path: readonly (string | number)[]) => values[path.join('.')]

test.each([
  { showIf: '', asked: true },
  { showIf: 'a=true', asked: true },
  { showIf: 'a=false', asked: false },
  { showIf: 'a!=false', asked: true },
  { showIf: 'a=true && b[0].c=x', asked: true },
  { showIf: 'a=true&&b[0].c=y', asked: false },
  { showIf: 'a=false||b[0].c=x', asked: true },
  { showIf: 'unknown=', asked: true },
])('$showIf is $asked', ({ showIf, asked }) => expect(isAsked(showIf, valueAt)).toBe(asked))

test('bounds of lengths and characters become rules of the field', () => {
  const text = [
    'questions:',
    '- {variable: name, type: string, min_length: 3, max_length: 8, valid_chars: "a-z0-9"}',
    '- {variable: path, type: string, invalid_chars: "[/ ]"}',
  ].join('\n')
  expect(readQuestions(text).map(({ schema }) => schema)).toEqual([
    { type: 'string', minLength: 3, maxLength: 8, pattern: '^(?:[a-z0-9])*$' },
    { type: 'string', pattern: '^(?:[^/ ])*$' },
  ])
})

import { expect, test } from 'vitest'
import { inferSchema } from './infer-schema.ts'

const text = `
## @param image.tag The tag of the image
image:
  registry: docker.io
  tag: "1.2"
# -- How many pods
# to run
replicas: 2
# -- (string) Its secret
adminPassword: ""
# enabled: true
metrics:
  # Whether to measure
  enabled: false
hosts: []
nodes:
  - name: a
    port: 1
anything:
`

test('makes a form of the values of a chart and their comments', () => {
  const { properties = {} } = inferSchema(text)
  expect(properties['image']?.properties?.['tag']).toMatchObject({
    type: 'string',
    description: 'The tag of the image',
    default: '1.2',
  })
  expect(properties['replicas']).toEqual({
    type: 'number',
    default: 2,
    description: 'How many pods to run',
  })
  expect(properties['adminPassword']).toMatchObject({
    format: 'password',
    description: 'Its secret',
  })
  expect(properties['metrics']?.description).toBeUndefined()
  expect(properties['metrics']?.properties?.['enabled']?.description).toBe('Whether to measure')
  expect(properties['nodes']?.items?.properties?.['port']).toEqual({ type: 'number' })
  expect(properties['anything']).toEqual({ default: null })
})

test('makes an empty form of a text that is no mapping', () => {
  expect(inferSchema('- a\n')).toEqual({ type: 'object', properties: {} })
})

const bitnami = `
## @section Global parameters
## @param global.imageRegistry Global registry
## @skip global.internal
global:
  imageRegistry: ""
  internal: 1
## @section Database parameters
## @param replicas [number, nullable] How many
replicas:
## @param labels [object] Labels of everything
labels: {}
`

test('takes types, headings and what to leave out from the marks of bitnami', () => {
  const { properties = {} } = inferSchema(bitnami)
  expect(properties['global']?.section).toBe('Global parameters')
  expect(Object.keys(properties['global']?.properties ?? {})).toEqual(['imageRegistry'])
  expect(properties['replicas']).toEqual({
    type: 'number',
    default: null,
    description: 'How many',
    section: 'Database parameters',
  })
  expect(properties['labels']).toMatchObject({ type: 'object', section: 'Database parameters' })
})

const helmDocs = `
# controller.name -- The name, as older charts write it
name: web
# -- (int) How many
# @default -- one for each node
replicas:
# -- Its place
# @section -- Network
port: 80
# -- Not for people
# @ignored
internal: true
`

test('takes types, defaults, headings and what to leave out from the marks of helm-docs', () => {
  expect(inferSchema(helmDocs).properties).toEqual({
    name: { type: 'string', default: 'web', description: 'The name, as older charts write it' },
    replicas: { type: 'integer', default: null, description: 'How many (one for each node)' },
    port: { type: 'number', default: 80, description: 'Its place', section: 'Network' },
  })
})

test.each([
  ['adminPassword', true],
  ['secretKey', true],
  ['api_key', true],
  ['existingSecret', false],
  ['imagePullSecret', false],
  ['passwordKey', false],
  ['secretName', false],
])('%s is a secret: %s', (name, expected) => {
  const [schema] = Object.values(inferSchema(`${name}: ""\n`).properties ?? {})
  expect(schema?.format === 'password').toBe(expected)
})

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

import { expect, test } from 'vitest'
import { formatImage, readImage } from './image-reference.ts'

const digest = `sha256:${'0a'.repeat(32)}`

test.each([
  ['nginx', 'docker.io/library/nginx'],
  ['nginx:1.25', 'docker.io/library/nginx:1.25'],
  ['bitnami/redis', 'docker.io/bitnami/redis'],
  ['index.docker.io/a/b:c', 'docker.io/a/b:c'],
  ['localhost/a', 'localhost/a'],
  ['host:5000/a/b:1', 'host:5000/a/b:1'],
  ['quay.io/a/b__c-d.e:v1_2', 'quay.io/a/b__c-d.e:v1_2'],
  [`quay.io/a/b:v1@${digest}`, `quay.io/a/b:v1@${digest}`],
  [`a@${digest}`, `docker.io/library/a@${digest}`],
])('%s is %s', (text, full) => {
  const image = readImage(text)
  expect(image && formatImage(image)).toBe(full)
})

test.each([
  '',
  'Upper/Case',
  'a b',
  'https://quay.io/a/b',
  'a:',
  'a@sha256:12',
  '{{ .image }}',
  '/etc/passwd',
  'a//b',
  '-a',
  'a:b:c',
  'x'.repeat(600),
])('%j is no image', (text) => {
  expect(readImage(text)).toBeUndefined()
})

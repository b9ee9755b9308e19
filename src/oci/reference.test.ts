import { expect, test } from 'vitest'
import { OciError } from './errors.ts'
import {
  type Reference,
  formatReference,
  isRepositoryName,
  isTag,
  parseReference,
  parseRegistryReference,
} from './reference.ts'

const hex = 'ab'.repeat(32)
const sha512 = `sha512:${'cd'.repeat(64)}`

test.each([
  { text: 'nginx', full: 'docker.io/library/nginx:latest' },
  { text: 'nginx:1.27', full: 'docker.io/library/nginx:1.27' },
  { text: 'library/nginx', full: 'docker.io/library/nginx:latest' },
  { text: 'grafana/grafana:11.1.0', full: 'docker.io/grafana/grafana:11.1.0' },
  { text: 'docker.io/nginx', full: 'docker.io/library/nginx:latest' },
  { text: 'index.docker.io/nginx', full: 'docker.io/library/nginx:latest' },
  { text: 'localhost/app', full: 'localhost/app:latest' },
  { text: 'localhost:5000/app', full: 'localhost:5000/app:latest' },
  { text: 'local/app', full: 'docker.io/local/app:latest' },
  { text: 'host:5000/app:v1', full: 'host:5000/app:v1' },
  { text: 'Host/app', full: 'Host/app:latest' },
  {
    text: 'example.com/a/b/c_d__e-f---g.h:T_a.g-1',
    full: 'example.com/a/b/c_d__e-f---g.h:T_a.g-1',
  },
  { text: '[::1]:5000/app', full: '[::1]:5000/app:latest' },
  { text: `app@sha256:${hex}`, full: `docker.io/library/app@sha256:${hex}` },
  { text: `app:v1@sha256:${hex}`, full: `docker.io/library/app:v1@sha256:${hex}` },
  { text: `example.com/app@${sha512}`, full: `example.com/app@${sha512}` },
])('$text is $full', ({ text, full }) => {
  expect(formatReference(parseReference(text))).toBe(full)
  expect(formatReference(parseReference(full))).toBe(full)
})

test.each<{ text: string; reference: Partial<Reference> }>([
  { text: 'oci://example.com/charts/app', reference: { repository: 'charts/app', tag: undefined } },
  { text: 'example.com/app:1.0.0_x', reference: { host: 'example.com', tag: '1.0.0_x' } },
  { text: 'registry/app', reference: { host: 'registry', repository: 'app' } },
])('$text is a place in a registry', ({ text, reference }) => {
  expect(parseRegistryReference(text)).toMatchObject(reference)
})

test.each([
  { text: '', says: 'is empty' },
  { text: 'https://example.com/app', says: 'has a scheme' },
  { text: 'Nginx', says: 'must be lower case' },
  { text: 'example.com/App:v1', says: 'must be lower case' },
  { text: 'example.com/app:', says: 'has the tag ""' },
  { text: 'example.com/app:-v1', says: 'has the tag "-v1"' },
  { text: `example.com/app:${'x'.repeat(129)}`, says: 'has the tag' },
  { text: 'example.com/app:a+b', says: 'has the tag "a+b"' },
  { text: 'example.com/../app', says: 'is not a name' },
  { text: 'example.com/a//b', says: 'is not a name' },
  { text: 'example.com/a/', says: 'is not a name' },
  { text: 'example.com/a%2fb', says: 'is not a name' },
  { text: 'example.com/a b', says: 'is not a name' },
  { text: 'example.com/a\u0000b', says: 'is not a name' },
  { text: 'example.com/_catalog', says: 'is not a name' },
  { text: `example.com/${'a'.repeat(256)}`, says: 'is not a name' },
  { text: '-example.com/app', says: 'has the host' },
  { text: 'user@example.com/app', says: 'is neither sha256' },
  { text: 'example.com:0/app', says: 'has the port 0' },
  { text: 'example.com:99999/app', says: 'has the port 99999' },
  { text: 'app@sha256:abc', says: 'needs 64 lower-case hexadecimal digits' },
  { text: `app@sha256:${hex.toUpperCase()}`, says: 'needs 64 lower-case hexadecimal digits' },
  { text: 'app@md5:d41d8cd98f00b204e9800998ecf8427e', says: 'neither sha256:… nor sha512:…' },
  { text: hex, says: 'is an image id and no name' },
  { text: `example.com/${'a/'.repeat(600)}b`, says: 'is too long' },
])('refuses $text', ({ text, says }) => {
  expect(() => parseReference(text)).toThrow(OciError)
  expect(() => parseReference(text)).toThrow(says)
})

test('a place in a registry has a repository', () => {
  expect(() => parseRegistryReference('oci://example.com')).toThrow('has no repository')
})

test('names that other parts rely on', () => {
  expect(['a', 'a/b', 'a.b', 'a__b'].every(isRepositoryName)).toBe(true)
  expect(['', '.', 'a..b', 'a___b', '../a', '_a', 'a/_uploads', 'A'].some(isRepositoryName)).toBe(
    false,
  )
  expect([isTag('v1'), isTag('.v1'), isTag('a/b')]).toEqual([true, false, false])
})

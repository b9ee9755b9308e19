import { expect, test } from 'vitest'
import { OciError } from './errors.ts'
import { parseManifest } from './manifest.ts'
import { dockerListType, dockerManifestType, ociIndexType, ociManifestType } from './media-types.ts'

const digest = `sha256:${'ab'.repeat(32)}`
const blob = { mediaType: 'text/plain', digest, size: 3 }
const image = { schemaVersion: 2, config: blob, layers: [blob] }
const index = {
  schemaVersion: 2,
  manifests: [{ ...blob, platform: { os: 'linux', architecture: 'arm64' } }],
}

test.each([
  { name: 'an OCI image', came: ociManifestType, json: image, kind: 'image' },
  { name: 'a Docker image', came: dockerManifestType, json: image, kind: 'image' },
  { name: 'an OCI index', came: ociIndexType, json: index, kind: 'index' },
  { name: 'a Docker list', came: dockerListType, json: index, kind: 'index' },
  {
    name: 'a type with a parameter',
    came: `${ociIndexType}; charset=utf-8`,
    json: index,
    kind: 'index',
  },
  { name: 'an image of no told type', came: 'application/json', json: image, kind: 'image' },
  { name: 'an index of no told type', came: '', json: index, kind: 'index' },
])('reads $name', ({ came, json, kind }) => {
  expect(parse(came, json).kind).toBe(kind)
})

test('reads subject, type, annotations and platform', () => {
  const extra = { subject: blob, artifactType: 'a/b', annotations: { k: 'v' } }
  expect(parse(ociManifestType, { ...image, ...extra })).toMatchObject(extra)
  expect(parse(ociIndexType, index)).toMatchObject({ manifests: index.manifests, annotations: {} })
})

test.each([
  { name: 'a list', json: [], says: 'is not a JSON object' },
  { name: 'null', json: null, says: 'is not a JSON object' },
  { name: 'no config', json: { ...image, config: undefined }, says: 'lacks a descriptor' },
  { name: 'no layers', json: { ...image, layers: undefined }, says: 'has no list of layers' },
  {
    name: 'a bad digest',
    json: { ...image, config: { ...blob, digest: 'sha256:..' } },
    says: 'with the digest',
  },
  {
    name: 'a path as digest',
    json: { ...image, layers: [{ ...blob, digest: '../../etc' }] },
    says: 'with the digest',
  },
  {
    name: 'a negative size',
    json: { ...image, config: { ...blob, size: -1 } },
    says: 'with the size -1',
  },
  {
    name: 'a size beyond numbers',
    json: { ...image, config: { ...blob, size: 1e300 } },
    says: 'with the size',
  },
  {
    name: 'annotations of numbers',
    json: { ...image, annotations: { a: 1 } },
    says: 'annotations that are not texts',
  },
  {
    name: 'two things at once',
    json: { ...image, manifests: [] },
    says: 'is both an image manifest and an index',
  },
  {
    name: 'another type inside',
    json: { ...image, mediaType: ociIndexType },
    says: 'and calls itself',
  },
  {
    name: 'too many layers',
    json: { ...image, layers: Array.from({ length: 10_001 }, () => blob) },
    says: 'the limit is 10000',
  },
])('refuses $name', ({ json, says }) => {
  expect(() => parse(ociManifestType, json)).toThrow(OciError)
  expect(() => parse(ociManifestType, json)).toThrow(says)
})

test.each([
  {
    name: 'version 1 manifests',
    came: 'application/vnd.docker.distribution.manifest.v1+prettyjws',
  },
  { name: 'web pages', came: 'text/html' },
])('does not read $name', ({ came }) => {
  expect(() => parse(came, {})).toThrow('only OCI and Docker version 2')
})

test('refuses what is not JSON, not text or too large', () => {
  expect(raw(Buffer.from('{'))).toThrow('it is not JSON')
  expect(raw(Uint8Array.of(0xff, 0xfe))).toThrow('it is not JSON')
  expect(raw(new Uint8Array(4 * 1024 * 1024 + 1))).toThrow('larger than the limit of 4194304 bytes')
  expect(raw(Buffer.from('['.repeat(1_000_000)))).toThrow('it is not JSON')
})

function raw(bytes: Uint8Array) {
  return () => parseManifest({ mediaType: '', bytes }, 'it')
}

function parse(mediaType: string, json: unknown) {
  return parseManifest({ mediaType, bytes: Buffer.from(JSON.stringify(json)) }, 'the manifest')
}

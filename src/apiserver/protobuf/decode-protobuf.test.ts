import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../objects/json-text.ts'
import type { Json } from '../../objects/json.ts'
import { decodeProtobuf } from './decode-protobuf.ts'

const rows = parseJson(
  readFileSync(new URL('testdata/rows.json', import.meta.url), 'utf8'),
) as unknown as readonly { readonly kind: string; readonly wire: string; readonly json: Json }[]

test.each(rows)('$kind in protobuf is read as Go reads it', ({ wire, json }) => {
  expect(decodeProtobuf(Buffer.from(wire, 'base64'))).toEqual(json)
})

describe('bytes that are no object', () => {
  test.each([
    { name: 'nothing', bytes: '', text: 'empty data' },
    { name: 'JSON', bytes: '{"kind":"Pod"}', text: 'does not appear to be a protobuf message' },
    {
      name: 'a kind that nobody knows',
      bytes: 'k8s\0\x0a\x0e\x0a\x05ex/v1\x12\x05Gizmo',
      text: 'no kind "Gizmo" is registered for version "ex/v1"',
    },
    { name: 'a length beyond the end', bytes: 'k8s\0\x0a\x7f', text: 'unexpected EOF' },
    { name: 'a group', bytes: 'k8s\0\x0b', text: 'illegal wireType 3' },
    { name: 'an endless number', bytes: `k8s\0${'\xff'.repeat(11)}`, text: 'integer overflow' },
  ])('$name is refused', ({ bytes, text }) => {
    expect(() => decodeProtobuf(Buffer.from(bytes, 'latin1'))).toThrow(text)
  })
})

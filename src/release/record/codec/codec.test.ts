import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeRelease, encodeRelease, unpackText } from './codec.ts'

const chart = '"chart":{"metadata":{"name":"web","version":"1.0.0"},"lock":null,"templates":null'

// Texts as Helm stores them: they must come back byte for byte.
const stored = [
  {
    name: 'of Helm 4',
    text: `{"name":"web","info":{"first_deployed":"2026-01-02T03:04:05.6Z","description":"Install complete","status":"deployed"},${chart},"values":{"10":1,"9":2,"B":null,"a":{"b":2,"z":1}},"schema":"e30=","schemamodtime":"0001-01-01T00:00:00Z","files":[{"name":"a","data":"","modtime":"2026-01-02T03:04:05Z"}],"modtime":"2026-01-02T03:04:05Z"},"config":{"f":0.1,"n":1e+21},"manifest":"a \\u003c b \\u0026 c","version":3,"namespace":"shop","apply_method":"ssa"}`,
  },
  {
    name: 'of Helm 3, with times that are empty',
    text: `{"name":"web","info":{"first_deployed":"2026-01-02T03:04:05.6+02:00","last_deployed":"","deleted":"","description":"x","status":"superseded"},${chart},"values":{},"schema":null,"files":[]},"manifest":"m","hooks":[{"name":"h","kind":"Job","path":"p","manifest":"m","events":["test"],"last_run":{"started_at":"","completed_at":"","phase":""},"delete_policies":["hook-failed"]}],"version":1,"namespace":"shop"}`,
  },
  {
    name: 'with fields of another version',
    text: `{"name":"web","info":{"description":"x","status":"failed","notes":"n","resources":{"v1/Pod":[{"b":1}]}},${chart},"values":null,"schema":null,"files":null,"origin":"oci"},"version":1,"namespace":"shop","sequencing":{"wave":2}}`,
  },
  {
    name: 'with integers that a number cannot hold',
    text: `{"name":"web","info":{"status":"deployed"},${chart},"values":null,"schema":null,"files":null},"config":{"id":9007199254740993},"version":1,"namespace":"shop"}`,
  },
]

test.each(stored)('a record $name is written as it was read', ({ text }) => {
  const record = decodeRelease(gzipSync(text).toString('base64'))
  expect(unpackText(encodeRelease(record))).toBe(text)
})

test('fields that are added go where Helm has them', () => {
  const record = decodeRelease(Buffer.from(stored[2]?.text ?? '').toString('base64'))
  const changed = { ...record, info: { ...record.info, deleted: 'then' }, config: { a: 1 } }
  expect(unpackText(encodeRelease(changed))).toMatch(
    /^{"name":"web","info":{"deleted":"then","description":"x",.*},"chart":.*,"config":{"a":1},"version":1,/,
  )
})

test.each([
  { name: 'not packed text', text: '!' },
  { name: 'broken gzip', text: Buffer.from([0x1f, 0x8b, 0x08, 1, 2, 3]).toString('base64') },
  { name: 'JSON that is no release', text: Buffer.from('{"name":"x"}').toString('base64') },
  { name: 'a list', text: Buffer.from('[]').toString('base64') },
])('$name is refused', ({ text }) => {
  expect(() => decodeRelease(text)).toThrow(expect.objectContaining({ code: 'bad-record' }))
})

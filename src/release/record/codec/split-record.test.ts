import { expect, test } from 'vitest'
import type { ReleaseRecord } from '../../release.ts'
import { decodeRelease, unpackText } from './codec.ts'
import { fitRecord, hasLeftOutFiles, joinParts } from './split-record.ts'
import { PackedBodies } from './packed-bodies.ts'
import { printRelease } from '../print-release.ts'
import { pointerOf } from '../stub.ts'

// Text that does not get much smaller by packing, the same each time.
function noise(characters: number): string {
  let state = 1
  return Array.from({ length: characters }, () => {
    state = (state * 48271) % 2147483647
    return String.fromCharCode(97 + (state % 26))
  }).join('')
}

function recordOf(sizes: { readonly files: number; readonly manifest: number }): ReleaseRecord {
  return {
    name: 'web',
    info: { description: 'x', status: 'deployed', notes: 'thanks' },
    chart: {
      metadata: { name: 'shop', version: '1.2.3' },
      lock: null,
      templates: [{ name: 'a', data: noise(sizes.files) }],
      values: { a: 1 },
      schema: null,
      files: null,
    },
    config: { b: 2 },
    manifest: noise(sizes.manifest),
    hooks: [],
    version: 3,
    namespace: 'shop',
  }
}

const fit = (record: ReleaseRecord) => fitRecord(record, new PackedBodies(), 4000)

test('what fits is kept as it is', async () => {
  const record = recordOf({ files: 100, manifest: 100 })
  const { text, rest } = await fit(record)
  expect(rest).toBeUndefined()
  expect(unpackText(text)).toBe(printRelease(record))
})

test('what does not fit first loses the files of its chart', async () => {
  const record = recordOf({ files: 9000, manifest: 100 })
  const { text, rest } = await fit(record)
  const kept = decodeRelease(text)
  expect(rest).toBeUndefined()
  expect(hasLeftOutFiles(kept)).toBe(true)
  expect(kept).toMatchObject({ manifest: record.manifest, chart: { templates: null } })
})

test('what still does not fit is kept in parts, with a record that helm can list', async () => {
  const record = recordOf({ files: 9000, manifest: 9000 })
  const { text, rest } = await fit(record)
  const stub = decodeRelease(text)
  expect(stub).toMatchObject({ name: 'web', version: 3, info: { status: 'deployed' } })
  expect(stub.chart.metadata).toEqual(record.chart.metadata)
  expect(pointerOf(stub)).toEqual(rest?.pointer)
  const failed = { ...stub, info: { ...stub.info, status: 'failed' as const } }
  if (rest === undefined) throw new Error('nothing was left over')
  expect(joinParts(failed, rest.pointer, rest.parts)).toMatchObject({
    info: { description: 'x', status: 'failed', notes: 'thanks' },
    manifest: record.manifest,
    config: { b: 2 },
  })
})

test('a change of the status leaves the parts as they are', async () => {
  const record = recordOf({ files: 0, manifest: 9000 })
  const failed = { ...record, info: { ...record.info, status: 'failed' as const } }
  expect((await fit(failed)).rest).toEqual((await fit(record)).rest)
})

test('parts of another record are refused', async () => {
  const { text, rest } = await fit(recordOf({ files: 0, manifest: 9000 }))
  const { rest: other } = await fit(recordOf({ files: 0, manifest: 9001 }))
  const join = () =>
    joinParts(decodeRelease(text), rest?.pointer ?? { parts: 0, digest: '' }, other?.parts ?? [])
  expect(join).toThrow(expect.objectContaining({ code: 'incomplete' }))
})

test('metadata that is too large by itself is refused', async () => {
  const record = recordOf({ files: 0, manifest: 0 })
  const metadata = { name: 'shop', description: noise(9000) }
  const large = { ...record, chart: { ...record.chart, metadata } }
  await expect(fit(large)).rejects.toThrow(expect.objectContaining({ code: 'too-large' }))
})

test('what does not change is packed once, and what was written is what is read', async () => {
  const bodies = new PackedBodies()
  const record = recordOf({ files: 100, manifest: 100 })
  const failed = { ...record, info: { ...record.info, status: 'failed' as const } }
  expect(bodies.of(failed)).toBe(bodies.of(record))
  const { text } = await fitRecord(failed, bodies)
  expect(decodeRelease(text)).toEqual(failed)
  const changed = { ...record, manifest: 'other' }
  expect(bodies.of(changed)).not.toBe(bodies.of(record))
  expect(decodeRelease((await fitRecord(changed, bodies)).text)).toEqual(changed)
})

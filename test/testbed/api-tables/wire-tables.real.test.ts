import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { decodeProtobuf } from '../../../src/apiserver/protobuf/decode-protobuf.ts'
import { equalJson, type Json } from '../../../src/objects/json.ts'
import { parseJson } from '../../../src/objects/json-text.ts'
import { makeWireTables, randomRows } from './wire-tables.ts'

test('the tables of src/apiserver/protobuf are what the Go types say', async () => {
  for (const { path, text } of await makeWireTables()) {
    const committed = await readFile(new URL(`../../../${path}`, import.meta.url), 'utf8')
    expect(committed === text, `${path} is stale: npm run testbed:tables -- wire`).toBe(true)
  }
})

test('random objects of every kind are read from protobuf as Go reads them', async () => {
  const rows = parseJson(await randomRows(10, 20_260)) as unknown as readonly {
    readonly kind: string
    readonly wire: string
    readonly json: Json
  }[]
  const different = rows.filter(
    ({ wire, json }) => !equalJson(decodeProtobuf(Buffer.from(wire, 'base64')), json),
  )
  expect(different.map(({ kind }) => kind)).toEqual([])
  expect(rows.length).toBeGreaterThan(1000)
})

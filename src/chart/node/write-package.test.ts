import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writePackage } from './write-package.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outrigger-write-package-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const chart = { fileName: 'web-1.0.0.tgz', tar: new Uint8Array(1024) }

test('writes into a folder that it makes, and nothing but the archive', () => {
  const path = writePackage(chart, join(folder, 'a/b'))
  expect(path).toBe(join(folder, 'a/b/web-1.0.0.tgz'))
  expect(readdirSync(join(folder, 'a/b'))).toEqual(['web-1.0.0.tgz'])
  expect(new Uint8Array(gunzipSync(readFileSync(path)))).toEqual(chart.tar)
})

test('replaces an archive of the same name', () => {
  writeFileSync(join(folder, chart.fileName), 'old')
  const path = writePackage(chart, folder)
  expect(gunzipSync(readFileSync(path)).length).toBe(1024)
})

test('leaves nothing behind when the archive cannot take its place', () => {
  mkdirSync(join(folder, chart.fileName, 'in-the-way'), { recursive: true })
  expect(() => writePackage(chart, folder)).toThrow(chart.fileName)
  expect(readdirSync(folder)).toEqual([chart.fileName])
})

test('refuses a file in place of the folder', () => {
  writeFileSync(join(folder, 'file'), '')
  expect(() => writePackage(chart, join(folder, 'file'))).toThrow('is not a directory')
})

test('the header of the archive says nothing of time and machine', () => {
  const archive = readFileSync(writePackage(chart, folder))
  expect([...archive.subarray(0, 4), ...archive.subarray(4, 8), archive[9]]).toEqual([
    0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 255,
  ])
})

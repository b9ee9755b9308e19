import { expect, test } from 'vitest'
import { captureIo } from '../../../test/cli/capture-io.ts'
import type { OutputFormat } from './format.ts'
import { printResult } from './print-result.ts'

interface Release {
  readonly name: string
  readonly revision: number
  readonly note?: string | undefined
}

const releases: readonly Release[] = [
  { name: 'web', revision: 12, note: 'first line\n  second line' },
  { name: 'grüße', revision: 3, note: undefined },
]

const result = {
  noun: 'release',
  name: (release: Release) => release.name,
  columns: [
    { header: 'name', cell: (release: Release) => release.name },
    { header: 'note', cell: (release: Release) => release.note ?? '', wide: true },
    { header: 'revision', cell: (release: Release) => String(release.revision) },
  ],
  rows: releases,
  value: releases.map((release) => ({ ...release })),
} as const

const formats: Record<OutputFormat, string> = {
  table: 'NAME    REVISION\nweb     12\ngrüße   3\n',
  wide: 'NAME    NOTE                     REVISION\nweb     first line second line   12\ngrüße                            3\n',
  name: 'release/web\nrelease/grüße\n',
  json: `${JSON.stringify(releases, undefined, 2)}\n`,
  yaml: '- name: web\n  note: |-\n    first line\n      second line\n  revision: 12\n- name: grüße\n  revision: 3\n',
}

test.each(Object.entries(formats))('prints %s', async (format, text) => {
  const { io, written } = captureIo()
  await printResult(result, format as OutputFormat, io)
  expect(written).toEqual({ stdout: text, stderr: '' })
})

test('prints only the headers of an empty table', async () => {
  const { io, written } = captureIo()
  await printResult({ ...result, rows: [] }, 'table', io)
  expect(written.stdout).toBe('NAME   REVISION\n')
})

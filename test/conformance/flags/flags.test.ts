import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../../cli/run-cli.ts'
import type { FlagOutcome, FlagRow } from './flag-row.ts'
import { chartsFolder, portable } from './run-helm.ts'

const folder = new URL('./', import.meta.url)
const files = readdirSync(new URL('rows/', folder)).map((file) => file.replace(/\.ts$/, ''))
const before = process.cwd()

// Rows name charts and files as a user in the folder of the charts would.
beforeAll(() => process.chdir(chartsFolder))
afterAll(() => process.chdir(before))

describe.each(files)('the flags of %s', async (file) => {
  const { rows } = (await import(`./rows/${file}.ts`)) as { rows: readonly FlagRow[] }
  const recorded = JSON.parse(
    readFileSync(new URL(`recorded/${file}.json`, folder), 'utf8'),
  ) as Record<string, FlagOutcome>

  test('every row was recorded, and no other', () => {
    expect(Object.keys(recorded).toSorted()).toEqual(rows.map((row) => row.name).toSorted())
  })

  test.each(rows.filter((row) => row.differs === undefined))('$name', async (row) => {
    expect(await ask(row)).toEqual(recorded[row.name])
  })

  test.each(rows.filter((row) => row.differs !== undefined))('$name: $differs', async (row) => {
    const ours = await ask(row)
    expect(ours).not.toEqual(recorded[row.name])
    expect(ours).toHaveProperty('error')
  })
})

async function ask(row: FlagRow): Promise<FlagOutcome> {
  const { exitCode, stdout, stderr } = await runCli(['template', ...row.args])
  if (exitCode === 0) return { stdout }
  const start = stderr.search(/^error: /m)
  // Our own words come after Helm's text.
  const [text = ''] = stderr.slice(start + 'error: '.length).split(/\n\nwhere: /)
  return { error: portable(text.replace(/\n+$/, '')) }
}

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { runCli } from '../../cli/run-cli.ts'
import { defaultArgs, type LintOutcome, type LintRow } from './lint-row.ts'
import { inFolderOf, withoutFolder } from './sample.ts'

const here = new URL('./', import.meta.url)

for (const file of readdirSync(new URL('rows/', here)).toSorted()) {
  const name = file.replace(/\.ts$/, '')
  const { rows } = (await import(new URL(`rows/${file}`, here).href)) as {
    rows: readonly LintRow[]
  }
  const text = readFileSync(new URL(`recorded/${name}.json`, here), 'utf8')
  const recorded = JSON.parse(text) as Record<string, LintOutcome>
  describe(`lint says what helm says: ${name}`, () => {
    test.each(rows.map((row) => [row.name, row] as const))('%s', async (_, row) => {
      expect(await lint(row)).toEqual(recorded[row.name])
    })
  })
}

async function lint(row: LintRow): Promise<LintOutcome> {
  return inFolderOf(row, async (folder) => {
    const before = process.cwd()
    process.chdir(folder)
    try {
      const { exitCode, stdout, stderr } = await runCli(['lint', ...(row.args ?? defaultArgs)])
      const error = /^error: (.*)/ims.exec(stderr)?.[1]?.trimEnd()
      return {
        exitCode,
        stdout: withoutFolder(stdout, folder),
        ...(error === undefined ? {} : { error: withoutFolder(error, folder) }),
      }
    } finally {
      process.chdir(before)
    }
  })
}

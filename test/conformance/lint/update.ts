import { execFile } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { findOracle } from '../../oracles/find.ts'
import { defaultArgs, type LintOutcome, type LintRow } from './lint-row.ts'
import { inFolderOf, withoutFolder } from './sample.ts'

// Records what the real helm says for every row: `npm run conformance:update -- lint`, or for the rows
// of some files: `npm run conformance:update -- lint values options`.
const helm = findOracle('helm4')
const only = process.argv.slice(2).filter((name) => name !== 'lint')
const here = new URL('./', import.meta.url)

for (const file of (await readdir(new URL('rows/', here))).toSorted()) {
  const name = file.replace(/\.ts$/, '')
  if (only.length > 0 && !only.includes(name)) continue
  const { rows } = (await import(new URL(`rows/${file}`, here).href)) as {
    rows: readonly LintRow[]
  }
  const recorded: Record<string, LintOutcome> = {}
  for (const row of rows) recorded[row.name] = await runHelm(row)
  const target = new URL(`recorded/${name}.json`, here)
  await writeFile(target, `${JSON.stringify(recorded, undefined, 1)}\n`)
  console.log(`${name}: ${rows.length} rows`)
}

function runHelm(row: LintRow): Promise<LintOutcome> {
  return inFolderOf(row, (cwd) => {
    const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', TZ: 'UTC' }
    return new Promise<LintOutcome>((resolve, reject) => {
      const args = ['lint', ...(row.args ?? defaultArgs)]
      execFile(helm, args, { cwd, env }, (failure, stdout, stderr) => {
        const exitCode = failure === null ? 0 : failure.code
        if (typeof exitCode !== 'number') return reject(failure)
        const error = /^Error: (.*)/ms.exec(stderr)?.[1]?.trimEnd()
        return resolve({
          exitCode,
          stdout: withoutFolder(stdout, cwd),
          ...(error === undefined ? {} : { error: withoutFolder(error, cwd) }),
        })
      })
    })
  })
}

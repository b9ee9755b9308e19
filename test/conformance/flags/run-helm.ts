import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FlagOutcome, FlagRow } from './flag-row.ts'

/** The folder in which the rows are run: charts and values files of our own. */
export const chartsFolder = fileURLToPath(new URL('../../charts/charts', import.meta.url))

const hint = '\n\nUse --debug flag to render out invalid YAML'

/** The outcome of a row with the real helm. */
export function runHelm(helm: string, row: FlagRow): Promise<FlagOutcome> {
  const env = { PATH: process.env.PATH ?? '', HOME: '/nonexistent', TZ: 'UTC' }
  return new Promise((resolve, reject) => {
    const options = { cwd: chartsFolder, env, maxBuffer: 64 * 1024 * 1024 }
    execFile(helm, ['template', ...row.args], options, (failure, stdout, stderr) => {
      if (!failure) return resolve({ stdout })
      const start = stderr.search(/^Error: /m)
      if (start < 0)
        return reject(new Error(`helm failed without an error: ${stderr}`, { cause: failure }))
      const text = portable(stderr.slice(start + 'Error: '.length).replace(/\n+$/, ''))
      return resolve({ error: text.endsWith(hint) ? text.slice(0, -hint.length) : text })
    })
  })
}

/** An error without the place of this clone. */
export function portable(text: string): string {
  return text.replaceAll(chartsFolder, 'CHARTS')
}

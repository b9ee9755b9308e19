import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folder of our own corpus, in the layout of test/parity/corpus.ts. */
export const ownCorpus = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '')

export type HelmOutcome =
  | { readonly output: string }
  /** From `Error: ` on, without log lines. */
  | { readonly error: string }

/** The outcome of a chart of our corpus with one values file, by the real helm. */
export function runHelmTemplate(helm: string, id: string, name: string): Promise<HelmOutcome> {
  const values = `values/${id}/${name}.yaml`
  const given = existsSync(`${ownCorpus}/${values}`) ? ['-f', values] : []
  const args = ['template', 'demo', `charts/${id}`, '--namespace', 'demo-ns', ...given]
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', TZ: 'UTC' }
  return new Promise((resolve, reject) => {
    execFile(helm, args, { cwd: ownCorpus, env, encoding: 'latin1' }, (failure, stdout, stderr) => {
      if (!failure) return resolve({ output: fromLatin1(stdout) })
      const text = fromLatin1(stderr)
      const start = text.search(/^Error: /m)
      if (start >= 0) return resolve({ error: text.slice(start) })
      return reject(new Error(`helm failed without an error: ${text}`, { cause: failure }))
    })
  })
}

function fromLatin1(text: string): string {
  return Buffer.from(text, 'latin1').toString('utf8')
}

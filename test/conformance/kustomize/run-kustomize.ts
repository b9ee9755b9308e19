import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findOracle } from '../../oracles/find.ts'
import type { KustomizeOutcome, KustomizeRow } from './kustomize-row.ts'

/** The answer of the real kustomize to a row. */
export async function runKustomize({ files, reorder }: KustomizeRow): Promise<KustomizeOutcome> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'outrigger-kustomize-')))
  try {
    for (const [path, text] of Object.entries(files)) {
      const full = join(folder, path)
      mkdirSync(dirname(full), { recursive: true })
      writeFileSync(full, Buffer.from(text))
    }
    const order = reorder === undefined ? [] : ['--reorder', reorder]
    return await build(['build', ...order, join(folder, 'app')], folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function build(args: readonly string[], folder: string): Promise<KustomizeOutcome> {
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' }
  return new Promise((resolve) => {
    execFile(
      findOracle('kustomize'),
      args,
      { env, maxBuffer: 64 * 1024 * 1024 },
      (failure, stdout, stderr) => {
        if (failure === null) return resolve({ output: stdout })
        const error = /^Error: (.*)/m.exec(stderr)?.[1] ?? stderr
        return resolve({ error: error.replaceAll(folder, 'FOLDER').slice(0, 200) })
      },
    )
  })
}

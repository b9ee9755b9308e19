import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder } from '../../test/oracles/find.ts'

const version = 'v4.2.3'

/** Helm's engine as a program of ours: `OUTRIGGER_HELM_ENGINE`, or built with Go once and kept in the cache. */
export function helmEngine(): string {
  const own = process.env.OUTRIGGER_HELM_ENGINE
  if (own !== undefined) return own
  const folder = join(cacheFolder(process.env), 'bench', `helm-engine@${version}`)
  const program = join(folder, 'helm-engine')
  if (existsSync(program)) return program
  mkdirSync(folder, { recursive: true })
  const args = ['build', '-trimpath', '-o', program, '.']
  const built = spawnSync('go', args, { cwd: import.meta.dirname, encoding: 'utf8' })
  if (built.status === 0) return program
  const why = built.error?.message ?? built.stderr
  throw new Error(`Helm's engine needs Go 1.26 to build, or OUTRIGGER_HELM_ENGINE: ${why}`)
}

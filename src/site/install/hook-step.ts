import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SiteError } from '../errors.ts'
import { localRunner } from '../runner/local-runner.ts'
import { quoted } from '../runner/shell-text.ts'
import type { SiteContext } from './site-context.ts'

/** Runs a hook of the installer beside it: that of the expansion, else the one beside the site's file. */
export async function runHook(
  name: string,
  context: SiteContext,
  signal: AbortSignal,
): Promise<string> {
  const { paths, env, onLine } = context
  const places = [join(paths.staged, 'hooks', name), join(paths.folder, 'hooks', name)]
  const path = places.find((place) => existsSync(place))
  if (path === undefined) return 'there is none'
  const runner = localRunner({
    ...env,
    OUTRIGGER_SITE_FOLDER: paths.folder,
    OUTRIGGER_SHARED_FOLDER: paths.shared,
    ...(existsSync(paths.kubeconfig) ? { KUBECONFIG: paths.kubeconfig } : {}),
  })
  const { code, tail } = await runner.run(
    {
      name,
      text: quoted(path),
      env: {},
      secrets: [],
      keepsOutput: false,
      onLine: (line) => onLine(name, 'the installer', line),
    },
    signal,
  )
  if (code === 0) return `${path} has run`
  throw new SiteError('hook', `hook ${name} ended with ${code}${tail === '' ? '' : `: ${tail}`}`)
}

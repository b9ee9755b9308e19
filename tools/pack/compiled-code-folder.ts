import { posix, win32 } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Where what V8 compiled of this program is kept for its next start. The folder is the user's own: in a
 * shared one another user could have put code for us to run.
 */
export function compiledCodeFolder(env: Environment, platform: string): string | undefined {
  // A user who sets the first has chosen a folder, and Node is already using it.
  if (env.NODE_COMPILE_CACHE || env.NODE_DISABLE_COMPILE_CACHE) return undefined
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix
  const caches = userCaches(env, platform, join)
  return caches !== undefined && isAbsolute(caches) ? join(caches, 'outrigger', 'code') : undefined
}

function userCaches(
  env: Environment,
  platform: string,
  join: (...parts: string[]) => string,
): string | undefined {
  if (platform === 'win32') return env.LOCALAPPDATA
  if (env.XDG_CACHE_HOME) return env.XDG_CACHE_HOME
  if (!env.HOME) return undefined
  return platform === 'darwin' ? join(env.HOME, 'Library', 'Caches') : join(env.HOME, '.cache')
}

import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const platformCommands: readonly CommandEntry[] = [
  {
    path: 'graph',
    summary: 'show plugins, what they need and what waits for what',
    load: () => import('./graph.ts'),
  },
  {
    path: 'start',
    summary: 'start the whole platform, on a sandbox unless a cluster is named',
    load: () => import('./start.ts'),
  },
  {
    path: 'init',
    summary: 'set a platform up on a cluster, or upgrade it',
    load: () => import('./init.ts'),
  },
]

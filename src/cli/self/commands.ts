import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const selfCommands: readonly CommandEntry[] = [
  {
    path: 'version',
    summary: 'print the versions of this program and of what is in it',
    load: () => import('./version.ts'),
  },
  {
    path: 'completion',
    summary: 'print a script that completes commands in a shell',
    load: () => import('./completion.ts'),
  },
  { path: 'help', summary: 'print help for a command', load: () => import('./help.ts') },
  {
    path: '__complete',
    summary: 'print what may come next',
    hidden: true,
    load: () => import('./complete.ts'),
  },
  {
    path: '__thread',
    summary: 'do the work of a thread',
    hidden: true,
    load: () => import('./thread.ts'),
  },
]

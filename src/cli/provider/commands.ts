import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const providerCommands: readonly CommandEntry[] = [
  {
    path: 'provider push',
    summary: 'push the folder of a provider to a registry',
    load: () => import('./push.ts'),
  },
  {
    path: 'provider pull',
    summary: 'pull a provider from a registry into a folder',
    load: () => import('./pull.ts'),
  },
  {
    path: 'provider inspect',
    summary: 'list the conditions of a provider, and name its problems',
    load: () => import('./inspect.ts'),
  },
]

import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const registryCommands: readonly CommandEntry[] = [
  {
    path: 'registry login',
    summary: 'keep the login of a registry, for helm too',
    load: () => import('./login.ts'),
  },
  {
    path: 'registry logout',
    summary: 'forget the login of a registry',
    load: () => import('./logout.ts'),
  },
  {
    path: 'registry serve',
    summary: 'serve an OCI registry from a folder',
    load: () => import('./serve.ts'),
  },
]

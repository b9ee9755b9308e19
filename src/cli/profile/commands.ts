import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const profileCommands: readonly CommandEntry[] = [
  {
    path: 'profile list',
    summary: 'list profiles and how they stand',
    load: () => import('./list.ts'),
  },
  {
    path: 'profile get',
    summary: 'print profiles, also as JSON or YAML',
    load: () => import('./get.ts'),
  },
  {
    path: 'profile describe',
    summary: 'say how a profile stands, why, and what to do',
    load: () => import('./describe.ts'),
  },
  {
    path: 'profile create',
    summary: 'say what a class of clusters gets',
    load: () => import('./create.ts'),
  },
  {
    path: 'profile edit',
    summary: 'change a profile in an editor',
    load: () => import('./edit.ts'),
  },
  {
    path: 'profile delete',
    summary: 'delete profiles; what they gave stays',
    load: () => import('./delete.ts'),
  },
  {
    path: 'profile wait',
    summary: 'wait until profiles are ready, or gone',
    load: () => import('./wait.ts'),
  },
  {
    path: 'profile events',
    summary: 'print what was told about profiles',
    load: () => import('./events.ts'),
  },
]

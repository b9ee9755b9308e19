import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const repositoryCommands: readonly CommandEntry[] = [
  {
    path: 'repository list',
    summary: 'list the repositories of a platform',
    load: () => import('./list.ts'),
  },
  {
    path: 'repository get',
    summary: 'print repositories, also as JSON or YAML',
    load: () => import('./get.ts'),
  },
  {
    path: 'repository describe',
    summary: 'say how a repository stands, why, and what to do',
    load: () => import('./describe.ts'),
  },
  {
    path: 'repository create',
    summary: 'create a repository of charts on a platform',
    load: () => import('./create.ts'),
  },
  {
    path: 'repository set',
    summary: 'change a repository',
    load: () => import('./set.ts'),
  },
  {
    path: 'repository enable',
    summary: 'read the index of a repository again',
    load: () => import('./enable.ts'),
  },
  {
    path: 'repository disable',
    summary: 'stop reading the index of a repository',
    load: () => import('./disable.ts'),
  },
  {
    path: 'repository retry',
    summary: 'read the index of a repository now',
    load: () => import('./retry.ts'),
  },
  {
    path: 'repository delete',
    summary: 'delete repositories',
    load: () => import('./delete.ts'),
  },
  {
    path: 'repository wait',
    summary: 'wait until repositories are ready, or gone',
    load: () => import('./wait.ts'),
  },
  {
    path: 'repository events',
    summary: 'print what was told about repositories',
    load: () => import('./events.ts'),
  },
]

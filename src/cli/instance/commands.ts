import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const instanceCommands: readonly CommandEntry[] = [
  {
    path: 'instance list',
    summary: 'list instances and how they stand',
    load: () => import('./list.ts'),
  },
  {
    path: 'instance get',
    summary: 'print instances, also as JSON or YAML',
    load: () => import('./get.ts'),
  },
  {
    path: 'instance describe',
    summary: 'say how an instance stands, why, and what to do',
    load: () => import('./describe.ts'),
  },
  {
    path: 'instance create',
    summary: 'choose an extension for a cluster',
    load: () => import('./create.ts'),
  },
  {
    path: 'instance set',
    summary: 'change the parameters or the version of an instance',
    load: () => import('./set.ts'),
  },
  {
    path: 'instance edit',
    summary: 'change an instance in an editor',
    load: () => import('./edit.ts'),
  },
  {
    path: 'instance enable',
    summary: 'install what an instance chose',
    load: () => import('./enable.ts'),
  },
  {
    path: 'instance disable',
    summary: 'uninstall an instance and keep its parameters',
    load: () => import('./disable.ts'),
  },
  {
    path: 'instance rollback',
    summary: 'make an older revision of an instance the newest again',
    load: () => import('./rollback.ts'),
  },
  {
    path: 'instance history',
    summary: 'list the revisions of an instance',
    load: () => import('./history.ts'),
  },
  {
    path: 'instance retry',
    summary: 'try what failed again now',
    load: () => import('./retry.ts'),
  },
  {
    path: 'instance delete',
    summary: 'delete instances, and uninstall what they chose',
    load: () => import('./delete.ts'),
  },
  {
    path: 'instance wait',
    summary: 'wait until instances are ready, or gone',
    load: () => import('./wait.ts'),
  },
  {
    path: 'instance events',
    summary: 'print what was told about instances',
    load: () => import('./events.ts'),
  },
]

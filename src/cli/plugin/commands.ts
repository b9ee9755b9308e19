import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const pluginCommands: readonly CommandEntry[] = [
  {
    path: 'plugin list',
    summary: 'list plugins and how they stand',
    load: () => import('./list.ts'),
  },
  {
    path: 'plugin get',
    summary: 'print plugins, also as JSON or YAML',
    load: () => import('./get.ts'),
  },
  {
    path: 'plugin describe',
    summary: 'say how a plugin stands, why, and what to do',
    load: () => import('./describe.ts'),
  },
  {
    path: 'plugin create',
    summary: 'create a plugin, which the operator installs',
    load: () => import('./create.ts'),
  },
  {
    path: 'plugin set',
    summary: 'change the values or the source of a plugin',
    load: () => import('./set.ts'),
  },
  {
    path: 'plugin edit',
    summary: 'change a plugin in an editor',
    load: () => import('./edit.ts'),
  },
  {
    path: 'plugin enable',
    summary: 'install what a plugin describes',
    load: () => import('./enable.ts'),
  },
  {
    path: 'plugin disable',
    summary: 'uninstall a plugin and keep its values',
    load: () => import('./disable.ts'),
  },
  {
    path: 'plugin rollback',
    summary: 'make an older revision of a plugin the newest again',
    load: () => import('./rollback.ts'),
  },
  {
    path: 'plugin history',
    summary: 'list the revisions of a plugin',
    load: () => import('./history.ts'),
  },
  {
    path: 'plugin retry',
    summary: 'try again now',
    load: () => import('./retry.ts'),
  },
  {
    path: 'plugin delete',
    summary: 'delete plugins, and uninstall what they installed',
    load: () => import('./delete.ts'),
  },
  {
    path: 'plugin wait',
    summary: 'wait until plugins are ready, or gone',
    load: () => import('./wait.ts'),
  },
  {
    path: 'plugin events',
    summary: 'print what was told about plugins',
    load: () => import('./events.ts'),
  },
]

import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const releaseCommands: readonly CommandEntry[] = [
  {
    path: 'release plan',
    short: 'plan',
    summary: 'say what installing or upgrading would change',
    load: () => import('./plan.ts'),
  },
  {
    path: 'release install',
    short: 'install',
    summary: 'install a chart',
    load: () => import('./install.ts'),
  },
  {
    path: 'release upgrade',
    short: 'upgrade',
    summary: 'upgrade a release',
    load: () => import('./upgrade.ts'),
  },
  {
    path: 'release rollback',
    short: 'rollback',
    summary: 'make an older revision the newest again',
    load: () => import('./rollback.ts'),
  },
  {
    path: 'release uninstall',
    short: 'uninstall',
    aliases: ['release delete', 'release un', 'delete', 'del', 'un'],
    summary: 'delete the objects and records of releases',
    load: () => import('./uninstall.ts'),
  },
  {
    path: 'release test',
    short: 'test',
    summary: 'run the tests of a release',
    load: () => import('./test.ts'),
  },
  {
    path: 'release diff',
    short: 'diff',
    summary: 'say how the cluster differs from a release',
    load: () => import('./diff.ts'),
  },
  {
    path: 'release list',
    short: 'list',
    aliases: ['release ls', 'ls'],
    summary: 'list the releases on a cluster',
    load: () => import('./list.ts'),
  },
  {
    path: 'release history',
    short: 'history',
    aliases: ['release hist', 'hist'],
    summary: 'list the revisions of a release',
    load: () => import('./history.ts'),
  },
  {
    path: 'release renew-apis',
    summary: 'rewrite stored revisions that name APIs which are gone',
    load: () => import('./renew-apis.ts'),
  },
  {
    path: 'release convert',
    summary: 'record releases of Helm 2 as Helm 3 would have',
    load: () => import('./convert.ts'),
  },
  {
    path: 'release status',
    short: 'status',
    summary: 'say how a release stands',
    load: () => import('./status.ts'),
  },
  {
    path: 'release get all',
    short: 'get all',
    summary: 'print all that is recorded of a release',
    load: async () => (await import('./get/text-verbs.ts')).allVerb,
  },
  {
    path: 'release get values',
    short: 'get values',
    summary: 'print the values that were given for a release',
    load: () => import('./get/values.ts'),
  },
  {
    path: 'release get manifest',
    short: 'get manifest',
    summary: 'print the objects of a release as they were rendered',
    load: async () => (await import('./get/text-verbs.ts')).manifestVerb,
  },
  {
    path: 'release get hooks',
    short: 'get hooks',
    summary: 'print the hooks of a release as they were rendered',
    load: async () => (await import('./get/text-verbs.ts')).hooksVerb,
  },
  {
    path: 'release get notes',
    short: 'get notes',
    summary: 'print the notes of a release',
    load: async () => (await import('./get/text-verbs.ts')).notesVerb,
  },
  {
    path: 'release get metadata',
    short: 'get metadata',
    summary: 'print what a release is made of',
    load: () => import('./get/metadata.ts'),
  },
]

import { kindCommands } from '../kind/kind-commands.ts'
import type { CommandEntry } from '../verb.ts'

const shared = kindCommands({
  noun: 'repository',
  one: 'a repository',
  many: 'repositories',
  loadView: async () => (await import('./repository-view.ts')).repositoryView,
})

/** To add a command here: write <verb>.ts, and one entry. */
export const repositoryCommands: readonly CommandEntry[] = [
  { ...shared.list, summary: 'list the repositories of a platform' },
  shared.get,
  shared.describe,
  {
    path: 'repository create',
    summary: 'create a repository of charts on a platform',
    load: () => import('./create.ts'),
  },
  { path: 'repository set', summary: 'change a repository', load: () => import('./set.ts') },
  shared.change({
    verb: 'enable',
    summary: 'read the index of a repository again',
    description: 'Reads the index of a repository again.',
    until: 'done',
  }),
  shared.change({
    verb: 'disable',
    summary: 'stop reading the index of a repository',
    description: 'Stops reading the index of a repository; what was read last is still used.',
    until: 'suspended',
  }),
  shared.change({
    verb: 'retry',
    summary: 'read the index of a repository now',
    description: 'Reads the index now, whatever the interval says.',
    until: 'done',
  }),
  shared.delete('delete repositories', { orphans: 'cannot' }),
  shared.wait,
  shared.events,
]

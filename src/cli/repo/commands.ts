import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const repoCommands: readonly CommandEntry[] = [
  {
    path: 'repo add',
    summary: 'add a repository of charts',
    load: () => import('./add.ts'),
  },
  {
    path: 'repo list',
    aliases: ['repo ls'],
    summary: 'list the repositories that were added',
    load: () => import('./list.ts'),
  },
  {
    path: 'repo update',
    aliases: ['repo up'],
    summary: 'bring the indexes of repositories up to date',
    load: () => import('./update.ts'),
  },
  {
    path: 'repo remove',
    aliases: ['repo rm'],
    summary: 'forget repositories',
    load: () => import('./remove.ts'),
  },
  {
    path: 'repo index',
    summary: 'write the index of a folder of packaged charts',
    load: () => import('./index-folder.ts'),
  },
]

import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const imagesCommands: readonly CommandEntry[] = [
  {
    path: 'images list',
    aliases: ['images ls'],
    summary: 'list every image that a chart, a release or a cluster could run, and why',
    load: () => import('./list.ts'),
  },
  {
    path: 'images copy',
    aliases: ['images cp'],
    summary: 'copy images between registries, layouts and archives, with their signatures',
    load: () => import('./copy.ts'),
  },
  {
    path: 'images diff',
    summary: 'show images that run on a cluster and that no release names',
    load: () => import('./diff.ts'),
  },
]

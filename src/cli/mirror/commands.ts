import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const mirrorCommands: readonly CommandEntry[] = [
  {
    path: 'mirror',
    summary: 'bring charts with their images to registries of your own, as a file says',
    load: () => import('./mirror.ts'),
  },
]

import { kindCommands } from '../kind/kind-commands.ts'
import type { CommandEntry } from '../verb.ts'

const shared = kindCommands({
  noun: 'profile',
  one: 'a profile',
  many: 'profiles',
  loadView: async () => (await import('./profile-view.ts')).profileView,
})

/** To add a command here: write <verb>.ts, and one entry. */
export const profileCommands: readonly CommandEntry[] = [
  shared.list,
  shared.get,
  shared.describe,
  {
    path: 'profile create',
    summary: 'say what a class of clusters gets',
    load: () => import('./create.ts'),
  },
  shared.edit,
  shared.delete('delete profiles; what they gave stays', { orphans: 'cannot' }),
  shared.wait,
  shared.events,
]

import { kindCommands } from '../kind/kind-commands.ts'
import type { CommandEntry } from '../verb.ts'

const shared = kindCommands({
  noun: 'extension',
  one: 'an extension',
  many: 'extensions',
  loadView: async () => (await import('./extension-view.ts')).extensionView,
})

/** To add a command here: write <verb>.ts, and one entry. */
export const extensionCommands: readonly CommandEntry[] = [
  shared.list,
  shared.get,
  shared.describe,
  { path: 'extension create', summary: 'offer something new', load: () => import('./create.ts') },
  {
    path: 'extension import',
    summary: 'make an extension from charts',
    load: () => import('./import.ts'),
  },
  shared.edit,
  {
    path: 'extension delete',
    summary: 'take extensions out of the catalogue; what runs stays',
    load: () => import('./delete.ts'),
  },
  shared.wait,
  shared.events,
]

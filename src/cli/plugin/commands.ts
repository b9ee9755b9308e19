import { kindCommands } from '../kind/kind-commands.ts'
import type { CommandEntry } from '../verb.ts'

const shared = kindCommands({
  noun: 'plugin',
  one: 'a plugin',
  many: 'plugins',
  loadView: async () => (await import('./plugin-view.ts')).pluginView,
})

/** To add a command here: write <verb>.ts, and one entry. */
export const pluginCommands: readonly CommandEntry[] = [
  shared.list,
  shared.get,
  shared.describe,
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
    path: 'plugin plan',
    summary: 'print what the next pass, or a change, would do',
    load: () => import('./plan.ts'),
  },
  {
    path: 'plugin diff',
    summary: 'the same, and end with 3 when something would change',
    load: () => import('./diff.ts'),
  },
  shared.edit,
  shared.change({
    verb: 'enable',
    summary: 'install what a plugin describes',
    description: 'Installs what a plugin describes, with the values it kept.',
    until: 'done',
  }),
  shared.change({
    verb: 'disable',
    summary: 'uninstall a plugin and keep its values',
    description: 'Uninstalls the release of a plugin and keeps the plugin with its values.',
    until: 'disabled',
  }),
  {
    path: 'plugin rollback',
    summary: 'make an older revision of a plugin the newest again',
    load: () => import('./rollback.ts'),
  },
  shared.history,
  shared.change({
    verb: 'retry',
    summary: 'try again now',
    description: 'Tries what failed again now, and looks at the source.',
    until: 'done',
  }),
  shared.delete('delete plugins, and uninstall what they installed', {
    orphans: 'can',
    children: 'waited-for',
  }),
  shared.wait,
  shared.events,
]

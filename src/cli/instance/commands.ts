import { kindCommands } from '../kind/kind-commands.ts'
import type { CommandEntry } from '../verb.ts'

const shared = kindCommands({
  noun: 'instance',
  one: 'an instance',
  many: 'instances',
  loadView: async () => (await import('./instance-view.ts')).instanceView,
})

/** To add a command here: write <verb>.ts, and one entry. */
export const instanceCommands: readonly CommandEntry[] = [
  shared.list,
  shared.get,
  shared.describe,
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
    path: 'instance plan',
    summary: 'print what the next pass, or a change, would do',
    load: () => import('./plan.ts'),
  },
  shared.edit,
  shared.change({
    verb: 'enable',
    summary: 'install what an instance chose',
    description: 'Installs what an instance chose, with the parameters it kept.',
    until: 'done',
  }),
  shared.change({
    verb: 'disable',
    summary: 'uninstall an instance and keep its parameters',
    description: 'Uninstalls an instance and keeps its parameters.',
    until: 'disabled',
  }),
  {
    path: 'instance rollback',
    summary: 'make an older revision of an instance the newest again',
    load: () => import('./rollback.ts'),
  },
  shared.history,
  shared.change({
    verb: 'retry',
    summary: 'try what failed again now',
    description: 'Tries what failed again now, and looks at the source.',
    until: 'done',
  }),
  shared.delete('delete instances, and uninstall what they chose', { orphans: 'can' }),
  shared.wait,
  shared.events,
]

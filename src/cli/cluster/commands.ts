import { kindCommands } from '../kind/kind-commands.ts'
import type { CommandEntry } from '../verb.ts'

const shared = kindCommands({
  noun: 'cluster',
  one: 'a cluster',
  many: 'clusters',
  loadView: async () => (await import('./cluster-view.ts')).clusterView,
})

/** To add a command here: write <verb>.ts, and one entry. */
export const clusterCommands: readonly CommandEntry[] = [
  shared.list,
  shared.get,
  shared.describe,
  {
    path: 'cluster create',
    summary: 'tell the platform of another cluster',
    load: () => import('./create.ts'),
  },
  shared.edit,
  {
    path: 'cluster rehearse',
    summary: 'say what an upgrade of Kubernetes would mean for extensions',
    load: () => import('./rehearse.ts'),
  },
  {
    path: 'cluster upgrade-extensions',
    summary: 'move extensions before or after an upgrade of Kubernetes',
    load: () => import('./upgrade-extensions.ts'),
  },
  {
    path: 'cluster delete',
    summary: 'forget clusters; what is on them stays',
    load: () => import('./delete.ts'),
  },
  shared.wait,
  shared.events,
]

import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const clusterCommands: readonly CommandEntry[] = [
  {
    path: 'cluster list',
    summary: 'list clusters and how they stand',
    load: () => import('./list.ts'),
  },
  {
    path: 'cluster get',
    summary: 'print clusters, also as JSON or YAML',
    load: () => import('./get.ts'),
  },
  {
    path: 'cluster describe',
    summary: 'say how a cluster stands, why, and what to do',
    load: () => import('./describe.ts'),
  },
  {
    path: 'cluster create',
    summary: 'tell the platform of another cluster',
    load: () => import('./create.ts'),
  },
  {
    path: 'cluster edit',
    summary: 'change a cluster in an editor',
    load: () => import('./edit.ts'),
  },
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
  {
    path: 'cluster wait',
    summary: 'wait until clusters are ready, or gone',
    load: () => import('./wait.ts'),
  },
  {
    path: 'cluster events',
    summary: 'print what was told about clusters',
    load: () => import('./events.ts'),
  },
]

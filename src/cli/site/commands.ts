import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const siteCommands: readonly CommandEntry[] = [
  {
    path: 'site init',
    summary: 'write an example of a site that can be filled in',
    load: () => import('./init.ts'),
  },
  {
    path: 'site plan',
    summary: 'say which steps and conditions an installation has, and how far it is',
    load: () => import('./plan.ts'),
  },
  {
    path: 'site install',
    summary: 'install a platform from one file: machines, cluster, operator, applications',
    load: () => import('./install.ts'),
  },
  {
    path: 'site resume',
    summary: 'go on with an installation where it stopped',
    load: () => import('./resume.ts'),
  },
  {
    path: 'site status',
    summary: 'say how far an installation is',
    load: () => import('./status.ts'),
  },
  {
    path: 'site upgrade',
    summary: 'bring a platform to this installer, and its cluster to another Kubernetes',
    load: () => import('./upgrade.ts'),
  },
  {
    path: 'site stop',
    summary: 'end the process of a platform that runs beside its installer',
    load: () => import('./stop.ts'),
  },
]

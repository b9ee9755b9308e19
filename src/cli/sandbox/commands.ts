import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const sandboxCommands: readonly CommandEntry[] = [
  {
    path: 'sandbox start',
    summary: 'start a Kubernetes API with simulated workloads',
    load: () => import('./start.ts'),
  },
  {
    path: 'sandbox stop',
    summary: 'stop a sandbox and keep what it holds',
    load: () => import('./stop.ts'),
  },
  {
    path: 'sandbox status',
    summary: 'say whether a sandbox runs, and where',
    load: () => import('./status.ts'),
  },
  {
    path: 'sandbox list',
    aliases: ['sandbox ls'],
    summary: 'list the sandboxes of this machine',
    load: () => import('./list.ts'),
  },
  {
    path: 'sandbox reset',
    summary: 'forget what a sandbox holds',
    load: () => import('./reset.ts'),
  },
  {
    path: 'sandbox kubeconfig',
    summary: 'print the kubeconfig of a sandbox',
    load: () => import('./kubeconfig.ts'),
  },
  {
    path: 'sandbox upgrade',
    summary: 'make a sandbox a newer version of Kubernetes',
    load: () => import('./upgrade.ts'),
  },
]

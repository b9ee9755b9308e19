import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const extensionCommands: readonly CommandEntry[] = [
  {
    path: 'extension list',
    summary: 'list extensions and how they stand',
    load: () => import('./list.ts'),
  },
  {
    path: 'extension get',
    summary: 'print extensions, also as JSON or YAML',
    load: () => import('./get.ts'),
  },
  {
    path: 'extension describe',
    summary: 'say how an extension stands, why, and what to do',
    load: () => import('./describe.ts'),
  },
  {
    path: 'extension create',
    summary: 'offer something new',
    load: () => import('./create.ts'),
  },
  {
    path: 'extension import',
    summary: 'make an extension from charts',
    load: () => import('./import.ts'),
  },
  {
    path: 'extension edit',
    summary: 'change an extension in an editor',
    load: () => import('./edit.ts'),
  },
  {
    path: 'extension delete',
    summary: 'take extensions out of the catalogue; what runs stays',
    load: () => import('./delete.ts'),
  },
  {
    path: 'extension wait',
    summary: 'wait until extensions are ready, or gone',
    load: () => import('./wait.ts'),
  },
  {
    path: 'extension events',
    summary: 'print what was told about extensions',
    load: () => import('./events.ts'),
  },
]

import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const serverCommands: readonly CommandEntry[] = [
  {
    path: 'server',
    summary: 'serve the REST API and the web page alone, beside a running operator',
    load: () => import('./server.ts'),
  },
  {
    path: 'open',
    summary: 'sign in to the web page with a link that works once',
    load: () => import('./open.ts'),
  },
  {
    path: 'api',
    summary: 'send a request to the REST API and print the answer',
    load: () => import('./api.ts'),
  },
]

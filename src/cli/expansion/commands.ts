import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const expansionCommands: readonly CommandEntry[] = [
  {
    path: 'expansion build',
    summary: 'build a package from a folder, the same bytes every time',
    load: () => import('./build.ts'),
  },
  {
    path: 'expansion check',
    summary: 'name every problem of a package, with file and line',
    load: () => import('./check.ts'),
  },
  {
    path: 'expansion explain',
    summary: "print a site's configuration with a package in it, and whose each line is",
    load: () => import('./explain.ts'),
  },
  {
    path: 'expansion inspect',
    summary: 'say what is in a package',
    load: () => import('./inspect.ts'),
  },
]

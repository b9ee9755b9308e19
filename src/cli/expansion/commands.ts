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
  {
    path: 'expansion init',
    summary: 'write an example of a package that works as it is',
    load: () => import('./init.ts'),
  },
  {
    path: 'expansion test',
    summary: 'play a package in a sandbox and print the timeline',
    load: () => import('./test.ts'),
  },
  {
    path: 'expansion operator test',
    summary: 'judge an operator of delegated conditions, rule by rule',
    load: () => import('./operator/test.ts'),
  },
  {
    path: 'expansion diff',
    summary: 'say what an update would change on a site',
    load: () => import('./diff.ts'),
  },
  {
    path: 'expansion push',
    summary: 'push a built package to a registry',
    load: () => import('./push.ts'),
  },
  {
    path: 'expansion pull',
    summary: 'pull a package from a registry into a folder',
    load: () => import('./pull.ts'),
  },
  {
    path: 'expansion sign',
    summary: 'sign a built package by a key',
    load: () => import('./sign.ts'),
  },
  {
    path: 'expansion verify',
    summary: 'say who signed a package, offline',
    load: () => import('./verify.ts'),
  },
  {
    path: 'expansion merge',
    summary: 'merge two packages into one and name conflicts',
    load: () => import('./merge.ts'),
  },
]

import type { CommandTable } from './verb.ts'

/** To add a command: write <noun>/<verb>.ts, and one line here. */
export const commands: CommandTable = {
  groups: { chart: 'look into charts' },
  commands: [
    {
      path: 'chart template',
      short: 'template',
      summary: "print a chart's manifests as Helm renders them",
      load: () => import('./chart/template.ts'),
    },
    {
      path: 'start',
      summary: 'start the platform, as far as it exists',
      load: () => import('./platform/start.ts'),
    },
    {
      path: 'version',
      summary: 'print the versions of this program and of what is in it',
      load: () => import('./self/version.ts'),
    },
    {
      path: 'completion',
      summary: 'print a script that completes commands in a shell',
      load: () => import('./self/completion.ts'),
    },
    { path: 'help', summary: 'print help for a command', load: () => import('./self/help.ts') },
    {
      path: '__complete',
      summary: 'print what may come next',
      hidden: true,
      load: () => import('./self/complete.ts'),
    },
  ],
}

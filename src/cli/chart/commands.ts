import type { CommandEntry } from '../verb.ts'

/** To add a command here: write <verb>.ts, and one entry. */
export const chartCommands: readonly CommandEntry[] = [
  {
    path: 'chart template',
    short: 'template',
    summary: "print a chart's manifests as Helm renders them",
    load: () => import('./template.ts'),
  },
  {
    path: 'chart lint',
    short: 'lint',
    summary: 'say what is wrong with charts, as helm lint does',
    load: () => import('./lint.ts'),
  },
  {
    path: 'chart explain',
    short: 'explain',
    summary: 'say which template line and which values made a line of the output',
    load: () => import('./explain.ts'),
  },
  {
    path: 'chart show',
    short: 'show',
    summary: "print a chart's definition, values, readme or CRDs",
    load: () => import('./show.ts'),
  },
  {
    path: 'chart package',
    short: 'package',
    summary: 'write the archive of a chart, the same bytes every time',
    load: () => import('./package.ts'),
  },
  {
    path: 'chart create',
    short: 'create',
    summary: 'write a chart to start from',
    load: () => import('./create.ts'),
  },
  {
    path: 'chart verify',
    short: 'verify',
    summary: 'say who signed a chart, or fail',
    load: () => import('./verify.ts'),
  },
  {
    path: 'chart pull',
    short: 'pull',
    aliases: ['fetch'],
    summary: 'download charts from repositories, registries or git',
    load: () => import('./pull.ts'),
  },
  {
    path: 'chart push',
    short: 'push',
    summary: 'upload a packaged chart to a registry or a ChartMuseum',
    load: () => import('./push.ts'),
  },
  {
    path: 'chart ci',
    summary: 'check the charts that changed, and publish them when all is well',
    load: () => import('./ci.ts'),
  },
  {
    path: 'chart search',
    short: 'search repo',
    aliases: ['search'],
    summary: 'look for charts in the repositories that were added',
    load: () => import('./search.ts'),
  },
  {
    path: 'chart list',
    summary: 'list the charts of the repositories that were added',
    load: () => import('./list.ts'),
  },
  {
    path: 'chart dependencies update',
    short: 'dependency update',
    aliases: ['chart dependencies up', 'dependency up'],
    summary: 'bring what Chart.yaml asks for into charts/, and write Chart.lock',
    load: async () => (await import('./dependencies/dependency-work.ts')).updateVerb,
  },
  {
    path: 'chart dependencies build',
    short: 'dependency build',
    summary: 'bring what Chart.lock says into charts/',
    load: async () => (await import('./dependencies/dependency-work.ts')).buildVerb,
  },
  {
    path: 'chart dependencies list',
    short: 'dependency list',
    aliases: ['chart dependencies ls', 'dependency ls'],
    summary: 'say what Chart.yaml asks for and what charts/ has of it',
    load: () => import('./dependencies/list.ts'),
  },
]

import type { CommandTable } from './verb.ts'

/** To add a command: write <noun>/<verb>.ts, and one line here. */
export const commands: CommandTable = {
  groups: {
    chart: 'make charts, look into them, bring them from and to repositories',
    'chart dependencies': "bring a chart's dependencies into charts/",
    dependency: "bring a chart's dependencies into charts/",
    repo: "keep the list of chart repositories, which is helm's",
    search: 'look for charts',
    registry: 'keep charts and images where clusters find them',
  },
  groupAliases: {
    'chart dependency': 'chart dependencies',
    'chart dep': 'chart dependencies',
    dependencies: 'dependency',
    dep: 'dependency',
  },
  commands: [
    {
      path: 'chart template',
      short: 'template',
      summary: "print a chart's manifests as Helm renders them",
      load: () => import('./chart/template.ts'),
    },
    {
      path: 'chart lint',
      short: 'lint',
      summary: 'say what is wrong with charts, as helm lint does',
      load: () => import('./chart/lint.ts'),
    },
    {
      path: 'chart explain',
      short: 'explain',
      summary: 'say which template line and which values made a line of the output',
      load: () => import('./chart/explain.ts'),
    },
    {
      path: 'chart show',
      short: 'show',
      summary: "print a chart's definition, values, readme or CRDs",
      load: () => import('./chart/show.ts'),
    },
    {
      path: 'chart package',
      short: 'package',
      summary: 'write the archive of a chart, the same bytes every time',
      load: () => import('./chart/package.ts'),
    },
    {
      path: 'chart create',
      short: 'create',
      summary: 'write a chart to start from',
      load: () => import('./chart/create.ts'),
    },
    {
      path: 'chart verify',
      short: 'verify',
      summary: 'say who signed a chart, or fail',
      load: () => import('./chart/verify.ts'),
    },
    {
      path: 'chart pull',
      short: 'pull',
      aliases: ['fetch'],
      summary: 'download charts from repositories, registries or git',
      load: () => import('./chart/pull.ts'),
    },
    {
      path: 'chart push',
      short: 'push',
      summary: 'upload a packaged chart to a registry or a ChartMuseum',
      load: () => import('./chart/push.ts'),
    },
    {
      path: 'chart search',
      short: 'search repo',
      aliases: ['search'],
      summary: 'look for charts in the repositories that were added',
      load: () => import('./chart/search.ts'),
    },
    {
      path: 'chart list',
      summary: 'list the charts of the repositories that were added',
      load: () => import('./chart/list.ts'),
    },
    {
      path: 'chart dependencies update',
      short: 'dependency update',
      aliases: ['chart dependencies up', 'dependency up'],
      summary: 'bring what Chart.yaml asks for into charts/, and write Chart.lock',
      load: () => import('./chart/dependencies/update.ts'),
    },
    {
      path: 'chart dependencies build',
      short: 'dependency build',
      summary: 'bring what Chart.lock says into charts/',
      load: () => import('./chart/dependencies/build.ts'),
    },
    {
      path: 'chart dependencies list',
      short: 'dependency list',
      aliases: ['chart dependencies ls', 'dependency ls'],
      summary: 'say what Chart.yaml asks for and what charts/ has of it',
      load: () => import('./chart/dependencies/list.ts'),
    },
    {
      path: 'repo add',
      summary: 'add a repository of charts',
      load: () => import('./repo/add.ts'),
    },
    {
      path: 'repo list',
      aliases: ['repo ls'],
      summary: 'list the repositories that were added',
      load: () => import('./repo/list.ts'),
    },
    {
      path: 'repo update',
      aliases: ['repo up'],
      summary: 'bring the indexes of repositories up to date',
      load: () => import('./repo/update.ts'),
    },
    {
      path: 'repo remove',
      aliases: ['repo rm'],
      summary: 'forget repositories',
      load: () => import('./repo/remove.ts'),
    },
    {
      path: 'repo index',
      summary: 'write the index of a folder of packaged charts',
      load: () => import('./repo/index-folder.ts'),
    },
    {
      path: 'registry login',
      summary: 'keep the login of a registry, for helm too',
      load: () => import('./registry/login.ts'),
    },
    {
      path: 'registry logout',
      summary: 'forget the login of a registry',
      load: () => import('./registry/logout.ts'),
    },
    {
      path: 'registry serve',
      summary: 'serve an OCI registry from a folder',
      load: () => import('./registry/serve.ts'),
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

import { chartCommands } from './chart/commands.ts'
import { clusterCommands } from './cluster/commands.ts'
import { expansionCommands } from './expansion/commands.ts'
import { extensionCommands } from './extension/commands.ts'
import { imagesCommands } from './images/commands.ts'
import { instanceCommands } from './instance/commands.ts'
import { kustomizeCommands } from './kustomize/commands.ts'
import { mirrorCommands } from './mirror/commands.ts'
import { platformCommands } from './platform/commands.ts'
import { pluginCommands } from './plugin/commands.ts'
import { providerCommands } from './provider/commands.ts'
import { profileCommands } from './profile/commands.ts'
import { registryCommands } from './registry/commands.ts'
import { releaseCommands } from './release/commands.ts'
import { repoCommands } from './repo/commands.ts'
import { repositoryCommands } from './repository/commands.ts'
import { sandboxCommands } from './sandbox/commands.ts'
import { selfCommands } from './self/commands.ts'
import { serverCommands } from './server/commands.ts'
import { siteCommands } from './site/commands.ts'
import type { CommandTable } from './verb.ts'

/** To add a command: write <noun>/<verb>.ts, and one entry in <noun>/commands.ts. */
export const commands: CommandTable = {
  groups: {
    chart: 'make charts, look into them, bring them from and to repositories',
    'chart dependencies': "bring a chart's dependencies into charts/",
    dependency: "bring a chart's dependencies into charts/",
    kustomize: 'build kustomizations and change them',
    repo: "keep the list of chart repositories, which is helm's",
    search: 'look for charts',
    registry: 'keep charts and images where clusters find them',
    images: 'know the images of charts, releases and clusters',
    release: 'install charts on a cluster and look after what was installed',
    'release get': 'print what is recorded of a release',
    get: 'print what is recorded of a release',
    sandbox: 'try things on a Kubernetes API of your own, with simulated workloads',
    plugin: 'look after the plugins of a platform',
    site: 'install a platform on machines, or on a cluster that is there, from one file',
    provider: 'look after what makes clusters from machines',
    expansion: 'make packages that turn a platform into yours, with no internet',
    'expansion operator': 'look after operators of delegated conditions',
    extension: 'look after what the platform offers',
    instance: 'choose extensions for clusters and look after them',
    profile: 'look after what classes of clusters get by default',
    cluster: 'look after the clusters of a platform',
    repository: "look after the repositories of a platform; for helm's own list see repo",
  },
  groupAliases: {
    image: 'images',
    plugins: 'plugin',
    sites: 'site',
    providers: 'provider',
    expansions: 'expansion',
    extensions: 'extension',
    instances: 'instance',
    profiles: 'profile',
    clusters: 'cluster',
    repositories: 'repository',
    'chart dependency': 'chart dependencies',
    'chart dep': 'chart dependencies',
    dependencies: 'dependency',
    dep: 'dependency',
  },
  commands: [
    ...chartCommands,
    ...kustomizeCommands,
    ...releaseCommands,
    ...repoCommands,
    ...registryCommands,
    ...imagesCommands,
    ...mirrorCommands,
    ...expansionCommands,
    ...pluginCommands,
    ...extensionCommands,
    ...instanceCommands,
    ...profileCommands,
    ...clusterCommands,
    ...repositoryCommands,
    ...platformCommands,
    ...siteCommands,
    ...providerCommands,
    ...serverCommands,
    ...sandboxCommands,
    ...selfCommands,
  ],
}

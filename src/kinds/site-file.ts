import { clusterArguments, expansionValuesSchema } from './expansion-file.ts'
import { clusterNetworks, machineFiles, machineHooks, machines } from './provider/machine-fields.ts'
import {
  anyObject,
  choice,
  flag,
  integer,
  list,
  map,
  object,
  required,
  text,
  withDefault,
} from './schema/schema.ts'
import type { TypeOf } from './schema/schema.ts'

const longestPath = 1024
const longestName = 253
const mostNames = 256
const mostFiles = 10_000
const mostLabels = 64

const path = (description: string) => text(description, { maxLength: longestPath })
const name = (description: string) => text(description, { maxLength: longestName })
const names = (description: string) =>
  withDefault(list(description, name('One.'), { maxItems: mostNames }), [])

const features = object('How its conditions are carried out.', {
  skipConditions: names('Conditions that are left out.'),
  delegateConditions: names('Conditions that somebody else carries out.'),
  files: machineFiles('Where it is, below the folder of this file or of the expansion.', mostFiles),
  hooks: machineHooks,
})

const cluster = object('The first cluster.', {
  name: withDefault(name('Its name.'), 'global'),
  labels: map(
    'Labels of its Cluster, by which profiles choose it; hooks of the cluster get them as arguments.',
    text('A value.', { maxLength: 63 }),
    mostLabels,
  ),
  annotations: map(
    'Annotations of its Cluster; hooks of the cluster get them as arguments.',
    text('A value.', { maxLength: 4096 }),
    mostLabels,
  ),
  version: name('Its version of Kubernetes.'),
  provider: withDefault(
    path(
      'The provider that makes it: one that is shipped, a folder beside this file, or `oci://HOST/REPOSITORY:TAG`.',
    ),
    'kubeadm',
  ),
  kubeconfig: path(
    'The kubeconfig of a cluster that is there already, beside this file: nothing is done to machines then.',
  ),
  ...clusterNetworks,
  machines,
  features: withDefault(features, {
    skipConditions: [],
    delegateConditions: [],
    files: [],
    hooks: {},
  }),
  ...clusterArguments,
})

const application = object('An application of a chart.', {
  name: required(name('Its name.')),
  enabled: withDefault(flag('Whether it is installed.'), true),
  group: withDefault(name('The group of the chart.'), 'public'),
  chart: required(name('The chart.')),
  version: required(name('Its version.')),
  cluster: withDefault(name('The cluster.'), 'global'),
  targetNamespace: withDefault(name('The namespace.'), 'default'),
  values: anyObject('Its values.'),
})

/** The fields of `site.yaml`: everything that an installation of a platform is asked. */
export const siteFileSchema = object('A site.', {
  registry: object('Where its images and charts are.', {
    address: name('Its host, with a port and a folder if need be.'),
    namespace: name('The folder of images.'),
    secretName: name('A Secret with the login.'),
    kind: withDefault(choice('Whose it is.', ['embedded', 'existing']), 'embedded'),
  }),
  skipSteps: names('Steps of the installer that are left out.'),
  cluster: withDefault(cluster, {
    name: 'global',
    provider: 'kubeadm',
    machines: [],
    features: { skipConditions: [], delegateConditions: [], files: [], hooks: {} },
  }),
  values: withDefault(expansionValuesSchema, { global: {}, charts: {} }),
  facts: withDefault(
    map('Facts that files may be filled in with.', text('One.', { maxLength: 4096 }), mostNames),
    {},
  ),
  expansion: withDefault(
    object('The expansion of the site.', {
      enabled: withDefault(flag('Whether one is looked for.'), true),
      folder: withDefault(path('Where it is looked for.'), 'data/expansions'),
    }),
    { enabled: true, folder: 'data/expansions' },
  ),
  charts: path(
    'A folder with charts of your own beside this file, which become the Repository `custom`; `charts`, if there is one, when absent.',
  ),
  platform: withDefault(
    object('Our own operator and server.', {
      image: path(
        'The image that they run from on the cluster; a process beside the installer when absent.',
      ),
      replicas: withDefault(integer('How many of it.', { minimum: 1, maximum: 99 }), 2),
    }),
    { replicas: 2 },
  ),
  platformApplications: withDefault(
    list('Applications that the platform itself needs, one after the other.', application, {
      maxItems: mostNames,
      keys: ['name'],
    }),
    [],
  ),
  applications: withDefault(
    list('Applications that are installed at the end.', application, {
      maxItems: mostNames,
      keys: ['name'],
    }),
    [],
  ),
})

/** A site, defaults filled in. */
export type SiteFile = TypeOf<typeof siteFileSchema>

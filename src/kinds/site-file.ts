import { clusterArguments, expansionValuesSchema } from './expansion-file.ts'
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

const path = (description: string) => text(description, { maxLength: longestPath })
const name = (description: string) => text(description, { maxLength: longestName })
const names = (description: string) =>
  withDefault(list(description, name('One.'), { maxItems: mostNames }), [])

const machine = object('One machine.', {
  ip: required(name('Its address.')),
  port: withDefault(integer('The port of ssh.', { minimum: 1, maximum: 65_535 }), 22),
  username: withDefault(name('The user.'), 'root'),
  secretName: name('A Secret with the login; nothing secret stands in this file.'),
  role: withDefault(choice('What it is for.', ['control-plane', 'worker']), 'control-plane'),
  name: name('The name of its Node; made of its address when absent.'),
  hostKey: text('Its ssh host key, `TYPE BASE64`; noted at the first connection when absent.', {
    maxLength: 4096,
  }),
  labels: map('Its labels.', text('A value.', { maxLength: 63 }), mostNames),
})

const file = object('One file or folder.', {
  src: required(path('Where it is, below the folder of this file or of the expansion.')),
  dst: required(path('Where it goes on every machine.')),
  mode: text('Its mode in octal; that of the source when absent.', { pattern: '^0?[0-7]{3}$' }),
})

const features = object('How its conditions are carried out.', {
  skipConditions: names('Conditions that are left out.'),
  delegateConditions: names('Conditions that somebody else carries out.'),
  files: withDefault(
    list('Files that every machine gets; one for each destination.', file, {
      maxItems: mostFiles,
      keys: ['dst'],
    }),
    [],
  ),
  hooks: withDefault(
    map('Commands by the type of hook.', text('A command.', { maxLength: longestPath }), 16),
    {},
  ),
})

const cluster = object('The first cluster.', {
  name: withDefault(name('Its name.'), 'global'),
  version: name('Its version of Kubernetes.'),
  provider: withDefault(name('The provider that makes it.'), 'kubeadm'),
  endpoint: name('HOST:PORT of its API; port 6443 of the first machine when absent.'),
  podSubnet: withDefault(name('The addresses of pods.'), '10.244.0.0/16'),
  serviceSubnet: withDefault(name('The addresses of services.'), '10.96.0.0/12'),
  machines: withDefault(list('Its machines.', machine, { maxItems: 1000, keys: ['ip'] }), []),
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
    podSubnet: '10.244.0.0/16',
    serviceSubnet: '10.96.0.0/12',
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

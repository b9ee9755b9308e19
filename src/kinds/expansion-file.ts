import { anyObject, flag, list, map, object, required, text, withDefault } from './schema/schema.ts'
import type { TypeOf } from './schema/schema.ts'

const longestPath = 1024
const longestName = 253
const longestText = 4096
const mostFiles = 10_000
const mostNames = 256
const mostArguments = 256

const path = (description: string) => text(description, { maxLength: longestPath })
const name = (description: string) => text(description, { maxLength: longestName })
const paths = (description: string) =>
  withDefault(list(description, path('One.'), { maxItems: mostFiles }), [])
const names = (description: string) =>
  withDefault(list(description, name('One.'), { maxItems: mostNames }), [])
const args = (description: string) =>
  map(description, text('A value.', { maxLength: longestText }), mostArguments)

/** The arguments of the parts of a cluster; a site's file has the same fields. */
export const clusterArguments = {
  dockerExtraArgs: args('Arguments of the container runtime.'),
  kubeletExtraArgs: args('Arguments of the kubelet.'),
  apiServerExtraArgs: args('Arguments of the API server.'),
  controllerManagerExtraArgs: args('Arguments of the controller manager.'),
  schedulerExtraArgs: args('Arguments of the scheduler.'),
  etcd: object('Where etcd runs: `local` or `external`.', {
    local: object('On the machines of the control plane.', {
      dataDir: path('The folder of its data.'),
      extraArgs: args('Its arguments.'),
      serverCertSANs: names('More names in its certificate for clients.'),
      peerCertSANs: names('More names in its certificate for its peers.'),
    }),
    external: object('Elsewhere.', {
      endpoints: names('Its addresses.'),
      caFile: path('The file of its authority.'),
      certFile: path('The file of our certificate.'),
      keyFile: path('The file of our key.'),
    }),
  }),
}

const file = object('One file.', {
  path: required(path('Its place on the machine, without the first slash.')),
  render: withDefault(
    flag('Whether `{{ }}` in it is filled in with values and facts of the site.'),
    false,
  ),
  mode: text('Its mode in octal; that of the file in the package when absent.', {
    pattern: '^0?[0-7]{3}$',
  }),
})

/** The fields of `expansion.yaml`, and of `layout.yaml` in older packages. */
export const expansionFileSchema = object('The content of an expansion.', {
  expansion_name: name('The name of the package.'),
  expansion_version: text('Its version, which is its tag in a registry as well.', {
    pattern: '^\\w[\\w.+-]{0,127}$',
  }),
  registry_namespace: name('The folder of its images in a registry; its name when absent.'),
  k8s_version: text('A version of Kubernetes that the package brings, such as `1.30.4`.', {
    pattern: '^v?\\d+\\.\\d+(?:\\.\\d+)?(?:[+-][\\w.+-]+)?$',
  }),
  charts: paths('Charts, as `GROUP/NAME-VERSION.tgz` below `charts/`.'),
  images: paths('Images, which are in `images/` or `images.tar.gz`.'),
  files: withDefault(
    list('Files below `files/`; a path alone is a file that is copied as it is.', file, {
      maxItems: mostFiles,
    }),
    [],
  ),
  hooks: names('Hooks of the installation below `hooks/`.'),
  provider: paths('Files below `provider/` that take the place of those of the provider.'),
  operator: path(
    'The operator of the package: an image, or a program of the package, `operator/NAME`.',
  ),
  applications: paths('Applications below `applications/`.'),
  manifests: paths('Files of objects below `manifests/`.'),
  installer_skip_steps: names('Steps of the installer that are left out.'),
  create_cluster_skip_conditions: names('Conditions of a new cluster that are left out.'),
  create_cluster_delegate_conditions: names(
    'Conditions of a new cluster that the operator of the package carries out.',
  ),
  create_cluster_extra_args: object('Arguments of the parts of a new cluster.', clusterArguments),
  images_loaded: withDefault(flag('Whether the images are in the registry already.'), false),
  disable_pass_through_to_platform: withDefault(
    flag('Whether clusters that join later are left without the package.'),
    false,
  ),
})

/** The content of an expansion as its files say it, defaults filled in. */
export type ExpansionFile = TypeOf<typeof expansionFileSchema>

/** The fields of `values.yaml` of an expansion and of a site. */
export const expansionValuesSchema = object('Values for charts.', {
  global: withDefault(anyObject('Values that every chart gets.'), {}),
  charts: withDefault(
    map('Values of one chart, by its name.', anyObject('Its values.'), mostNames),
    {},
  ),
})

export type ExpansionValues = TypeOf<typeof expansionValuesSchema>

import { statusFields } from './conditions.ts'
import { clusterArguments } from './expansion-file.ts'
import type { JsonRecord } from './json-value.ts'
import type { KindDefinition, ObjectOf } from './kind-definition.ts'
import { clusterNetworks, machineFiles, machineHooks, machines } from './provider/machine-fields.ts'
import { parseObject, type Parsed } from './parse-object.ts'
import {
  choice,
  flag,
  integer,
  list,
  object,
  required,
  text,
  withDefault,
} from './schema/schema.ts'
import { maintenance, name, readyColumns } from './shared-fields.ts'

const mostConditions = 128
const mostFiles = 256
const mostMachines = 1000

const spec = object(
  'How to reach it and who may use it.',
  {
    kubeconfig: object('A Secret with a kubeconfig.', {
      secretName: required(name('Its name, in the platform namespace.')),
      key: withDefault(name('The key.'), 'kubeconfig'),
    }),
    inCluster: withDefault(flag('Whether it is the cluster that the operator runs on.'), false),
    namespace: withDefault(
      name('Where the instances of profiles are written; clusters may share it.'),
      'outrigger-system',
    ),
    allowedNamespaces: withDefault(
      list(
        'The namespaces that may use it besides the platform namespace; `*` is all.',
        name('A namespace.'),
        {
          maxItems: 256,
        },
      ),
      [],
    ),
    targetVersion: text('The version of Kubernetes that it is about to have, `1.36`.', {
      maxLength: 63,
    }),
    provider: name('The provider that makes it of its machines; `kubeadm` when absent.'),
    version: text('The version of Kubernetes that its machines get, `1.36.3`.', { maxLength: 63 }),
    ...clusterNetworks,
    machines,
    imageRepository: name('Where its own images are; the official place when absent.'),
    ...clusterArguments,
    maintenance,
    features: withDefault(
      object('How its conditions are carried out.', {
        skipConditions: withDefault(
          list('Conditions that are left out.', name('One.'), { maxItems: mostConditions }),
          [],
        ),
        delegateConditions: withDefault(
          list('Conditions that somebody else carries out.', name('One.'), {
            maxItems: mostConditions,
          }),
          [],
        ),
        disablePassThrough: withDefault(
          flag('Whether the cluster goes without the expansion of the platform.'),
          false,
        ),
        files: machineFiles(
          '`configmap/NAME/KEY` or `secret/NAME/KEY` in the platform namespace, or a file that the expansion brought.',
          mostFiles,
        ),
        hooks: machineHooks,
      }),
      {
        skipConditions: [],
        delegateConditions: [],
        disablePassThrough: false,
        files: [],
        hooks: {},
      },
    ),
  },
  [
    {
      rule: 'self.inCluster ? !has(self.kubeconfig) && self.machines.size() == 0 : has(self.kubeconfig) || self.machines.size() > 0',
      message: 'a cluster has either a kubeconfig, or machines, or inCluster: true',
    },
    {
      rule: 'self.machines.size() == 0 || has(self.version)',
      message: 'a cluster that is made of machines needs a version of Kubernetes',
    },
  ],
)

const status = object('The observed state.', {
  ...statusFields,
  phase: choice('The state of the cluster in one word.', [
    'Pending',
    'Running',
    'Upgrading',
    'Failed',
    'Terminating',
  ]),
  delegated: list(
    'The conditions that an operator was asked to carry out: only these are taken from others.',
    object('One.', {
      condition: required(name('Its name.')),
      since: text('Since when it has been asked.', { format: 'date-time' }),
      until: text('When it is given up; never when absent.', { format: 'date-time' }),
    }),
    { maxItems: mostConditions, keys: ['condition'] },
  ),
  operation: object('The work on its machines.', {
    name: required(choice('The kind of work.', ['create', 'upgrade', 'scaleDown', 'delete'])),
    state: required(choice('How far the work is.', ['Running', 'Waiting', 'Done', 'Failed'])),
    condition: name('The condition that the rest waits for.'),
    message: text('Why, for a person.'),
    retried: text('The last request to retry that was answered.'),
  }),
  machines: list(
    'The machines that belong to it.',
    object('One.', {
      ip: required(name('Its address.')),
      name: name('The name of its Node.'),
      role: name('What it is for.'),
    }),
    { maxItems: mostMachines, keys: ['ip'] },
  ),
  version: text('The version of Kubernetes.'),
  versionSince: text('Since when it has that version.', { format: 'date-time' }),
  nodes: integer('How many nodes there are.'),
  oldestKubelet: text('The oldest kubelet.'),
  removed: list(
    'Defaults that a user took away; they do not come back.',
    object('One.', {
      extension: required(name('The extension.')),
      profile: name('The profile that created it.'),
    }),
    { maxItems: 512 },
  ),
  initial: list('The extensions that profiles created once (`initial`).', text('An extension.'), {
    maxItems: 512,
  }),
  installed: list(
    'The installed Plugins.',
    object('One plugin.', {
      plugin: required(text('`namespace/name`.')),
      version: text('Its version.'),
      ready: flag('Whether it works.'),
    }),
    { maxItems: 1024 },
  ),
})

/** A target. */
export const clusterKind = {
  kind: 'Cluster',
  plural: 'clusters',
  shortNames: ['oclu'],
  scope: 'Cluster',
  description: 'A cluster that plugins are installed on.',
  spec,
  status,
  columns: [
    { name: 'Phase', type: 'string', path: '.status.phase' },
    { name: 'Version', type: 'string', path: '.status.version' },
    ...readyColumns,
  ],
  example: {
    metadata: { name: 'edge-1', labels: { stage: 'production' } },
    spec: { kubeconfig: { secretName: 'edge-1' }, allowedNamespaces: ['team-a'] },
  },
} satisfies KindDefinition

export type Cluster = ObjectOf<typeof clusterKind>

/** Reads a Cluster as a server gave it. */
export function parseCluster(cluster: JsonRecord): Parsed<Cluster> {
  return parseObject(clusterKind, cluster)
}

import { statusFields } from './conditions.ts'
import type { JsonRecord } from './json-value.ts'
import type { KindDefinition, ObjectOf } from './kind-definition.ts'
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
import { name, readyColumns } from './shared-fields.ts'

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
    features: withDefault(
      object('How its conditions are carried out.', {
        skipConditions: withDefault(
          list('Conditions that are left out.', name('One.'), { maxItems: 64 }),
          [],
        ),
        delegateConditions: withDefault(
          list('Conditions that somebody else carries out.', name('One.'), { maxItems: 64 }),
          [],
        ),
        disablePassThrough: withDefault(
          flag('Whether the cluster goes without the expansion of the platform.'),
          false,
        ),
      }),
      { skipConditions: [], delegateConditions: [], disablePassThrough: false },
    ),
  },
  [
    {
      rule: 'self.inCluster != has(self.kubeconfig)',
      message: 'a cluster has either a kubeconfig or inCluster: true',
    },
  ],
)

const status = object('The observed state.', {
  ...statusFields,
  phase: choice('In one word.', ['Pending', 'Running', 'Upgrading', 'Failed', 'Terminating']),
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

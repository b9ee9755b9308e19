import { statusFields } from './conditions.ts'
import type { JsonRecord } from './json-value.ts'
import type { KindDefinition, ObjectOf } from './kind-definition.ts'
import { parseObject, type Parsed } from './parse-object.ts'
import {
  anyObject,
  choice,
  integer,
  list,
  map,
  object,
  required,
  text,
  withDefault,
} from './schema/schema.ts'
import { maintenance, imageFields, name, notBoth, readyColumns } from './shared-fields.ts'

const selector = object('The clusters, by their labels; all when empty.', {
  matchLabels: map('Labels that a cluster must have.', text('A value.', { maxLength: 63 }), 64),
  matchExpressions: list(
    'Requirements that a cluster must meet.',
    object('One requirement.', {
      key: required(text('A label.', { maxLength: 317 })),
      operator: required(
        choice('How the label is compared.', ['In', 'NotIn', 'Exists', 'DoesNotExist']),
      ),
      values: list('Values.', text('A value.', { maxLength: 63 }), { maxItems: 64 }),
    }),
    { maxItems: 64 },
  ),
})

const offered = object(
  'One extension.',
  {
    extension: required(name('Its name.')),
    mode: withDefault(
      choice(
        '`initial` once, `default` until a user removes it, `enforced` kept as it is written here.',
        ['initial', 'default', 'enforced'],
      ),
      'default',
    ),
    name: name(
      'The name of the instance, that of the extension when absent; on other clusters than the own it begins with that of the cluster.',
    ),
    version: text('The version or range.', { maxLength: 253 }),
    parameters: anyObject('The parameters.'),
    parametersText: text('The same as text.', { maxLength: 1_048_576 }),
    targetNamespace: name('Where the objects go.'),
  },
  [notBoth('parameters', 'parametersText')],
)

const spec = object('The desired state of a class of clusters.', {
  clusterSelector: withDefault(selector, {}),
  priority: withDefault(
    integer('The profile with the higher number wins if two name the same extension.'),
    0,
  ),
  extensions: withDefault(
    list('The extensions of its clusters.', offered, { maxItems: 256, keys: ['extension'] }),
    [],
  ),
  values: anyObject('Global values, below what instances say.'),
  images: object('Where images are pulled from.', imageFields),
  maintenance,
})

const status = object('The observed state.', {
  ...statusFields,
  clusters: list('The clusters that it applies to.', text('A name.'), { maxItems: 1024 }),
})

/** The extensions that a class of clusters gets by default. */
export const profileKind = {
  kind: 'Profile',
  plural: 'profiles',
  shortNames: ['oprof'],
  scope: 'Cluster',
  description: 'The extensions that a class of clusters gets by default.',
  spec,
  status,
  columns: [{ name: 'Priority', type: 'integer', path: '.spec.priority' }, ...readyColumns],
  example: {
    metadata: { name: 'production' },
    spec: {
      clusterSelector: { matchLabels: { stage: 'production' } },
      extensions: [{ extension: 'metrics', mode: 'enforced' }],
      images: { registry: 'registry.example.com' },
    },
  },
} satisfies KindDefinition

export type Profile = ObjectOf<typeof profileKind>

/** Reads a Profile as a server gave it. */
export function parseProfile(profile: JsonRecord): Parsed<Profile> {
  return parseObject(profileKind, profile)
}

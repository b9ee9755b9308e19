import { statusFields } from './conditions.ts'
import { expansionValuesSchema } from './expansion-file.ts'
import type { JsonRecord } from './json-value.ts'
import type { KindDefinition, ObjectOf } from './kind-definition.ts'
import { parseObject, type Parsed } from './parse-object.ts'
import {
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
import { name, readyColumns } from './shared-fields.ts'

const spec = object('The desired package.', {
  package: required(
    text('The package in a registry: `oci://…:tag` or by digest.', { maxLength: 2048 }),
  ),
  registry: text(
    "The site's registry that its images and charts go to, with a folder if need be; that of the package when absent.",
    { maxLength: 2048 },
  ),
  charts: text(
    'Where its charts go, by group: `oci://…` or the address of a ChartMuseum; the folder `charts` in the registry when absent.',
    { maxLength: 2048 },
  ),
  secretName: name(
    'A Secret of the platform namespace with the login of the registry: `username` and `password`, or a docker config.',
  ),
  values: withDefault(expansionValuesSchema, { global: {}, charts: {} }),
  facts: withDefault(
    map('Facts of the site that files are filled in with.', text('One.', { maxLength: 4096 }), 256),
    {},
  ),
  disablePassThrough: withDefault(
    flag('Whether clusters that join later are left without the package.'),
    false,
  ),
  suspend: withDefault(flag('Leaves everything as it is while it is true.'), false),
  passThrough: withDefault(
    flag('Deprecated and ignored: it once said where images come from. See disablePassThrough.'),
    false,
  ),
})

const status = object('The observed state.', {
  ...statusFields,
  digest: text('The digest of the package.'),
  inputs: text('Digest of everything that was carried out; the same again is no work.'),
  version: text('The version of the package.'),
  steps: list(
    'The steps that were done.',
    object('One step.', {
      name: required(text('Its name.', { maxLength: 253 })),
      state: required(
        choice('How far it is.', ['Waiting', 'Running', 'Done', 'Failed', 'Skipped']),
      ),
      message: text('A message for a person.'),
    }),
    { maxItems: 128, keys: ['name'] },
  ),
  bytes: integer('Bytes of images that went up.'),
  totalBytes: integer('Bytes of images that have to.'),
  clusters: list(
    'The clusters that the package is passed through to.',
    object('One cluster.', {
      name: required(text('Its name.', { maxLength: 253 })),
      state: required(choice('How far it is.', ['Passed', 'OptedOut'])),
      waiting: list('What waits for a provider.', text('One line.'), { maxItems: 16 }),
    }),
    { maxItems: 1024, keys: ['name'] },
  ),
  retried: text('The last request to retry that was answered.'),
})

/** An offline package. */
export const expansionKind = {
  kind: 'Expansion',
  plural: 'expansions',
  shortNames: ['oexp'],
  scope: 'Cluster',
  description: 'An offline package of charts, images and files.',
  spec,
  status,
  columns: [
    { name: 'Package', type: 'string', path: '.spec.package' },
    { name: 'Version', type: 'string', path: '.status.version' },
    ...readyColumns,
  ],
  example: {
    metadata: { name: 'base' },
    spec: { package: 'oci://registry.example.com/expansions/base:1.0.0' },
  },
} satisfies KindDefinition

export type Expansion = ObjectOf<typeof expansionKind>

/** Reads an Expansion as a server gave it. */
export function parseExpansion(expansion: JsonRecord): Parsed<Expansion> {
  return parseObject(expansionKind, expansion)
}

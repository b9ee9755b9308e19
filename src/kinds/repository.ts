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
import { duration, intervalBounds, name, readyColumns } from './shared-fields.ts'

const spec = object('Where charts are.', {
  url: required(
    text('The address: `https://…`, `oci://…`, git or `file://…`.', { maxLength: 2048 }),
  ),
  type: choice('The kind of server; told from the address when absent.', [
    'http',
    'oci',
    'git',
    'folder',
  ]),
  charts: withDefault(
    list(
      'The charts below an `oci://` address: a registry does not say which ones it has.',
      name('The name of a chart.'),
      { maxItems: 256 },
    ),
    [],
  ),
  priority: withDefault(
    integer('The repository with the lower number wins if two offer the same chart.', {
      minimum: 0,
      maximum: 1000,
    }),
    50,
  ),
  interval: withDefault(duration('How often the index is read again.', intervalBounds), '10m'),
  credentials: object('The login.', {
    secretName: required(
      name('A Secret of the same namespace: `username` and `password`, or a docker config.'),
    ),
  }),
  tls: object('The trust in the server.', {
    caSecretName: name('A Secret of the same namespace with `ca.crt`.'),
    insecureSkipVerify: withDefault(flag('Trusts anybody. Not for production.'), false),
  }),
  visibility: withDefault(
    choice(
      'The namespaces that may use a repository of the platform namespace: all (`public`), or `allowedNamespaces` only (`private`).',
      ['public', 'private'],
    ),
    'public',
  ),
  allowedNamespaces: withDefault(
    list('The namespaces that may use a private repository.', name('A namespace.'), {
      maxItems: 256,
    }),
    [],
  ),
  origin: withDefault(
    choice('How its charts are labelled; outside the platform namespace always `custom`.', [
      'builtin',
      'platform',
      'custom',
    ]),
    'custom',
  ),
  suspend: withDefault(flag('Reads nothing while it is true.'), false),
})

const status = object('The observed state.', {
  ...statusFields,
  refreshedAt: text('When the index was last read.', { format: 'date-time' }),
  digest: text('The digest of the index.'),
  charts: integer('How many charts it offers.'),
  versions: integer('How many versions of them.'),
  origin: text('The origin that counts.'),
  retried: text('The last request to refresh that was answered.'),
})

/** Where charts come from. */
export const repositoryKind = {
  kind: 'Repository',
  plural: 'repositories',
  shortNames: ['orepo'],
  scope: 'Namespaced',
  description: 'Where charts come from; shared when it is in the platform namespace.',
  spec,
  status,
  columns: [
    { name: 'URL', type: 'string', path: '.spec.url' },
    { name: 'Origin', type: 'string', path: '.status.origin' },
    { name: 'Charts', type: 'integer', path: '.status.charts' },
    ...readyColumns,
  ],
  example: {
    metadata: { name: 'team-charts', namespace: 'outrigger-system' },
    spec: { url: 'https://charts.example.com', priority: 10, interval: '30m' },
  },
} satisfies KindDefinition

export type Repository = ObjectOf<typeof repositoryKind>

/** Reads a Repository as a server gave it. */
export function parseRepository(repository: JsonRecord): Parsed<Repository> {
  return parseObject(repositoryKind, repository)
}

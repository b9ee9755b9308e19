import { statusFields } from './conditions.ts'
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
import { duration, imageTable, intervalBounds, name, readyColumns } from './shared-fields.ts'

const mirror = object(
  'Brings charts of this repository, with the images that they could run, to a registry, again and again. Nothing is ever deleted there.',
  {
    to: required(
      object(
        'The destination.',
        {
          images: text('A registry with a folder, as `images.registry` of a Plugin has it.', {
            maxLength: 2048,
          }),
          charts: text('An address of a registry, `oci://…`, below which charts are put.', {
            pattern: '^oci://.+$',
            maxLength: 2048,
          }),
        },
        [{ rule: 'has(self.images) || has(self.charts)', message: 'give images, charts or both' }],
      ),
    ),
    charts: withDefault(
      list(
        'The charts.',
        object('One chart.', {
          name: required(name('Its name.')),
          versions: withDefault(
            list('Exact versions or ranges.', text('One range.', { maxLength: 253 }), {
              maxItems: 32,
            }),
            ['*'],
          ),
          latest: withDefault(
            integer('So many of each range, the newest.', { minimum: 1, maximum: 100 }),
            1,
          ),
          images: withDefault(
            choice(
              'Which of its images: those that its defaults run (`certain`), those that other values would bring as well (`could-run`), also those of which that is not known (`all`), or none.',
              ['could-run', 'certain', 'all', 'none'],
            ),
            'could-run',
          ),
        }),
        { maxItems: 256, keys: ['name'] },
      ),
      [],
    ),
    images: withDefault(
      list('Images that come along, by name.', text('One image.', { maxLength: 2048 }), {
        maxItems: 512,
      }),
      [],
    ),
    map: map(
      'Other names for images, repositories or registries, as `images.map` of a Plugin has them.',
      text('The new name.', { maxLength: 2048 }),
      256,
    ),
    table: imageTable,
    platforms: withDefault(
      list('Of images for several platforms only these, `linux/amd64`.', name('One platform.'), {
        maxItems: 16,
      }),
      [],
    ),
    signatures: withDefault(flag('Whether signatures, attestations and SBOMs go along.'), true),
    interval: withDefault(duration('How often it is brought up to date.', intervalBounds), '1h'),
    credentials: object('The login at the destination.', {
      secretName: required(
        name('A Secret of the same namespace: `username` and `password`, or a docker config.'),
      ),
    }),
    tls: object('The trust in the destination.', {
      caSecretName: name('A Secret of the same namespace with `ca.crt`.'),
      insecureSkipVerify: withDefault(flag('Trusts anybody. Not for production.'), false),
    }),
  },
  [
    {
      rule: 'size(self.charts) + size(self.images) > 0',
      message: 'give charts, images or both',
    },
  ],
)

const spec = object('Where charts are.', {
  url: required(
    text('The address: `https://…`, `oci://…`, git or `file://…`.', { maxLength: 2048 }),
  ),
  type: choice('The kind of server; taken from the address when absent.', [
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
  mirror,
  suspend: withDefault(flag('Reads nothing, and mirrors nothing, while it is true.'), false),
})

const status = object('The observed state.', {
  ...statusFields,
  refreshedAt: text('When the index was last read.', { format: 'date-time' }),
  digest: text('The digest of the index.'),
  charts: integer('How many charts it offers.'),
  versions: integer('How many versions of them.'),
  origin: text('The origin that counts.'),
  retried: text('The last request to refresh that was answered.'),
  mirror: object('The mirror as it was last brought up to date.', {
    at: text('When it was brought up to date.', { format: 'date-time' }),
    inputs: text('Digest of the inputs that it was brought for.'),
    charts: integer('How many charts it has.'),
    images: integer('How many images.'),
    copied: integer('How many of them were new then.'),
    bytes: integer('How many bytes travelled for them.'),
    lock: text('The ConfigMap with everything by digest, as `mirror.lock`.'),
  }),
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

import { plainSources } from './plain-sources.ts'
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
import {
  duration,
  intervalBounds,
  name,
  readyColumns,
  skipSchemaValidation,
  sourceFields,
} from './shared-fields.ts'

const longestText = 262_144

const source = object('Where a version comes from, for some versions of Kubernetes.', {
  version: text(
    'The version that a user picks; `appVersion`, the tag or `chartVersion` when absent.',
    {
      maxLength: 253,
    },
  ),
  kubernetes: text(
    'A version such as `1.31` or a range such as `>=1.29 <1.33`; all when absent. The number `1.20` without quotes, which reaches the server as 1.2, is understood, too.',
    { maxLength: 253, isOpen: true },
  ),
  appVersion: text('The version of what is in it.', { maxLength: 253 }),
  tag: text(
    'A tag made from the version of Kubernetes, `v{{ .Major }}.{{ .Minor }}`: resolved to a digest and looked at again at the interval. `repo` is then an `oci://` address, or a Repository of the platform namespace that has one: its credentials are used.',
    { maxLength: 253 },
  ),
  kind: sourceFields.kind,
  repo: required(
    text(
      'An address (`http(s)://`, `oci://`, git, an archive, `file://`) or the name of a Repository; or one for each version of Kubernetes, `{1.19: …, 1.20: …}`, which is as good as a source for each.',
      { maxLength: 2048, isOpen: true },
    ),
  ),
  name: sourceFields.name,
  chartVersion: text('The version of the chart, exact or a range.', { maxLength: 253 }),
  path: sourceFields.path,
  values: text(
    'A template that makes the values of the chart from `.Parameters`, `.Cluster` and `.Global`; without it the parameters are the values.',
    { maxLength: longestText },
  ),
  skipSchemaValidation,
  retirement: choice('The fate of instances of this version; marks it as no longer offered.', [
    'keep',
    'upgrade',
    'uninstall',
  ]),
})

const visibility = object(
  'The namespaces that may use it, besides that of the platform: those that are named, and those that have all the labels. All may when it is absent; with neither names nor labels only the platform may.',
  {
    namespaces: withDefault(list('Names.', name('A namespace.'), { maxItems: 256 }), []),
    namespaceLabels: map(
      'Labels that a namespace must have, all of them.',
      text('A value.', { maxLength: 63 }),
      64,
    ),
  },
)

const spec = object('The offer.', {
  displayName: text('The name for people.', { maxLength: 253 }),
  description: text('A few sentences, in Markdown.', { maxLength: 65_536 }),
  category: text('Where it is listed, `main/sub`.', { maxLength: 253 }),
  logo: text('A data URL or an https address of a picture.', { maxLength: longestText }),
  links: withDefault(
    list(
      'Where to read more.',
      object('One link.', {
        name: required(text('Its text.', { maxLength: 253 })),
        url: required(
          text('Its address: http, https or mailto, so that nothing runs where it is shown.', {
            maxLength: 2048,
            pattern: '^([hH][tT][tT][pP][sS]?://|[mM][aA][iI][lL][tT][oO]:).+$',
          }),
        ),
      }),
      { maxItems: 32 },
    ),
    [],
  ),
  visibility,
  dependsOn: withDefault(
    list(
      'Extensions that must be there and work first.',
      object('One extension.', {
        extension: required(name('Its name.')),
        version: text('The versions that satisfy it, as a range.', { maxLength: 253 }),
      }),
      { maxItems: 64 },
    ),
    [],
  ),
  parameters: anyObject('A JSON Schema of what a user can set.'),
  defaults: withDefault(
    object('The defaults of an instance.', {
      targetNamespace: name('Where the objects go.'),
      releaseName: text('The name of the release.', { maxLength: 53 }),
    }),
    {},
  ),
  sources: withDefault(
    list(
      'Where it comes from; of those that fit, the newest version is taken, and of equal ones the first.',
      source,
      { maxItems: 256 },
    ),
    [],
  ),
  retirement: withDefault(
    choice('The fate of instances whose version is no longer listed.', [
      'keep',
      'upgrade',
      'uninstall',
    ]),
    'keep',
  ),
  interval: withDefault(duration('How often tags are looked at again.', intervalBounds), '10m'),
})

const status = object('The observed state.', {
  ...statusFields,
  versions: list('The versions on offer.', text('One version.'), { maxItems: 256 }),
  instances: integer('How many instances there are.'),
  usage: list(
    'The number of instances of each source.',
    object('One source.', {
      source: required(text('The source.')),
      instances: required(integer('How many.')),
    }),
    { maxItems: 256 },
  ),
})

/** A catalogue entry. */
export const extensionKind = {
  kind: 'Extension',
  plural: 'extensions',
  shortNames: ['ext'],
  scope: 'Cluster',
  description: 'A catalogue entry: what a platform team offers, per Kubernetes version.',
  spec,
  status,
  columns: [
    { name: 'Display', type: 'string', path: '.spec.displayName' },
    { name: 'Category', type: 'string', path: '.spec.category' },
    { name: 'Instances', type: 'integer', path: '.status.instances' },
    ...readyColumns,
  ],
  example: {
    metadata: { name: 'cert-manager' },
    spec: {
      displayName: 'Certificates',
      category: 'security/certificates',
      sources: [
        {
          kubernetes: '>=1.33 <1.35',
          appVersion: '1.16.0',
          repo: 'oci://registry.example.com/charts/cert-manager',
          chartVersion: '1.16.0',
        },
      ],
    },
  },
} satisfies KindDefinition

export type Extension = ObjectOf<typeof extensionKind>

/** Reads an Extension as a server gave it. */
export function parseExtension(extension: JsonRecord): Parsed<Extension> {
  return parseObject(extensionKind, plainSources(extension))
}

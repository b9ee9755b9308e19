import {
  choice,
  flag,
  list,
  map,
  object,
  required,
  text,
  withDefault,
  type Rule,
  type TypeOf,
} from './schema/schema.ts'

const longestName = 253
const longestAddress = 2048
const mostReferences = 32
const mostRewrites = 256
const mostPullSecrets = 16
const longestTable = 65_536

/** The shortest and the longest duration, both included. */
export interface DurationBounds {
  readonly least: string
  readonly most: string
}

/** How often something may be looked at: a shorter interval is load for everybody. */
export const intervalBounds: DurationBounds = { least: '30s', most: '8760h' }
/** The treatment of definitions in `crds/` by default, for a Plugin and at the command line. */
export const defaultCrds = 'upgrade'
/** How long something may be waited for. */
export const timeoutBounds: DurationBounds = { least: '1s', most: '1h' }

/**
 * A length of time in Go's notation. The API server refuses new ones that are out of bounds; those that it had stored
 * before are read here as they are, and the operator uses the nearest bound.
 */
export function duration(description: string, { least, most }: DurationBounds) {
  return text(`${description} From ${least} to ${most}.`, {
    pattern: '^([0-9]+(\\.[0-9]+)?(ms|s|m|h))+$',
    maxLength: 32,
    rules: [
      { rule: `duration(self) >= duration('${least}')`, message: `must be at least ${least}` },
      { rule: `duration(self) <= duration('${most}')`, message: `must be at most ${most}` },
    ],
  })
}

/** The name of an object. */
export function name(description: string) {
  return text(description, { maxLength: longestName })
}

/** Where a chart, templates or manifests come from. */
export const sourceFields = {
  kind: withDefault(
    choice(
      'The content of the source: `helm` a chart, `template` a folder of Go templates (Chart.yaml optional) that find values as `.Image` as well as `.Values.Image`, and whose other files are rendered into the ConfigMap `<release>-files` unless a template takes them by `.Files` (on machines they become files only by an expansion, as `examples/keepalived` shows), `manifests` a folder of plain objects, `kustomize` a folder with a kustomization, in whose objects values are variables as with Flux.',
      ['helm', 'template', 'manifests', 'kustomize'],
    ),
    'helm',
  ),
  repo: text(
    'An address (`http(s)://`, `oci://`, git, an archive, `file://`) or the name of a Repository.',
    { maxLength: longestAddress },
  ),
  name: name(
    'The name of the chart in its repository; the name of the object when absent. Without a name, an `oci://` address is that of the chart itself, while a Repository has charts below its address.',
  ),
  version: text(
    'An exact version or a range such as `>=1.2 <2`; in a registry also a digest, `sha256:…`; the newest stable one when absent.',
    {
      maxLength: longestName,
    },
  ),
  path: text('A folder inside the archive or git repository.', { maxLength: longestAddress }),
}

/** Whether values are checked. */
export const skipSchemaValidation = flag(
  'Whether values are not checked by the values.schema.json of the chart; that file may refer to documents elsewhere that cannot be had.',
)

/** Values that live in other objects, in list order. */
export function valuesFrom(description: string) {
  return list(
    description,
    object('One ConfigMap or Secret.', {
      kind: required(choice('Its kind.', ['ConfigMap', 'Secret'])),
      name: required(name('Its name, in the namespace of the object.')),
      key: name('The key that holds a YAML document; without it every key is set as by `--set`.'),
      prefix: name('Where the values go, `a.b.`; at the top when absent.'),
      optional: withDefault(flag('Whether it may be missing.'), false),
    }),
    { maxItems: mostReferences },
  )
}

/** Rows for the table of images. */
export const imageTable = text(
  'More of where images are named, a row a line: `image GROUP KIND PATH` for a field of a custom resource, `flag NAME` for a flag or variable that holds one, `registry NAME` for one that holds a registry; `outrigger images diff` writes such rows.',
  { maxLength: longestTable },
)

/** Where images come from. */
export const imageFields = {
  registry: text('The registry that every image is pulled from.', { maxLength: longestAddress }),
  map: map(
    'Images, repositories or registries and what takes their place: the longest that fits wins, also over `registry`.',
    text('The new name.', { maxLength: longestAddress }),
    mostRewrites,
  ),
  pullSecrets: list(
    'Secrets with logins, in the namespace of the release, that every pod pulls images with.',
    name('One Secret.'),
    { maxItems: mostPullSecrets },
  ),
  foreign: choice(
    'Whether an image that no rule moved is left (`allow`), left and named (`warn`), or nothing is installed (`refuse`); `allow` when absent.',
    ['allow', 'warn', 'refuse'],
  ),
  digests: choice(
    'Whether images are pulled as they are named (`keep`), or by the digest that the tag has where it is pulled from when the release is made (`lookup`); `keep` when absent.',
    ['keep', 'lookup'],
  ),
  table: imageTable,
}

/** A rule that a field, once set or left out, stays so. */
export function neverChanges(...fields: readonly string[]): readonly Rule[] {
  return fields.map((field) => ({
    rule: `has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || self.${field} == oldSelf.${field})`,
    message: `${field} cannot be changed: delete the object and create another one`,
  }))
}

/** A rule that of two fields at most one is set. */
export function notBoth(one: string, other: string): Rule {
  return {
    rule: `!(has(self.${one}) && has(self.${other}))`,
    message: `${one} and ${other} exclude each other`,
  }
}

/** The columns that every kind ends with. */
export const readyColumns = [
  {
    name: 'Ready',
    type: 'string',
    path: '.status.conditions[?(@.type=="Ready")].status',
  },
  {
    name: 'Reason',
    type: 'string',
    path: '.status.conditions[?(@.type=="Ready")].reason',
  },
  { name: 'Age', type: 'date', path: '.metadata.creationTimestamp' },
  {
    name: 'Message',
    type: 'string',
    path: '.status.conditions[?(@.type=="Ready")].message',
    wide: true,
  },
] as const

const mostWindows = 32

/** The days of a week, as windows name them. */
export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

const clock = (description: string) =>
  text(description, { pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', maxLength: 5 })
const date = (description: string) =>
  text(description, {
    pattern: '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$',
    maxLength: 10,
  })

const window = object('A time of the week.', {
  action: withDefault(
    choice('Whether changes roll out in it, or do not.', ['allow', 'deny']),
    'allow',
  ),
  days: list('The days on which it begins; all of them when absent.', choice('A day.', weekdays), {
    maxItems: weekdays.length,
  }),
  from: clock('When it begins, `22:00`; at midnight when absent.'),
  to: clock(
    'When it ends, on the next day unless it is later than `from`; at midnight when absent.',
  ),
  firstDate: date('The first day on which it may begin, `2026-12-20`.'),
  lastDate: date('The last one.'),
})

/** When changes may roll out. */
export const maintenance = object(
  'When changes may roll out: not within a window that denies, and if some allow, only within one of them. Those of the Profiles of its cluster, of the Cluster and of the Plugin must all be open. `outrigger plugin retry` goes through closed ones.',
  {
    timeZone: withDefault(
      text('The time zone of its windows, `Europe/Berlin`.', { maxLength: 64 }),
      'UTC',
    ),
    windows: withDefault(list('The windows.', window, { maxItems: mostWindows }), []),
  },
)

export type Maintenance = TypeOf<typeof maintenance>

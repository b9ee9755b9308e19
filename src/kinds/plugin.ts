import { statusFields } from './conditions.ts'
import type { JsonRecord } from './json-value.ts'
import type { KindDefinition, ObjectOf } from './kind-definition.ts'
import { parseObject, type Parsed } from './parse-object.ts'
import {
  anyObject,
  choice,
  flag,
  integer,
  list,
  object,
  required,
  text,
  withDefault,
} from './schema/schema.ts'
import {
  maintenance,
  defaultCrds,
  duration,
  imageFields,
  intervalBounds,
  name,
  neverChanges,
  notBoth,
  readyColumns,
  skipSchemaValidation,
  sourceFields,
  timeoutBounds,
  valuesFrom,
} from './shared-fields.ts'

const mostDependencies = 64
const mostPatches = 64
const mostAdopted = 64
const longestText = 1_048_576

const target = object('The objects, as in kustomize: an absent field matches all.', {
  group: name('A regular expression for the whole API group.'),
  version: name('The same for the version.'),
  kind: name('The same for the kind.'),
  name: name('The same for the name.'),
  namespace: name('The same for the namespace.'),
  labelSelector: text('A selector over labels.', { maxLength: 1024 }),
  annotationSelector: text('A selector over annotations.', { maxLength: 1024 }),
})

const dependency = object(
  'A plugin; a kind that must be served; or an object that must be there, and in a condition.',
  {
    plugin: name(
      'A Plugin of the same namespace, or `namespace/name`: of another one the account needs the verb `get` on it, and `hold` to keep it from being deleted.',
    ),
    version: text('The versions of that plugin that satisfy it, as a range.', { maxLength: 253 }),
    apiVersion: text('The API version of a kind.', { maxLength: 253 }),
    kind: text('A kind.', { maxLength: 63 }),
    name: name(
      'An object of that kind, which the account must be allowed to `get`; without it, it is enough that the kind is served.',
    ),
    namespace: name('Its namespace; that of the plugin when absent.'),
    condition: text('A condition that must be True.', { maxLength: 316 }),
  },
  [
    {
      rule: 'has(self.plugin) ? !has(self.apiVersion) && !has(self.kind) && !has(self.name) : has(self.apiVersion) && has(self.kind)',
      message: 'a dependency is either a plugin, or an apiVersion with a kind',
    },
    {
      rule: '!has(self.version) || has(self.plugin)',
      message: 'only plugins have versions',
    },
    {
      rule: '!has(self.condition) || has(self.name)',
      message: 'a condition belongs to an object that is named',
    },
  ],
)

const adopted = object(
  'An object of a kind, or the release itself.',
  {
    release: text(
      'The name of the release of this plugin: it is taken over from whoever installed it, once for each change of the plugin.',
      { maxLength: 53 },
    ),
    apiVersion: text('The API version of a kind; which version of the group makes no difference.', {
      maxLength: 253,
    }),
    kind: text('A kind, also `CustomResourceDefinition`.', { maxLength: 63 }),
    name: name('An object of that kind.'),
    namespace: name('Its namespace; that of the release when absent.'),
  },
  [
    {
      rule: 'has(self.release) ? !has(self.apiVersion) && !has(self.kind) && !has(self.name) : has(self.apiVersion) && has(self.kind) && has(self.name)',
      message: 'what is adopted is either a release, or an apiVersion with a kind and a name',
    },
  ],
)

const spec = object(
  'The desired state.',
  {
    enabled: withDefault(
      flag('Whether it is installed. Switching off uninstalls and keeps the values.'),
      true,
    ),
    ...sourceFields,
    targetNamespace: name('Where the objects go; the namespace of the plugin when absent.'),
    releaseName: text('The name of the release; that of the plugin when absent.', {
      maxLength: 53,
    }),
    values: anyObject(
      'Values over those of the chart; `null` takes a default away. `kubectl apply` drops a null unless `--server-side` is given.',
    ),
    valuesText: text('The same as text, which keeps comments, order and every null.', {
      maxLength: longestText,
    }),
    valuesFrom: withDefault(
      valuesFrom('Values from ConfigMaps and Secrets; the inline ones go over them.'),
      [],
    ),
    dependsOn: withDefault(
      list('The Plugins and objects that must be there and work first.', dependency, {
        maxItems: mostDependencies,
      }),
      [],
    ),
    cluster: name('The Cluster; the one that the plugin is on when absent.'),
    serviceAccountName: name(
      'The account of its namespace that it acts as; when absent `outrigger`, in the platform namespace `outrigger-platform`.',
    ),
    interval: withDefault(
      duration(
        'How often to look for what no event announces, such as a new version in a range.',
        intervalBounds,
      ),
      '10m',
    ),
    timeout: withDefault(
      duration('How long objects and hooks may take to work.', timeoutBounds),
      '5m',
    ),
    suspend: withDefault(flag('Leaves everything as it is while it is true.'), false),
    drift: withDefault(
      object('The treatment of changes that others make to objects of the release.', {
        mode: withDefault(
          choice('`off` does not look, `warn` reports them, `correct` puts them back.', [
            'off',
            'warn',
            'correct',
          ]),
          'warn',
        ),
        ignore: withDefault(
          list(
            'Changes that do not count.',
            object('Fields of some objects.', {
              target,
              paths: required(
                list(
                  'JSON pointers such as `/spec/replicas`.',
                  text('One pointer.', { maxLength: 1024 }),
                  { maxItems: 64 },
                ),
              ),
            }),
            { maxItems: 64 },
          ),
          [],
        ),
      }),
      { mode: 'warn', ignore: [] },
    ),
    crds: withDefault(
      choice(
        'Definitions in `crds/`: `upgrade` upgrades those that this release brought or adopted, after the safety check; those of others are left as they are.',
        ['skip', 'create', 'upgrade'],
      ),
      defaultCrds,
    ),
    onFailure: withDefault(
      choice('The reaction to a failed upgrade; nothing is ever uninstalled for it.', [
        'rollback',
        'stay',
      ]),
      'stay',
    ),
    conflicts: withDefault(
      choice('Fields that others own: `fail`, `take` them, or `yield` them.', [
        'fail',
        'take',
        'yield',
      ]),
      'fail',
    ),
    patches: withDefault(
      list(
        'Changes to what was rendered.',
        object('One change.', {
          target,
          patch: required(
            text('A strategic merge patch, or a JSON patch, as text.', { maxLength: 65_536 }),
          ),
        }),
        { maxItems: mostPatches },
      ),
      [],
    ),
    images: object('Where images are pulled from.', {
      ...imageFields,
      lock: list(
        'Images by digest: `name:tag@sha256:…`; what is listed is pulled by that digest.',
        text('One image.', { maxLength: 2048 }),
        { maxItems: 512 },
      ),
    }),
    globals: flag(
      'Whether values and images of the Profiles of its cluster apply, too: below everything that the plugin says itself. An instance has them anyway.',
    ),
    skipSchemaValidation,
    pin: integer('Holds the release at this revision after a rollback.', { minimum: 1 }),
    adopt: withDefault(
      list(
        'Objects and releases of others that become part of this release; nothing else of others is ever changed or deleted.',
        adopted,
        { maxItems: mostAdopted },
      ),
      [],
    ),
    maintenance,
    retry: object('How long failed changes are tried again.', {
      limit: integer(
        'How often the same change is tried again after it failed; then it waits for a change or for `outrigger plugin retry`. Without it there is no limit.',
        { minimum: 0, maximum: 1000 },
      ),
    }),
    deletion: withDefault(
      choice('The fate of the release when the plugin is deleted.', ['uninstall', 'orphan']),
      'uninstall',
    ),
  },
  [notBoth('values', 'valuesText'), ...neverChanges('targetNamespace', 'releaseName', 'cluster')],
)

const status = object('The observed state.', {
  ...statusFields,
  revision: integer('The revision of the release.'),
  version: text('The version that is installed.'),
  appVersion: text('The version of what is in the chart.'),
  releaseName: text('The release.'),
  targetNamespace: text('Where it is.'),
  source: text('The exact source that was fetched.'),
  digest: text('The digest of its bytes.'),
  inputs: text('Digest of everything the release was made from; the same again is no work.'),
  observedValues: text(
    'The states of the objects of `valuesFrom` that the last pass saw, in one digest.',
  ),
  observedKubernetes: text(
    'The version of Kubernetes that its instance chose for, once it was looked at for that.',
  ),
  attempted: text('The inputs of the last attempt, when it failed.'),
  failures: integer('How many attempts failed in a row.'),
  retried: text('The last request to retry that was answered.'),
  waitingFor: list(
    'The dependencies and inputs that are missing, one line each.',
    text('One line.'),
    { maxItems: 64 },
  ),
  objects: integer('How many objects the release has.'),
  kinds: list('Their kinds, `apps/v1/Deployment`.', text('One kind.'), { maxItems: 256 }),
  applied: text('Digest of the fields that are ours in all objects of the release.'),
  looked: text('Digest of the objects when drift was last looked for.'),
  drift: list('The changes of others, one line for each object.', text('One line.'), {
    maxItems: 32,
  }),
  takenOver: integer('The generation for which the release was taken over by `adopt`.'),
  leftAlone: list(
    'Definitions that the chart brings and that are of others, and fields that `conflicts: yield` left to others, one line each.',
    text('One line.'),
    { maxItems: 32 },
  ),
  foreignImages: list(
    'Images that come from elsewhere than `images` says, one line each; with `foreign: warn`.',
    text('One line.'),
    { maxItems: 32 },
  ),
  changedAt: text('When the release was last changed.', { format: 'date-time' }),
  lastDuration: integer('How long the last change took until all worked, in ms.'),
})

/** One deployable unit: the only thing of the operator that changes a cluster. */
export const pluginKind = {
  kind: 'Plugin',
  plural: 'plugins',
  shortNames: ['plug'],
  scope: 'Namespaced',
  description:
    'One deployable unit: a chart, templates, manifests or a kustomization, kept on a cluster.',
  spec,
  status,
  columns: [
    { name: 'Enabled', type: 'boolean', path: '.spec.enabled' },
    { name: 'Version', type: 'string', path: '.status.version' },
    { name: 'App', type: 'string', path: '.status.appVersion', wide: true },
    { name: 'Revision', type: 'integer', path: '.status.revision', wide: true },
    ...readyColumns,
  ],
  example: {
    metadata: { name: 'component-a' },
    spec: {
      enabled: true,
      kind: 'helm',
      repo: 'https://charts.example.com',
      name: 'component-a',
      version: 'v1.0.0',
      values: { subComponent: { enabled: false }, storageClass: { name: 'local-path' } },
    },
  },
} satisfies KindDefinition

export type Plugin = ObjectOf<typeof pluginKind>

/** Reads a Plugin as a server gave it. */
export function parsePlugin(plugin: JsonRecord): Parsed<Plugin> {
  return parseObject(pluginKind, plugin)
}

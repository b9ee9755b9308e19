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
import { name, neverChanges, notBoth, readyColumns, valuesFrom } from './shared-fields.ts'

const spec = object(
  'The desired state.',
  {
    extension: required(name('The Extension.')),
    version: text(
      'The version or range; the newest that fits when absent. `VERSION@DIGEST` is one state of a tag.',
      { maxLength: 253 },
    ),
    parameters: anyObject(
      'The parameters. `kubectl apply` drops a null unless `--server-side` is given.',
    ),
    parametersText: text('The same as text, which keeps comments, order and every null.', {
      maxLength: 1_048_576,
    }),
    parametersFrom: withDefault(
      valuesFrom('Parameters from ConfigMaps and Secrets; the inline ones go over them.'),
      [],
    ),
    enabled: withDefault(flag('Whether it is installed.'), true),
    cluster: name('The Cluster; the one that the instance is on when absent.'),
    targetNamespace: name('Where the objects go; what the Extension says when absent.'),
    upgrade: withDefault(
      choice('Whether another source is taken when the cluster changes or a tag moves.', [
        'auto',
        'manual',
      ]),
      'auto',
    ),
    dependencies: withDefault(
      choice('Whether missing extensions are waited for or installed.', ['wait', 'install']),
      'wait',
    ),
  },
  [
    notBoth('parameters', 'parametersText'),
    ...neverChanges('extension', 'cluster', 'targetNamespace'),
  ],
)

const status = object('The observed state.', {
  ...statusFields,
  plugin: text('The Plugin that it writes.'),
  version: text('The version that runs.'),
  retired: text('The version that was uninstalled because it is retired.'),
  appVersion: text('The version of what is in it.'),
  source: text('The exact source of what runs.'),
  digest: text('The digest of the state of a tag that is used.'),
  kubernetes: text('The version of Kubernetes that it has followed.'),
  preparedFor: text('The version of Kubernetes to come that it is ready for.'),
  appliedGeneration: integer('The generation of this object that its Plugin was last written for.'),
  available: text(
    'A newer version that fits, or the newer state of a tag, when upgrades are by hand.',
  ),
  waitingFor: list(
    'The dependencies and inputs that are missing, one line each.',
    text('One line.'),
    { maxItems: 64 },
  ),
  lookedAt: text('When a tag was last looked at.', { format: 'date-time' }),
  retried: text('The last request to retry that was answered.'),
})

/** Somebody's choice of an Extension. */
export const extensionInstanceKind = {
  kind: 'ExtensionInstance',
  plural: 'extensioninstances',
  shortNames: ['exti'],
  scope: 'Namespaced',
  description: "Somebody's choice of an Extension for a cluster.",
  spec,
  status,
  columns: [
    { name: 'Extension', type: 'string', path: '.spec.extension' },
    { name: 'Cluster', type: 'string', path: '.spec.cluster' },
    { name: 'Version', type: 'string', path: '.status.version' },
    ...readyColumns,
  ],
  example: {
    metadata: { name: 'certificates', namespace: 'team-a' },
    spec: { extension: 'cert-manager', parameters: { replicas: 2 } },
  },
} satisfies KindDefinition

export type ExtensionInstance = ObjectOf<typeof extensionInstanceKind>

/** Reads an ExtensionInstance as a server gave it. */
export function parseExtensionInstance(instance: JsonRecord): Parsed<ExtensionInstance> {
  return parseObject(extensionInstanceKind, instance)
}

import type { JsonObject } from '../../objects/json.ts'
import type { OptionSpec } from '../command-spec.ts'

/** Where a plugin comes from, and where it goes. */
export const pluginSourceOptions = {
  repo: {
    kind: 'text',
    value: 'ADDRESS',
    summary: 'https://…, oci://…, git, an archive, or the name of a Repository',
    offers: 'Repository',
  },
  chart: {
    kind: 'text',
    value: 'NAME',
    summary: 'the chart there; named as the plugin unless given',
  },
  version: { kind: 'text', value: 'VERSION', summary: 'an exact version or a range' },
  kind: {
    kind: 'choice',
    value: 'kind',
    choices: ['helm', 'template', 'manifests', 'kustomize'],
    summary: 'what is fetched',
  },
  path: { kind: 'text', value: 'FOLDER', summary: 'a folder inside the archive or git repository' },
  'depends-on': {
    kind: 'list',
    value: 'PLUGIN',
    summary: 'plugins that must work first; several with commas',
    offers: 'Plugin',
  },
  'skip-schema-validation': {
    kind: 'optional',
    value: 'whether',
    choices: ['true', 'false'],
    bare: 'true',
    summary: 'do not check values by values.schema.json',
  },
  'service-account': { kind: 'text', value: 'NAME', summary: 'who acts; outrigger unless given' },
} as const satisfies Record<string, OptionSpec>

type SourceFlags = {
  readonly [
    K in keyof typeof pluginSourceOptions
  ]: (typeof pluginSourceOptions)[K]['kind'] extends 'list' ? readonly string[] : string | undefined
}

/** The fields of the spec that were given. */
export function sourceFieldsOf(given: SourceFlags): JsonObject {
  const dependsOn = given['depends-on']
    .flatMap((one) => one.split(','))
    .filter((one) => one !== '')
    .map((plugin) => ({ plugin }))
  const texts = {
    repo: given.repo,
    name: given.chart,
    version: given.version,
    kind: given.kind,
    path: given.path,
    serviceAccountName: given['service-account'],
  }
  const named = Object.entries(texts).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  const unchecked = given['skip-schema-validation']
  return {
    ...Object.fromEntries(named),
    ...(unchecked === undefined ? {} : { skipSchemaValidation: unchecked === 'true' }),
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
  }
}

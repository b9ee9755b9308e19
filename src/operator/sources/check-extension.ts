import { findCycle } from '../graph/find-cycle.ts'
import { offerOf } from '../../catalog/choice/offer.ts'
import { parseKubernetesVersion } from '../../catalog/choice/kubernetes-version.ts'
import { JsonSchemaError } from '../../formats/json-schema/errors.ts'
import { compileJsonSchema } from '../../formats/json-schema/json-schema.ts'
import type { Extension } from '../../kinds/extension.ts'
import { printJson } from '../../objects/json-text.ts'
import { RenderError } from '../../template/errors.ts'
import { mapValues } from '../values/map-values.ts'
import { isAddress } from './source-request.ts'

// Which one does not matter: only what no version could read is a problem here.
const anyKubernetes = parseKubernetesVersion('1.30.0')
const picture =
  /^(?:data:image\/(?:svg\+xml|png|jpeg|gif|webp);base64,[A-Za-z0-9+/]+=*|https:\/\/\S+)$/
const schemaAddress = 'file:///parameters.schema.json'

/**
 * The problems of an Extension, one line each. Other Extensions are asked for circles of
 * dependencies.
 */
export function checkExtension(
  { metadata, spec }: Extension,
  find: (name: string) => Extension | undefined,
): readonly string[] {
  return [...ownProblems(spec), ...circleProblems(metadata.name, spec, find)]
}

const known = new WeakMap<Extension['spec'], readonly string[]>()

// Found once for each state of an Extension: each of its instances asks.
function ownProblems(spec: Extension['spec']): readonly string[] {
  const before = known.get(spec)
  if (before !== undefined) return before
  const problems = [
    ...logoProblems(spec.logo),
    ...parameterProblems(spec.parameters),
    ...spec.sources.flatMap((source, at) => sourceProblems(source, `sources[${at}]`)),
  ]
  known.set(spec, problems)
  return problems
}

function logoProblems(logo: string | undefined): string[] {
  if (logo === undefined || picture.test(logo)) return []
  return ['logo is neither an https address nor a data URL of a picture']
}

function parameterProblems(schema: Extension['spec']['parameters']): string[] {
  if (schema === undefined) return []
  try {
    compileJsonSchema(printJson(schema), schemaAddress)
    return []
  } catch (error) {
    if (error instanceof JsonSchemaError) return [`parameters is no JSON Schema: ${error.message}`]
    throw error
  }
}

function sourceProblems(source: Extension['spec']['sources'][number], path: string): string[] {
  const offered = anyKubernetes === undefined ? undefined : offerOf(source, anyKubernetes)
  // A name is checked where it is looked up.
  const isRegistry = source.repo.startsWith('oci://') || !isAddress(source.repo)
  const isTagElsewhere = source.tag !== undefined && !isRegistry
  return [
    ...(offered?.is === 'problem' ? [`${path}: ${offered.problem}`] : []),
    ...(isTagElsewhere
      ? [`${path}: a tag is only in a registry, oci://, not in ${source.repo}`]
      : []),
    ...valueProblems(source.values, path),
  ]
}

// Whether it makes sense depends on parameters; that it parses does not.
function valueProblems(document: string | undefined, path: string): string[] {
  if (document === undefined) return []
  try {
    mapValues(document, { parameters: {}, cluster: {}, global: {} })
    return []
  } catch (error) {
    if (error instanceof RenderError && error.code === 'parse')
      return [`${path}.values: ${error.message}`]
    return []
  }
}

function circleProblems(
  name: string,
  spec: Extension['spec'],
  find: (name: string) => Extension | undefined,
): string[] {
  const needsOf = (at: string) =>
    (at === name ? spec : find(at)?.spec)?.dependsOn.map(({ extension }) => extension) ?? []
  const circle = findCycle(name, needsOf)
  return circle.length === 0 ? [] : [`it depends on itself: ${circle.join(' needs ')}`]
}

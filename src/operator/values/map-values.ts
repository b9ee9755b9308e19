import { seededEntropy } from '../../chart/render/entropy.ts'
import { decodeJson } from '../../formats/json/decode.ts'
import { NamedMap, type Value } from '../../formats/value.ts'
import type { JsonRecord } from '../../kinds/json-value.ts'
import { printJson } from '../../objects/json-text.ts'
import { renderTemplates } from '../../template/engine.ts'
import { helmFunctions } from '../../template/functions/helm-functions.ts'

/** The values that a `values` document of a source sees. */
export interface MappedFrom {
  readonly parameters: JsonRecord
  readonly cluster: JsonRecord
  readonly global: JsonRecord
}

const templateName = 'source/values'

/**
 * Carries out the `values` document of a source: a template over `.Parameters`, `.Cluster` and `.Global` that gives YAML. It
 * uses no random numbers: the same inputs give the same values. Throws a RenderError with the template's own text.
 */
export function mapValues(document: string, { parameters, cluster, global }: MappedFrom): string {
  const data = new NamedMap(
    'common.Values',
    new Map([
      ['Parameters', valueOf(parameters)],
      ['Cluster', valueOf(cluster)],
      ['Global', valueOf(global)],
    ]),
  )
  const { files } = renderTemplates({
    templates: [{ name: templateName, text: document, data, basePath: 'source' }],
    funcs: helmFunctions,
    entropy: seededEntropy(templateName, 0n),
  })
  return files.get(templateName) ?? ''
}

function valueOf(record: JsonRecord): Value {
  return decodeJson(printJson(record), 'map')
}

import type { Nouns } from '../../api/shown-kinds.ts'
import { toYaml } from '../../components/to-yaml.ts'

/** The parts that a release is rendered from: the object without its own values, and those as text. */
export interface RenderedFrom {
  readonly object: object
  readonly text: string
}

/** Of an instance, in the version that is installed. */
export function fromInstance(instance: Nouns['instances']): RenderedFrom {
  const { apiVersion, kind, metadata, spec, status } = instance
  const { parameters, parametersText, ...rest } = spec
  const version = status?.version === undefined ? {} : { version: status.version }
  const place = { namespace: metadata.namespace, name: metadata.name }
  return {
    object: { apiVersion, kind, metadata: place, spec: { ...rest, ...version } },
    text: textOf(parametersText, parameters),
  }
}

/** Of a plugin that somebody wrote. */
export function fromPlugin({ apiVersion, kind, metadata, spec }: Nouns['plugins']): RenderedFrom {
  const { values, valuesText, ...rest } = spec
  const { namespace, name, labels = {}, annotations = {} } = metadata
  return {
    object: { apiVersion, kind, metadata: { namespace, name, labels, annotations }, spec: rest },
    text: textOf(valuesText, values),
  }
}

function textOf(text: string | undefined, values: object | undefined): string {
  return text ?? (values === undefined ? '' : toYaml(values))
}

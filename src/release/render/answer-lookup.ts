import type { AnswerLookup } from '../../chart/render/render-with-lookups.ts'
import { type Value, Sized } from '../../formats/value.ts'
import { isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { listObjects } from '../../kube/objects/list-objects.ts'
import { type Json, isJsonList } from '../../objects/json.ts'
import { parseApiVersion } from '../../objects/kube-object.ts'
import type { ServedResource } from '../../kube/discovery/served-apis.ts'
import type { ReleasePorts } from '../ports.ts'

type Query = Parameters<AnswerLookup>[0]
type Cluster = Pick<ReleasePorts, 'client' | 'discovery'>

/**
 * Answers `lookup` from a cluster. A refusal of the cluster is an answer too, which fails the
 * template.
 */
export function answerFrom(cluster: Cluster, signal: AbortSignal): AnswerLookup {
  return async (query) => {
    const { group, version } = parseApiVersion(query.apiVersion)
    const { kind } = query
    const resource = await cluster.discovery.findKind({ group, version, kind }, signal)
    if (resource === undefined) {
      const what = `the server could not find the requested resource`
      return { error: `unable to get apiresource from unstructured: ${kindText(query)}: ${what}` }
    }
    try {
      return { value: valueOf(await read(cluster, resource, query, signal)) }
    } catch (error) {
      // An error that may be gone a moment later is no answer.
      if (isKubeError(error) && !error.transient) return { error: error.message }
      throw error
    }
  }
}

async function read(
  { client }: Cluster,
  resource: ServedResource,
  { apiVersion, kind, namespace, name }: Query,
  signal: AbortSignal,
): Promise<Json> {
  const place = resource.namespaced && namespace !== '' ? { namespace } : {}
  if (name !== '') {
    // Without a namespace there is no such object; Helm asks for it all the same and finds nothing.
    if (resource.namespaced && namespace === '') return {}
    return (await getObject(client, { resource, ...place, name }, {}, signal)) ?? {}
  }
  const { objects, resourceVersion } = await listObjects(client, { resource, ...place }, {}, signal)
  return { apiVersion, kind: `${kind}List`, metadata: { resourceVersion }, items: objects }
}

function kindText({ apiVersion, kind }: Query): string {
  const { group, version } = parseApiVersion(apiVersion)
  return `${group}/${version}, Kind=${kind}`
}

// As the API's own decoder for unknown kinds: whole numbers are int64, which templates can tell.
function valueOf(json: Json): Value {
  if (typeof json === 'bigint') return new Sized('int64', json)
  if (typeof json === 'number') {
    return Number.isSafeInteger(json) ? new Sized('int64', BigInt(json)) : json
  }
  if (typeof json !== 'object' || json === null) return json
  if (isJsonList(json)) return json.map(valueOf)
  return new Map(Object.entries(json).map(([field, inner]) => [field, valueOf(inner)]))
}

import { writeYaml } from '../../formats/yaml/write/write.ts'
import { isJsonObject, type JsonObject } from '../../objects/json.ts'
import { textAt } from '../../objects/kube-object.ts'
import { statusOf, type StatusError } from '../errors.ts'
import type { ApiAnswer, ApiRequest } from '../http/exchange.ts'
import { bytesOf, objectOf, textOfJson } from '../registry/encode.ts'
import { metadataOnly, tableOf, type IncludeObject } from '../registry/table.ts'
import type { Entry } from '../storage/entry.ts'
import { badRequest } from '../status-errors.ts'
import type { Call } from './call.ts'
import { valueOfJson } from './codecs/yaml-json.ts'

const jsonType = { 'content-type': 'application/json', 'cache-control': 'no-cache, private' }

/** The answer with one object. */
export function answerEntry(call: Call, status: number, entry: Entry): ApiAnswer {
  const { served, representation } = call
  if (
    representation.as === 'object' &&
    representation.format === 'json' &&
    !isPretty(call.request)
  ) {
    return { status, headers: headersOf(call, jsonType), body: bytesOf(served, entry) }
  }
  return answerObject(call, status, objectOf(served, entry))
}

/** The answer with an object that need not be stored; Status objects are never made into tables. */
export function answerObject(call: Call, status: number, object: JsonObject): ApiAnswer {
  return encode(call, status, represent(call, object))
}

/** The object as it is, in the format that was asked for. */
export function encode(call: Call, status: number, object: JsonObject): ApiAnswer {
  if (call.representation.format === 'yaml') {
    const headers = { ...jsonType, 'content-type': 'application/yaml' }
    const body = Buffer.from(writeYaml(valueOfJson(object)))
    return { status, headers: headersOf(call, headers), body }
  }
  const body = Buffer.from(isPretty(call.request) ? pretty(object) : `${textOfJson(object)}\n`)
  return { status, headers: headersOf(call, jsonType), body }
}

/** The answer of a page that is no resource. */
export function answerJson(request: ApiRequest, status: number, object: JsonObject): ApiAnswer {
  const body = Buffer.from(isPretty(request) ? pretty(object) : `${textOfJson(object)}\n`)
  return { status, headers: jsonType, body }
}

/** The answer to a request that failed. */
export function answerFailure(request: ApiRequest, error: StatusError): ApiAnswer {
  const answer = answerJson(request, error.code, statusOf(error))
  const wait = error.extras.details?.retryAfterSeconds
  if (wait === undefined) return answer
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(wait) } }
}

function represent(call: Call, object: JsonObject): JsonObject {
  const { as, metaVersion } = call.representation
  if (as === 'object' || textAt(object, ['kind']) === 'Status') return object
  if (as === 'metadata') return metadataOnly(object, metaVersion)
  return tableOf([object], call.served.columns, {
    version: metaVersion,
    include: includeObject(call),
    metadata: { resourceVersion: textAt(object, ['metadata', 'resourceVersion']) },
    now: new Date(call.registry.clock.now()),
    definitions: true,
  })
}

/** How much of each object a table's rows have. */
export function includeObject({ query }: Call): IncludeObject {
  const asked = query.get('includeObject') ?? ''
  if (asked === '') return 'Metadata'
  if (asked === 'None' || asked === 'Metadata' || asked === 'Object') return asked
  throw badRequest(`unrecognized includeObject value: ${JSON.stringify(asked)}`)
}

export function headersOf(
  { warnings }: Call,
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string | readonly string[]>> {
  if (warnings.size === 0) return headers
  return { ...headers, warning: [...warnings].map((text) => `299 - ${quoted(text)}`) }
}

/** A quoted string of HTTP; control characters have no place in one. */
function quoted(text: string): string {
  const printable = text.replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
  return `"${printable.replaceAll(/["\\]/g, String.raw`\$&`)}"`
}

/** People with curl or a browser get lines, as from Kubernetes' own server. */
export function isPretty(request: ApiRequest): boolean {
  const query = request.path.indexOf('?')
  const asked =
    query === -1 ? null : new URLSearchParams(request.path.slice(query + 1)).get('pretty')
  if (asked !== null) return asked === '1' || asked === 'true'
  return /^(?:curl|Wget|Mozilla\/5\.0)/.test(request.header('user-agent') ?? '')
}

function pretty(object: JsonObject): string {
  try {
    return JSON.stringify(object, undefined, 2)
  } catch (error) {
    // An integer beyond 2^53; nobody minds that such an answer has one line.
    if (error instanceof TypeError && isJsonObject(object)) return textOfJson(object)
    throw error
  }
}

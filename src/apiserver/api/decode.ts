import { readYaml } from '../../formats/yaml/read.ts'
import { parseJson } from '../../objects/json-text.ts'
import { badRequest, unsupportedMediaType } from '../status-errors.ts'
import { isDraft, textIn } from '../registry/draft.ts'
import type { Draft, DraftValue } from '../registry/draft.ts'
import { jsonOfValue } from './yaml-json.ts'

const accepted = ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf']

/** The value in a body of JSON or YAML; whoever sends protobuf is told that it is not read here. */
export function decodeBody(body: Buffer, contentType: string | undefined): DraftValue {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/yaml') return jsonOfValue(readYaml(body.toString('utf8')))
  if (type !== '' && type !== 'application/json') throw unsupportedMediaType(accepted)
  return parseJson(body.toString('utf8')) as DraftValue
}

/** The object in a body, of the kind that the resource has. */
export function decodeObject(
  body: Buffer,
  contentType: string | undefined,
  served: { readonly apiVersion: string; readonly kind: string },
): Draft {
  let value: DraftValue
  try {
    value = decodeBody(body, contentType)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const shown = body.subarray(0, 1024).toString('utf8')
    throw badRequest(
      `the object provided is unrecognized (must be of type ${served.kind}): couldn't get version/kind; json parse error: ${goSyntax(error, body)} (${shown})`,
    )
  }
  if (!isDraft(value)) {
    const found = Array.isArray(value) ? 'array' : typeof value
    throw badRequest(
      `the object provided is unrecognized (must be of type ${served.kind}): couldn't get version/kind; json parse error: json: cannot unmarshal ${found} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" } (${body.subarray(0, 1024).toString('utf8')})`,
    )
  }
  checkKind(value, served)
  return value
}

// Our parser says it in its own words; the commonest mistake is said as Go says it.
function goSyntax(error: SyntaxError, body: Buffer): string {
  if (body.length === 0 || /end of JSON|Unterminated/i.test(error.message)) {
    return 'unexpected end of JSON input'
  }
  return error.message
}

function checkKind(
  object: Draft,
  served: { readonly apiVersion: string; readonly kind: string },
): void {
  const kind = textIn(object, 'kind')
  const apiVersion = textIn(object, 'apiVersion')
  if (apiVersion !== '' && apiVersion !== served.apiVersion) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${served.apiVersion})`,
    )
  }
  if (kind !== '' && kind !== served.kind) {
    const version = served.apiVersion.split('/').at(-1) ?? ''
    throw badRequest(
      `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${served.kind}: converting (${version}.${kind}) to (${served.kind}): unknown conversion`,
    )
  }
  object['kind'] = served.kind
  object['apiVersion'] = served.apiVersion
}

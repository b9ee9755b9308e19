import { YamlError } from '../../../formats/yaml/errors.ts'
import { readYaml } from '../../../formats/yaml/read.ts'
import { isDeeperThan } from '../../../objects/json-depth.ts'
import { isLargerThan } from '../../../objects/json-size.ts'
import { parseJson } from '../../../objects/json-text.ts'
import type { Json } from '../../../objects/json.ts'
import type { StatusError } from '../../errors.ts'
import { badRequest, unsupportedMediaType } from '../../status-errors.ts'
import { decodeProtobuf } from '../../protobuf/decode-protobuf.ts'
import { ProtobufFault } from '../../../std/node/protobuf-wire.ts'
import { textOfJson } from '../../registry/encode.ts'
import { draftOf, isDraft, textIn, type Draft, type DraftValue } from '../../registry/draft.ts'
import { jsonOfValue } from './yaml-json.ts'

const protobufType = 'application/vnd.kubernetes.protobuf'
const accepted = ['application/json', 'application/yaml', protobufType]

/** The kind that a body should hold. */
interface Expected {
  readonly apiVersion: string
  readonly kind: string
  readonly isCustom?: boolean
}

/** The value in a body of JSON, YAML or, for kinds that are built in, protobuf. */
export function decodeBody(
  body: Buffer,
  contentType: string | undefined,
  { apiVersion, kind, isCustom }: Expected,
): DraftValue {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (type === 'application/yaml') return readYamlObject(body, kind)
  if (type === protobufType && isCustom !== true) return readProtobuf(body, { apiVersion, kind })
  if (type !== '' && type !== 'application/json') throw unsupportedMediaType(accepted)
  return readJsonBody(body) as DraftValue
}

/** The value in a body of JSON. Throws SyntaxError as JSON.parse does, also for one that is nested too deep. */
export function readJsonBody(body: Buffer): Json {
  return withinDepth(
    body,
    () => parseJson(body.toString('utf8')),
    () => new SyntaxError(exceededDepth),
  )
}

/** The value in a body of YAML. Throws YamlError. */
export function readYamlBody(body: Buffer): DraftValue {
  const value = withinDepth(
    body,
    () => jsonOfValue(readYaml(body.toString('utf8'))),
    () => new YamlError('too-deep', `yaml: ${exceededDepth}`),
  )
  // Aliases of long texts make gigabytes of a body; without them JSON is little longer than YAML.
  if (isLargerThan(value, mostGrowth * body.length + mostGrowth))
    throw new YamlError('alias', 'yaml: document contains excessive aliasing')
  return value
}

/** How much longer than YAML its JSON may be. */
const mostGrowth = 10

/**
 * How deep objects and lists may be in each other. Go's decoder takes 10,000 levels on a stack that grows; ours does not,
 * and what walks an object needs a few frames for each level.
 */
export const mostDepth = 1000

export const exceededDepth = 'exceeded max depth'

function withinDepth<Value extends Json>(
  body: Buffer,
  read: () => Value,
  tooDeep: () => Error,
): Value {
  let value: Value
  try {
    value = read()
  } catch (error) {
    // The stack of a decoder ends before it does.
    throw error instanceof RangeError ? tooDeep() : error
  }
  if (body.length > 2 * mostDepth && isDeeperThan(value, mostDepth)) throw tooDeep()
  return value
}

function readYamlObject(body: Buffer, kind: string): DraftValue {
  try {
    return readYamlBody(body)
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw unrecognized(kind, error.message, body)
  }
}

function unrecognized(kind: string, why: string, body: Buffer): StatusError {
  const what = `the object provided is unrecognized (must be of type ${kind})`
  return badRequest(`${what}: ${why} (${shownBytes(body)})`)
}

function readProtobuf(body: Buffer, expected: Expected): DraftValue {
  try {
    const tooDeep = () => new ProtobufFault(exceededDepth)
    return draftOf(withinDepth(body, () => decodeProtobuf(body), tooDeep))
  } catch (error) {
    if (!(error instanceof ProtobufFault)) throw error
    throw unrecognized(expected.kind, error.message, body)
  }
}

function shownBytes(body: Buffer): string {
  return body.length === 0 ? '<empty>' : body.subarray(0, 1024).toString('hex')
}

/** The object in a body, of the kind that the resource has. */
export function decodeObject(
  body: Buffer,
  contentType: string | undefined,
  served: Expected,
): Draft {
  let value: DraftValue
  try {
    value = decodeBody(body, contentType, served)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const shown = body.length === 0 ? '<empty>' : body.subarray(0, 1024).toString('utf8')
    throw badRequest(
      `the object provided is unrecognized (must be of type ${served.kind}): couldn't get version/kind; json parse error: ${goSyntax(error, body)} (${shown})`,
    )
  }
  if (!isDraft(value)) {
    const found = Array.isArray(value) ? 'array' : typeof value
    throw badRequest(
      `the object provided is unrecognized (must be of type ${served.kind}): couldn't get version/kind; json parse error: json: cannot unmarshal ${found} into Go value of type struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" } (${body.subarray(0, 1024).toString('hex')})`,
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

function checkKind(object: Draft, served: Expected): void {
  const kind = textIn(object, 'kind')
  const apiVersion = textIn(object, 'apiVersion')
  if (served.isCustom === true) checkThere(object, served)
  const version = apiVersion.split('/').at(-1) ?? ''
  if (apiVersion !== '' && apiVersion !== served.apiVersion) {
    if (served.isCustom === false && groupOf(apiVersion) === groupOf(served.apiVersion)) {
      const why = `no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)} in scheme "pkg/runtime/scheme.go:111"`
      throw badRequest(
        `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${served.kind}: ${why}`,
      )
    }
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${served.apiVersion})`,
    )
  }
  if (kind !== '' && kind !== served.kind) {
    const why = unknownConversion(served, kind)
    throw badRequest(
      `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${served.kind}: ${why}`,
    )
  }
  object['kind'] = served.kind
  object['apiVersion'] = served.apiVersion
}

/** Of a custom kind the server has only what is in the body. */
function checkThere(object: Draft, served: Expected): void {
  const missing = textIn(object, 'kind') === '' ? 'Kind' : 'apiVersion'
  if (missing !== 'Kind' && textIn(object, 'apiVersion') !== '') return
  const text = textOfJson(object)
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)} ...` : text
  throw badRequest(
    `the object provided is unrecognized (must be of type ${served.kind}): Object '${missing}' is missing in '${text}' (${shown})`,
  )
}

const longestShown = 30

function groupOf(apiVersion: string): string {
  return apiVersion.includes('/') ? (apiVersion.split('/')[0] ?? '') : ''
}

/** Go's error when an object of one kind is taken for another: with the names of its packages. */
export function unknownConversion(
  served: { readonly apiVersion: string; readonly kind: string },
  kind: string,
): string {
  const version = served.apiVersion.split('/').at(-1) ?? ''
  const internal = groupOf(served.apiVersion).split('.')[0] || 'core'
  return `converting (${version}.${kind}) to (${internal}.${served.kind}): unknown conversion`
}

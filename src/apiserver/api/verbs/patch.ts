import { YamlError } from '../../../formats/yaml/errors.ts'
import { readYamlStrict } from '../../../formats/yaml/read.ts'
import { ObjectsError } from '../../../objects/errors.ts'
import { isDeeperThan } from '../../../objects/json-depth.ts'
import { isJsonList, isJsonObject, type Json, type JsonObject } from '../../../objects/json.ts'
import { applyJsonPatch } from '../../../objects/patch/json-patch.ts'
import { applyMergePatch } from '../../../objects/patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../../../objects/patch/strategic-merge.ts'
import { StatusError } from '../../errors.ts'
import type { ApiAnswer } from '../../http/exchange.ts'
import { readBody } from '../../http/read-body.ts'
import { draftOf, type Draft } from '../../registry/draft.ts'
import { updateObject } from '../../registry/update.ts'
import { badRequest, unsupportedMediaType } from '../../status-errors.ts'
import { applyTransform } from './apply.ts'
import type { Call } from '../call.ts'
import { checkName } from './check-name.ts'
import { exceededDepth, mostDepth, readJsonBody, readYamlBody } from '../codecs/decode.ts'
import { normalisePatched } from '../codecs/normalise.ts'
import { answerEntry } from '../respond.ts'
import { readWriteOptions, writeContext, type WriteOptions } from './write-options.ts'

const jsonType = 'application/json-patch+json'
const mergeType = 'application/merge-patch+json'
const strategicType = 'application/strategic-merge-patch+json'
const applyType = 'application/apply-patch+yaml'

/** Answers a PATCH of any type. */
export async function answerPatch(call: Call): Promise<ApiAnswer> {
  const { served, request, route } = call
  const type = (request.header('content-type') ?? '').split(';')[0]?.trim() ?? ''
  const known = [jsonType, mergeType, ...(served.isCustom ? [] : [strategicType]), applyType]
  if (!known.includes(type)) throw unknownType(type, known)
  const isApply = type === applyType
  const options = readWriteOptions(call, 'PatchOptions', isApply)
  const body = await readBody(request)
  const transform = isApply
    ? withKeysOnce(call, options, body, applyTransform(call, options, decodeYaml(body)))
    : patchTransform(call, options, type, body)
  const context = writeContext(call, options, 'PatchOptions')
  const how = { mayCreate: isApply && route.subresource === '', isApply }
  const { entry, created } = await updateObject(call.registry, context, route.name, {
    transform,
    options: how,
  })
  return answerEntry(call, created ? 201 : 200, entry)
}

// A type that no resource takes is refused by the router, in its own words.
function unknownType(type: string, known: readonly string[]): StatusError {
  if (type === strategicType) return unsupportedMediaType(known)
  return new StatusError(415, 'UnsupportedMediaType', '415: Unsupported Media Type', {
    details: {},
  })
}

function decodeYaml(body: Buffer): Json {
  try {
    return readYamlBody(body)
  } catch (error) {
    throw badRequest(`error decoding YAML: ${error instanceof Error ? error.message : ''}`)
  }
}

/** A key that is there twice is reported after the conflicts of an apply. */
function withKeysOnce(
  call: Call,
  { fieldValidation }: WriteOptions,
  body: Buffer,
  transform: (old: JsonObject | undefined) => Draft,
): (old: JsonObject | undefined) => Draft {
  if (fieldValidation === 'Ignore') return transform
  return (old) => {
    const applied = transform(old)
    try {
      readYamlStrict(body.toString('utf8'))
    } catch (error) {
      if (!(error instanceof YamlError)) throw error
      if (fieldValidation === 'Strict') {
        throw badRequest(`error strict decoding YAML: ${error.message}`)
      }
      const lines = error.message.replace(/^.*yaml: unmarshal errors:\n/s, '').split('\n')
      for (const line of lines) call.warnings.add(line.trim())
    }
    return applied
  }
}

function patchTransform(
  call: Call,
  options: WriteOptions,
  type: string,
  body: Buffer,
): (old: JsonObject | undefined) => Draft {
  const patch = decodePatch(type, body)
  return (old) => {
    const patched = draftOf(applyPatch(call, type, patch, old ?? {}))
    const shown = type === strategicType ? patch : patched
    normalisePatched(call, patched, options, { shown, isStrategic: type === strategicType })
    checkName(patched, call.route.name)
    return patched
  }
}

/** The patch in a body, of one of the types in JSON. */
export function decodePatch(type: string, body: Buffer): Json {
  let patch: Json
  try {
    patch = readJsonBody(body)
  } catch (error) {
    throw badRequest(`error decoding patch: ${error instanceof Error ? error.message : ''}`)
  }
  const found = isJsonList(patch) ? 'array' : isJsonObject(patch) ? 'object' : typeof patch
  if (type === jsonType && !isJsonList(patch)) {
    const wanted = 'Go value of type []handlers.jsonPatchOp'
    throw badRequest(`error decoding patch: json: cannot unmarshal ${found} into ${wanted}`)
  }
  if (type !== jsonType && !isJsonObject(patch)) {
    const wanted = 'Go value of type map[string]interface {}'
    const prefix = type === mergeType ? 'error decoding patch: ' : ''
    throw badRequest(`${prefix}json: cannot unmarshal ${found} into ${wanted}`)
  }
  return patch
}

function applyPatch(call: Call, type: string, patch: Json, old: JsonObject): JsonObject {
  try {
    if (type === strategicType && call.served.type !== undefined && isJsonObject(patch)) {
      return applyStrategicMergePatch(old, patch, call.served.type)
    }
    const patched = type === jsonType ? applyJsonPatch(old, patch) : applyMergePatch(old, patch)
    if (isDeeperThan(patched, mostDepth)) throw new ObjectsError('patch-failed', exceededDepth)
    return isJsonObject(patched) ? patched : {}
  } catch (error) {
    if (!(error instanceof ObjectsError)) throw error
    throw type === jsonType ? rejected(error) : new StatusError(500, '', error.message)
  }
}

/** The answer for a JSON patch that does not apply. */
export function rejected(cause: ObjectsError): StatusError {
  const message = 'the server rejected our request due to an error in our request'
  return new StatusError(422, 'Invalid', message, { details: {}, cause })
}

import type { ApiAnswer } from '../../http/exchange.ts'
import { readBody } from '../../http/read-body.ts'
import { createObject } from '../../registry/create.ts'
import { draftOf, type Draft } from '../../registry/draft.ts'
import { updateObject } from '../../registry/update.ts'
import type { Call } from '../call.ts'
import { checkName } from './check-name.ts'
import { duplicateFields, inOrderOfText } from '../codecs/duplicate-fields.ts'
import { decodeObject } from '../codecs/decode.ts'
import { normaliseSent, type AddTwice } from '../codecs/normalise.ts'
import { answerEntry } from '../respond.ts'
import { readWriteOptions, writeContext, type WriteOptions } from './write-options.ts'

/** Answers a POST on a collection. */
export async function answerCreate(call: Call): Promise<ApiAnswer> {
  const options = readWriteOptions(call, 'CreateOptions', false)
  const { object, addTwice } = await readObject(call, options)
  normaliseSent(call, object, options, addTwice)
  const context = writeContext(call, options, 'CreateOptions')
  return answerEntry(call, 201, await createObject(call.registry, context, object))
}

/** Answers a PUT. */
export async function answerUpdate(call: Call): Promise<ApiAnswer> {
  const { name } = call.route
  const options = readWriteOptions(call, 'UpdateOptions', false)
  const { object, addTwice } = await readObject(call, options)
  checkName(object, name)
  normaliseSent(call, object, options, addTwice)
  const context = writeContext(call, options, 'UpdateOptions')
  // After a race the object is needed again as it was sent.
  const transform = () => draftOf(object)
  const how = { mayCreate: false, isApply: false, isPut: true }
  const { entry, created } = await updateObject(call.registry, context, name, {
    transform,
    options: how,
  })
  return answerEntry(call, created ? 201 : 200, entry)
}

async function readObject(
  call: Call,
  { fieldValidation }: WriteOptions,
): Promise<{ readonly object: Draft; readonly addTwice: AddTwice }> {
  const { served, request } = call
  const { kind } = served.resource
  const body = await readBody(request)
  const type = request.header('content-type')
  const { isCustom, apiVersion } = served
  const object = decodeObject(body, type, { kind, apiVersion, isCustom })
  const isJson = type === undefined || type.startsWith('application/json')
  if (fieldValidation === 'Ignore' || !isJson) return { object, addTwice: (problems) => problems }
  const text = body.toString('utf8')
  const twice = duplicateFields(text).map((path) => `duplicate field ${JSON.stringify(path)}`)
  const addTwice: AddTwice = (problems) => {
    const all = [...twice, ...problems]
    const isMixed = twice.length > 0 && problems.length > 0
    return isMixed && !isCustom ? inOrderOfText(text, all) : all
  }
  return { object, addTwice }
}

import type { JsonObject } from '../../../objects/json.ts'
import { nameOf, namespaceOf, uidOf } from '../../../objects/kube-object.ts'
import type { ApiAnswer } from '../../http/exchange.ts'
import { readBody } from '../../http/read-body.ts'
import { deleteObject } from '../../registry/delete.ts'
import { readDeleteOptions, type DeleteOptions } from '../../registry/delete-options.ts'
import { objectOf, withoutType } from '../../registry/encode.ts'
import type { WriteContext } from '../../registry/registry.ts'
import { StatusError } from '../../errors.ts'
import { badRequest } from '../../status-errors.ts'
import type { Call } from '../call.ts'
import { decodeBody } from '../codecs/decode.ts'
import { readListOptions } from './list-options.ts'
import { deleteOptionsIn } from '../query.ts'
import { answerEntry, answerObject, encode } from '../respond.ts'
import { readSelection } from './selection.ts'

/** Answers a DELETE of one object. */
export async function answerDelete(call: Call): Promise<ApiAnswer> {
  const { served, route } = call
  const options = await readOptions(call)
  const context = contextOf(call, options, route.namespace)
  const result = await deleteObject(call.registry, context, route.name, options)
  const status = !result.gone && options.cascadesTheOldWay ? 202 : 200
  const isShown = served.strategy.returnDeletedObject || (!result.gone && !result.pending)
  if (isShown) return answerEntry(call, status, result.entry)
  const object = objectOf(served, result.entry)
  return answerObject(call, status, success(served.resource, object))
}

/** Answers a DELETE of a collection: everything that the selectors match. */
export async function answerDeleteCollection(call: Call): Promise<ApiAnswer> {
  const { served, route, registry } = call
  readListOptions(call.query, false)
  const selection = readSelection(call.query, served, '')
  const options = await readOptions(call)
  const prefix = route.namespace === '' ? '' : `${route.namespace}/`
  const listed = registry.store.list(served.bucket, prefix)
  const { revision } = registry.store
  const chosen = listed.map((entry) => objectOf(served, entry)).filter(selection.matches)
  for (const object of chosen) {
    const context = contextOf(call, options, namespaceOf(object))
    await deleteObject(registry, context, nameOf(object), options).catch((error: unknown) => {
      // Somebody else deleted it meanwhile.
      if (!(error instanceof StatusError && error.code === 404)) throw error
    })
  }
  const items = chosen.map(withoutType)
  return encode(call, 200, {
    kind: `${served.resource.kind}List`,
    apiVersion: served.apiVersion,
    metadata: { resourceVersion: String(revision) },
    items: served.isCustom ? chosen : items,
  })
}

function success(
  { group, resource }: { readonly group: string; readonly resource: string },
  object: JsonObject,
): JsonObject {
  return {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: {
      name: nameOf(object),
      ...(group !== '' && { group }),
      kind: resource,
      uid: uidOf(object),
    },
  }
}

const deleteOptions = { apiVersion: 'meta.k8s.io/v1', kind: 'DeleteOptions' }

async function readOptions(call: Call): Promise<DeleteOptions> {
  const body = await readBody(call.request)
  if (body.length === 0) return readDeleteOptions(deleteOptionsIn(call.query))
  try {
    const type = call.request.header('content-type')
    return readDeleteOptions(decodeBody(body, type, deleteOptions))
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest(error.message)
    throw error
  }
}

function contextOf(call: Call, options: DeleteOptions, namespace: string): WriteContext {
  return {
    served: call.served,
    subresource: '',
    namespace,
    user: call.user,
    manager: '',
    dryRun: options.dryRun,
    options: { kind: 'DeleteOptions', apiVersion: 'meta.k8s.io/v1' },
    warn: (text) => call.warnings.add(text),
  }
}

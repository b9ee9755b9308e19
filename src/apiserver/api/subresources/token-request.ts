import type { Json, JsonObject } from '../../../objects/json.ts'
import { listAt, numberAt, readPath, textAt, uidOf } from '../../../objects/kube-object.ts'
import { issuer, type BoundObject } from '../../auth/service-account-tokens.ts'
import { invalid, invalidObject, type FieldError } from '../../field-errors.ts'
import type { ApiAnswer } from '../../http/exchange.ts'
import { readBody } from '../../http/read-body.ts'
import { timestamp } from '../../registry/registry.ts'
import { type GroupResource, badRequest, conflict, notFound } from '../../status-errors.ts'
import type { Call } from '../call.ts'
import { decodeObject } from '../codecs/decode.ts'
import { encode } from '../respond.ts'

const apiVersion = 'authentication.k8s.io/v1'
const shortest = 600
const usual = 3600
const longest = 2 ** 32
const bindable: Readonly<Record<string, readonly [bucket: string, of: GroupResource]>> = {
  Pod: ['pods', { group: '', resource: 'pods' }],
  Secret: ['secrets', { group: '', resource: 'secrets' }],
  Node: ['nodes', { group: '', resource: 'nodes' }],
}

/** Gives a token of a service account to users who may create one. */
export async function answerTokenRequest(call: Call): Promise<ApiAnswer> {
  const { route, registry, reviews, served } = call
  const body = await readBody(call.request)
  const type = call.request.header('content-type')
  const request = decodeObject(body, type, { kind: 'TokenRequest', apiVersion })
  const spec = request['spec'] ?? {}
  const account = registry.store.get('serviceaccounts', `${route.namespace}/${route.name}`)?.object
  if (account === undefined) throw notFound(served.resource, route.name)
  const seconds = numberAt(spec, ['expirationSeconds']) ?? usual
  const errors = checkSeconds(seconds)
  if (errors.length > 0) {
    throw invalidObject({ group: 'authentication.k8s.io', kind: 'TokenRequest' }, '', errors)
  }
  const asked = listAt(spec, ['audiences']).filter((one) => typeof one === 'string')
  const audiences = asked.length === 0 ? [issuer] : asked
  const bound = boundObject(call, spec)
  const given = reviews.accounts.issue({
    account: account as JsonObject,
    audiences,
    seconds,
    bound,
    node: nodeOf(call, bound),
  })
  return encode(call, 201, {
    kind: 'TokenRequest',
    apiVersion,
    metadata: {
      name: route.name,
      namespace: route.namespace,
      creationTimestamp: timestamp(registry),
    },
    spec: {
      audiences,
      expirationSeconds: seconds,
      boundObjectRef: readPath(spec, ['boundObjectRef']) ?? null,
    },
    status: { token: given.token, expirationTimestamp: given.expires },
  })
}

function checkSeconds(seconds: number): readonly FieldError[] {
  const field = 'spec.expirationSeconds'
  if (seconds < shortest) {
    return [invalid(field, seconds, 'may not specify a duration less than 10 minutes')]
  }
  if (seconds <= longest) return []
  return [invalid(field, seconds, 'may not specify a duration larger than 2^32 seconds')]
}

function boundObject({ registry, route }: Call, spec: Json): BoundObject | undefined {
  const reference = readPath(spec, ['boundObjectRef'])
  if (reference === undefined || reference === null) return undefined
  const kind = textAt(reference, ['kind'])
  const known = bindable[kind]
  if (known === undefined || (kind !== 'Pod' && kind !== 'Secret' && kind !== 'Node')) {
    const group = textAt(reference, ['apiVersion'])
    throw badRequest(
      `cannot bind token for serviceaccount to object of type ${group}, Kind=${kind}`,
    )
  }
  const [bucket, of] = known
  const name = textAt(reference, ['name'])
  const key = kind === 'Node' ? name : `${route.namespace}/${name}`
  const found = registry.store.get(bucket, key)?.object
  if (found === undefined) throw notFound(of, name)
  const uid = uidOf(found as JsonObject)
  const wanted = textAt(reference, ['uid'])
  if (wanted !== '' && wanted !== uid) {
    const why = `the UID in the bound object reference (${wanted}) does not match the UID in record. The object might have been deleted and then recreated`
    throw conflict(of, name, why)
  }
  return { kind, name, uid }
}

/** The node of the pod that a token is bound to. */
function nodeOf(
  { registry, route }: Call,
  bound: BoundObject | undefined,
): BoundObject | undefined {
  if (bound?.kind !== 'Pod') return undefined
  const pod = registry.store.get('pods', `${route.namespace}/${bound.name}`)?.object
  const name = textAt(pod, ['spec', 'nodeName'])
  const node = name === '' ? undefined : registry.store.get('nodes', name)?.object
  if (node === undefined) return undefined
  return { kind: 'Node', name, uid: uidOf(node as JsonObject) }
}

import { isJsonObject, type JsonObject } from '../../../objects/json.ts'
import { reviewStatus } from '../../auth/reviews.ts'
import type { ApiAnswer } from '../../http/exchange.ts'
import { notAcceptable } from '../../http/negotiate.ts'
import { readBody } from '../../http/read-body.ts'
import type { Call } from '../call.ts'
import { decodeObject } from '../codecs/decode.ts'
import { timestamp } from '../../registry/registry.ts'
import { encode } from '../respond.ts'

const groups = ['authentication.k8s.io', 'authorization.k8s.io']

/** Whether what is created is only a question. */
export function isReview({ served }: Call): boolean {
  return groups.includes(served.resource.group)
}

/** Answers a question about users and rights; nothing is stored. */
export async function answerReview(call: Call): Promise<ApiAnswer> {
  const { served, request, user, reviews } = call
  const { kind, resource } = served.resource
  // An answer that is not stored has neither columns nor metadata to show.
  if (call.representation.as !== 'object') throw notAcceptable()
  const body = await readBody(request)
  const type = request.header('content-type')
  const object = decodeObject(body, type, { kind, apiVersion: served.apiVersion })
  const status: JsonObject = reviewStatus(resource, object['spec'], user, reviews) ?? {}
  return encode(call, 201, {
    kind,
    apiVersion: served.apiVersion,
    metadata: {
      ...(isJsonObject(object['metadata']) ? object['metadata'] : {}),
      // Of all reviews, the real server dates this one.
      ...(resource === 'selfsubjectreviews' && { creationTimestamp: timestamp(call.registry) }),
    },
    ...(object['spec'] !== undefined && { spec: object['spec'] }),
    status,
  })
}

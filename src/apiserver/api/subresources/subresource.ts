import type { ApiAnswer } from '../../http/exchange.ts'
import { storedName } from '../../registry/served.ts'
import { methodNotAllowed, notFound, nothingServed } from '../../status-errors.ts'
import { answerBinding } from './binding.ts'
import type { Call } from '../call.ts'
import { answerEviction } from './eviction.ts'
import { answerPatch } from '../verbs/patch.ts'
import { answerPodLogs, refuseStreaming } from './pod-logs.ts'
import { answerEntry } from '../respond.ts'
import { answerScale } from './scale.ts'
import { answerTokenRequest } from './token-request.ts'
import { answerUpdate } from '../verbs/write.ts'

// The subresources that only a kubelet or a pod itself could answer.
const streamed = new Set(['exec', 'attach', 'portforward', 'proxy'])

/** Answers a request for a part of an object that has rules of its own. */
export async function answerSubresource(call: Call, verb: string): Promise<ApiAnswer> {
  const { served, route } = call
  const described = served.resource.subresources.find(({ name }) => name === route.subresource)
  if (described === undefined) {
    throw served.isCustom ? notFound(served.resource, route.name) : nothingServed()
  }
  if (!described.verbs.includes(verb)) throw methodNotAllowed()
  if (route.subresource === 'scale') return answerScale(call, verb)
  if (route.subresource === 'log') return answerPodLogs(call)
  if (streamed.has(route.subresource)) refuseStreaming(route.subresource)
  if (route.subresource === 'binding') return answerBinding(call)
  if (route.subresource === 'eviction') return answerEviction(call)
  if (route.subresource === 'token') return answerTokenRequest(call)
  switch (verb) {
    case 'get':
      return answerWhole(call)
    case 'update':
      return answerUpdate(call)
    case 'patch':
      return answerPatch(call)
    default:
      throw methodNotAllowed()
  }
}

function answerWhole(call: Call): ApiAnswer {
  const { served, route, registry } = call
  const entry = registry.store.get(served.bucket, storedName(served, route.namespace, route.name))
  if (entry === undefined) throw notFound(served.resource, route.name)
  return answerEntry(call, 200, entry)
}

import type { ApiAnswer } from '../http/exchange.ts'
import { storedName } from '../registry/served.ts'
import { methodNotAllowed, notFound, nothingServed } from '../status-errors.ts'
import { answerBinding } from './subresources/binding.ts'
import type { Call } from './call.ts'
import { answerDelete, answerDeleteCollection } from './verbs/delete.ts'
import { answerList, waitForRevision } from './verbs/list.ts'
import { readListOptions, revisionIn } from './verbs/list-options.ts'
import { answerPatch } from './verbs/patch.ts'
import { answerEntry } from './respond.ts'
import { answerReview, isReview } from './subresources/review.ts'
import { answerSubresource } from './subresources/subresource.ts'
import { answerWatch } from './verbs/watch.ts'
import { answerCreate, answerUpdate } from './verbs/write.ts'

/** The verb that a method asks for, as rules and discovery name it. */
export function verbOf(call: Pick<Call, 'request' | 'route' | 'query'>): string {
  const { name, watch } = call.route
  const asksWatch = call.query.get('watch') ?? ''
  switch (call.request.method) {
    case 'GET':
    case 'HEAD':
      if (watch || (asksWatch !== '' && asksWatch !== '0' && asksWatch !== 'false')) return 'watch'
      return name === '' ? 'list' : 'get'
    case 'POST':
      return 'create'
    case 'PUT':
      return 'update'
    case 'PATCH':
      return 'patch'
    case 'DELETE':
      return name === '' ? 'deletecollection' : 'delete'
    default:
      return ''
  }
}

/** Answers a request for a resource or a subresource. */
export async function answerResource(call: Call): Promise<ApiAnswer> {
  const { served, route } = call
  const verb = verbOf(call)
  checkScope(call)
  if (route.subresource !== '') return answerSubresource(call, verb)
  // A watch of one object by its name is the old way; a GET with the parameter is a GET.
  const known = verb === 'watch' && route.name !== '' && !route.watch ? 'get' : verb
  if (!served.resource.verbs.includes(known)) throw methodNotAllowed()
  switch (known) {
    case 'list':
      return answerList(call, readListOptions(call.query, false))
    case 'watch':
      return answerWatch(call, readListOptions(call.query, true))
    case 'get':
      return answerGet(call)
    case 'create':
      if (isReview(call)) return answerReview(call)
      return served.resource.kind === 'Binding' ? answerBinding(call) : answerCreate(call)
    case 'update':
      return answerUpdate(call)
    case 'patch':
      return answerPatch(call)
    case 'delete':
      return answerDelete(call)
    default:
      return answerDeleteCollection(call)
  }
}

/** Some paths exist only with or without a namespace, and some methods only with or without a name. */
function checkScope({ served, route, request }: Call): void {
  const { namespaced } = served.resource
  if (!namespaced && route.namespace !== '') throw nothingServed()
  if (namespaced && route.namespace === '') {
    if (route.name !== '') throw nothingServed()
    if (!['GET', 'HEAD'].includes(request.method)) throw methodNotAllowed()
  }
  if (route.name === '' && ['PUT', 'PATCH'].includes(request.method)) throw methodNotAllowed()
  if (route.name !== '' && route.subresource === '' && request.method === 'POST') {
    throw methodNotAllowed()
  }
}

async function answerGet(call: Call): Promise<ApiAnswer> {
  const { served, route, registry } = call
  await waitForRevision(call, revisionIn(call.query.get('resourceVersion') ?? ''))
  const entry = registry.store.get(served.bucket, storedName(served, route.namespace, route.name))
  if (entry === undefined) throw notFound(served.resource, route.name)
  return answerEntry(call, 200, entry)
}

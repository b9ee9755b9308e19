import type { JsonObject } from '../../../objects/json.ts'
import { listAt, nameOf, numberAt, readPath, textAt } from '../../../objects/kube-object.ts'
import { parseTime } from '../../../objects/time.ts'
import { StatusError } from '../../errors.ts'
import type { ApiAnswer } from '../../http/exchange.ts'
import { objectOf } from '../../registry/encode.ts'
import type { LogOptions } from '../../registry/pod-logs.ts'
import { storedName } from '../../registry/served.ts'
import { badRequest, notFound } from '../../status-errors.ts'
import type { Call } from '../call.ts'
import { booleanIn } from '../query.ts'

/** Answers a request for what a container wrote, which a kubelet would be asked for. */
export function answerPodLogs(call: Call): ApiAnswer {
  const { served, route, registry, request } = call
  const entry = registry.store.get(served.bucket, storedName(served, route.namespace, route.name))
  if (entry === undefined) throw notFound(served.resource, route.name)
  if (registry.podLogs === undefined) throw noKubelet('there are no logs')
  const pod = objectOf(served, entry)
  const options = readLogOptions(call, pod)
  checkState(pod, options)
  const headers = { 'content-type': 'text/plain', 'cache-control': 'no-cache, private' }
  return { status: 200, headers, body: registry.podLogs(pod, options, request.signal) }
}

/** Answers what only a kubelet could: running a command in a container, or reaching one of its ports. */
export function refuseStreaming(subresource: string): never {
  const what = {
    exec: 'no command can be run in it',
    attach: 'nothing can be attached to it',
    portforward: 'no port of it can be reached',
    proxy: 'no port of it can be reached',
  }[subresource]
  throw noKubelet(what ?? 'it cannot be reached')
}

function noKubelet(why: string): StatusError {
  const message = `containers of this server are simulated: ${why}`
  return new StatusError(501, 'MethodNotAllowed', message)
}

function readLogOptions({ query, registry }: Call, pod: JsonObject): LogOptions {
  const seconds = wholeNumber(query.get('sinceSeconds'))
  const sinceTime = parseTime(query.get('sinceTime') ?? '')
  const now = registry.clock.now()
  return {
    container: containerOf(pod, query.get('container') ?? ''),
    follow: booleanIn(query, 'follow') === true,
    previous: booleanIn(query, 'previous') === true,
    timestamps: booleanIn(query, 'timestamps') === true,
    tailLines: wholeNumber(query.get('tailLines')),
    limitBytes: wholeNumber(query.get('limitBytes')),
    since: seconds === undefined ? sinceTime?.getTime() : now - seconds * 1000,
  }
}

function wholeNumber(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function containerOf(pod: JsonObject, asked: string): string {
  const names = (list: string) => listAt(pod, ['spec', list]).map((one) => textAt(one, ['name']))
  const mains = names('containers')
  const inits = names('initContainers')
  if (asked === '') {
    const [only = ''] = mains
    if (mains.length === 1) return only
    const more = inits.length > 0 ? ` or one of the init containers: [${inits.join(' ')}]` : ''
    throw badRequest(
      `a container name must be specified for pod ${nameOf(pod)}, choose one of: [${mains.join(' ')}]${more}`,
    )
  }
  if ([...mains, ...inits, ...names('ephemeralContainers')].includes(asked)) return asked
  throw badRequest(`container ${asked} is not valid for pod ${nameOf(pod)}`)
}

function checkState(pod: JsonObject, { container, previous }: LogOptions): void {
  const status = [
    ...listAt(pod, ['status', 'containerStatuses']),
    ...listAt(pod, ['status', 'initContainerStatuses']),
  ].find((one) => textAt(one, ['name']) === container)
  const where = `container ${JSON.stringify(container)} in pod ${JSON.stringify(nameOf(pod))}`
  if (previous) {
    if ((numberAt(status, ['restartCount']) ?? 0) > 0) return
    throw badRequest(`previous terminated ${where} not found`)
  }
  const hasRun =
    readPath(status, ['state', 'running']) !== undefined ||
    readPath(status, ['state', 'terminated']) !== undefined ||
    readPath(status, ['lastState', 'terminated']) !== undefined
  if (hasRun) return
  const reason = textAt(status, ['state', 'waiting', 'reason']) || 'ContainerCreating'
  const isStarting = ['ContainerCreating', 'PodInitializing'].includes(reason)
  const why = isStarting ? reason : `trying and failing to pull image`
  throw badRequest(`${where} is waiting to start: ${why}`)
}

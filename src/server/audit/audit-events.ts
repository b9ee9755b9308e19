import { EventRecorder } from '../../controller/events/event-recorder.ts'
import { allKinds } from '../../kinds/all-kinds.ts'
import { apiVersion } from '../../kinds/group.ts'
import type { KubeClient } from '../../kube/client.ts'
import { type Json, isJsonObject } from '../../objects/json.ts'
import { type KubeObject, isKubeObject, nameOf, namespaceOf } from '../../objects/kube-object.ts'
import type { Identity } from '../auth/identity.ts'
import type { Call, Reply, Route } from '../http/route.ts'

/** Tells of changes by the API as events on the objects that were changed, for those who look at them with kubectl. */
export class AuditEvents {
  private readonly recorder: EventRecorder
  private readonly ending = new AbortController()

  /** The client must be allowed to create events. */
  constructor(client: KubeClient, failed: (error: unknown) => void) {
    this.recorder = new EventRecorder(client, {
      controller: 'outrigger.dev/server',
      instance: 'outrigger-server',
      lost: failed,
    })
    void this.recorder.run(this.ending.signal).catch(failed)
  }

  /** A change was made. */
  told(route: Route, call: Call, { user }: Identity, reply: Reply): void {
    const object = objectOf(route, call, reply)
    if (object === undefined || call.query['dryRun'] === true || reply.status >= 300) return
    const note = `${user} asked for ${route.operationId} through the REST API`
    this.recorder.record(object, {
      type: 'Normal',
      reason: 'RequestedByUser',
      action: route.operationId,
      note,
    })
  }

  close(): void {
    this.ending.abort()
  }
}

/** The object that a change was about: that of the answer, or the one that the path names. */
function objectOf(route: Route, { params, body }: Call, reply: Reply): KubeObject | undefined {
  if (isKubeObject(reply.body as Json)) return reply.body as KubeObject
  const plural = route.for === 'signed-in' ? route.right?.resource : undefined
  const kind = allKinds.find((one) => one.plural === plural)?.kind
  if (kind === undefined) return undefined
  const sent = body as Json | undefined
  const named = isJsonObject(sent) ? (sent as KubeObject) : undefined
  const name = params['name'] ?? (named === undefined ? '' : nameOf(named))
  const namespace = params['namespace'] ?? (named === undefined ? '' : namespaceOf(named))
  if (name === '') return undefined
  const place = namespace === '' ? {} : { namespace }
  return { apiVersion, kind, metadata: { name, ...place } }
}

import type { JsonObject } from '../../../objects/json.ts'
import { listAt, nameOf, textAt } from '../../../objects/kube-object.ts'
import { required, invalidObject } from '../../field-errors.ts'
import type { ApiAnswer } from '../../http/exchange.ts'
import { readBody } from '../../http/read-body.ts'
import { draftOf, ensureChild } from '../../registry/draft.ts'
import { encodeStored, objectOf } from '../../registry/encode.ts'
import { timestamp, type Registry } from '../../registry/registry.ts'
import { storedName, type Served } from '../../registry/served.ts'
import { conflict, internalError, notFound } from '../../status-errors.ts'
import type { Call } from '../call.ts'
import { decodeObject } from '../codecs/decode.ts'
import { encode } from '../respond.ts'
import { readWriteOptions } from '../verbs/write-options.ts'

/** How often a pod that somebody else changes is tried again. */
const attempts = 100

/**
 * Answers a scheduler that gives a pod its node. As with the real server, nobody is booked for the fields and the
 * generation stays: it is no update of the pod.
 */
export async function answerBinding(call: Call): Promise<ApiAnswer> {
  const { route, registry } = call
  const { dryRun } = readWriteOptions(call, 'CreateOptions', false)
  const body = await readBody(call.request)
  const type = call.request.header('content-type')
  const binding = decodeObject(body, type, { kind: 'Binding', apiVersion: 'v1' })
  const name = route.subresource === '' ? nameOf(binding) : route.name
  const node = textAt(binding, ['target', 'name'])
  if (node === '') {
    throw invalidObject({ group: '', kind: 'Binding' }, name, [required('target.name')])
  }
  const pods = registry.catalogue.find('', 'v1', 'pods')
  if (pods === undefined) throw internalError('pods are not served')
  if (!dryRun) await bind(registry, pods, { namespace: route.namespace, name, node })
  const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
  return encode(call, 201, success)
}

interface PodOnNode {
  readonly namespace: string
  readonly name: string
  readonly node: string
}

async function bind(registry: Registry, served: Served, place: PodOnNode): Promise<void> {
  const { bucket } = served
  const key = storedName(served, place.namespace, place.name)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const entry = registry.store.latest(bucket, key)
    if (entry === undefined) throw notFound(served.resource, place.name)
    const bound = boundPod(objectOf(served, entry), place, timestamp(registry))
    const written = registry.store.write({
      operation: 'put',
      bucket,
      name: key,
      expected: entry.revision,
      encode: (revision) => encodeStored(served, bound, revision),
    })
    if (written === undefined) continue
    await written
    return
  }
  throw internalError(`${place.name} is changed too often by others`)
}

function boundPod(pod: JsonObject, { name, node }: PodOnNode, now: string): JsonObject {
  const refuse = (why: string) => conflict({ group: '', resource: 'pods/binding' }, name, why)
  if (textAt(pod, ['metadata', 'deletionTimestamp']) !== '') {
    throw refuse(`pod ${name} is being deleted, cannot be assigned to a host`)
  }
  const already = textAt(pod, ['spec', 'nodeName'])
  if (already !== '')
    throw refuse(`pod ${name} is already assigned to node ${JSON.stringify(already)}`)
  const draft = draftOf(pod)
  ensureChild(draft, 'spec')['nodeName'] = node
  const others = listAt(pod, ['status', 'conditions']).filter(
    (condition) => textAt(condition, ['type']) !== 'PodScheduled',
  )
  const scheduled = {
    type: 'PodScheduled',
    status: 'True',
    lastProbeTime: null,
    lastTransitionTime: now,
  }
  ensureChild(draft, 'status')['conditions'] = [...(others as never[]), scheduled]
  return draft
}

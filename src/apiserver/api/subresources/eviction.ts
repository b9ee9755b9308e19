import { fieldOf, type Json, type JsonObject } from '../../../objects/json.ts'
import { labelsOf, nameOf, numberAt, readPath, textAt } from '../../../objects/kube-object.ts'
import { matchesLabels } from '../../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../../objects/selector/read-label-selector.ts'
import { systemContext } from '../../controllers/system-user.ts'
import { StatusError } from '../../errors.ts'
import type { ApiAnswer } from '../../http/exchange.ts'
import { readBody } from '../../http/read-body.ts'
import { deleteObject } from '../../registry/delete.ts'
import { readDeleteOptions } from '../../registry/delete-options.ts'
import { draftOf, ensureChild, type Draft } from '../../registry/draft.ts'
import { timestamp } from '../../registry/registry.ts'
import { updateObject } from '../../registry/update.ts'
import { internalError, notFound } from '../../status-errors.ts'
import type { Call } from '../call.ts'
import { decodeObject } from '../codecs/decode.ts'
import { encode } from '../respond.ts'
import { readWriteOptions, writeContext } from '../verbs/write-options.ts'

const bucket = 'policy/poddisruptionbudgets'
/** The seconds after which a client may ask again. */
const waitSeconds = 10

/** Deletes a pod, unless a disruption budget is against it. */
export async function answerEviction(call: Call): Promise<ApiAnswer> {
  const { route, registry, served } = call
  const options = readWriteOptions(call, 'CreateOptions', false)
  const type = call.request.header('content-type')
  const kind = { kind: 'Eviction', apiVersion: 'policy/v1' }
  const eviction = decodeObject(await readBody(call.request), type, kind)
  const pod = registry.store.get('pods', `${route.namespace}/${route.name}`)?.object
  if (pod === undefined) throw notFound(served.resource, route.name)
  const wanted = readDeleteOptions(fieldOf(eviction, 'deleteOptions') ?? {})
  const context = { ...writeContext(call, options, 'CreateOptions'), subresource: '' }
  const dryRun = options.dryRun || wanted.dryRun
  if (isCounted(pod)) await takeFromBudget(call, pod as JsonObject, dryRun)
  await deleteObject(registry, { ...context, dryRun }, route.name, { ...wanted, dryRun })
  const success = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 }
  return encode(call, 201, success)
}

/** A pod that has ended, never ran or is going already disrupts nothing. */
function isCounted(pod: Json): boolean {
  const phase = textAt(pod, ['status', 'phase'])
  const isGoing = textAt(pod, ['metadata', 'deletionTimestamp']) !== ''
  return !isGoing && !['Succeeded', 'Failed', 'Pending'].includes(phase)
}

async function takeFromBudget(call: Call, pod: JsonObject, dryRun: boolean): Promise<void> {
  const { registry, route } = call
  const budgets = registry.store
    .list(bucket, `${route.namespace}/`)
    .map(({ object }) => object as JsonObject)
    .filter((one) => selects(one, pod))
  const [budget] = budgets
  if (budget === undefined) return
  if (budgets.length > 1) {
    throw internalError(
      'This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.',
    )
  }
  if (isUnready(pod) && mayGo(budget)) return
  const served = registry.catalogue.find('policy', 'v1', 'poddisruptionbudgets')
  if (served === undefined) return
  const context = { ...systemContext(served, route.namespace, 'status'), dryRun }
  const how = { mayCreate: false, isApply: false }
  const now = timestamp(registry)
  const take = (old: JsonObject | undefined) => taken(old ?? budget, nameOf(pod), now)
  await updateObject(registry, context, nameOf(budget), { transform: take, options: how })
}

function selects(budget: JsonObject, pod: JsonObject): boolean {
  return matchesLabels(readLabelSelector(readPath(budget, ['spec', 'selector'])), labelsOf(pod))
}

function isUnready(pod: JsonObject): boolean {
  const conditions = readPath(pod, ['status', 'conditions'])
  const ready = Array.isArray(conditions)
    ? (conditions as readonly Json[]).find((one) => textAt(one, ['type']) === 'Ready')
    : undefined
  return textAt(ready, ['status']) !== 'True'
}

/** Pods that are not healthy may go as long as enough others are, or always. */
function mayGo(budget: JsonObject): boolean {
  if (textAt(budget, ['spec', 'unhealthyPodEvictionPolicy']) === 'AlwaysAllow') return true
  const count = (field: string) => numberAt(budget, ['status', field]) ?? 0
  return count('currentHealthy') >= count('desiredHealthy') && count('desiredHealthy') > 0
}

function taken(budget: JsonObject, podName: string, now: string): Draft {
  const generation = numberAt(budget, ['metadata', 'generation']) ?? 0
  const name = nameOf(budget)
  if ((numberAt(budget, ['status', 'observedGeneration']) ?? 0) < generation) {
    const message = `The disruption budget ${name} is still being processed by the server.`
    throw refusal(
      "Cannot evict pod as it would violate the pod's disruption budget.",
      message,
      waitSeconds,
    )
  }
  const allowed = numberAt(budget, ['status', 'disruptionsAllowed']) ?? 0
  if (allowed <= 0) {
    const count = (field: string) => numberAt(budget, ['status', field]) ?? 0
    const message = `The disruption budget ${name} needs ${count('desiredHealthy')} healthy pods and has ${count('currentHealthy')} currently`
    throw refusal("Cannot evict pod as it would violate the pod's disruption budget.", message)
  }
  const draft = draftOf(budget)
  const status = ensureChild(draft, 'status')
  status['disruptionsAllowed'] = allowed - 1
  ensureChild(status, 'disruptedPods')[podName] = now
  return draft
}

function refusal(message: string, cause: string, retryAfterSeconds?: number): StatusError {
  const causes = [{ reason: 'DisruptionBudget', message: cause }]
  return new StatusError(429, 'TooManyRequests', message, {
    details: { causes, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  })
}

import { fieldOf, type Json, type JsonObject } from '../../../objects/json.ts'
import { listAt, numberAt, textAt } from '../../../objects/kube-object.ts'
import type { AdmissionRequest, Registry } from '../../registry/registry.ts'
import type { Served } from '../../registry/served.ts'
import { internalError } from '../../status-errors.ts'
import { describeRequest, inVersion } from '../describe-request.ts'
import { matchedVersion } from '../match-request.ts'
import { valueOf } from '../policies/expressions.ts'
import { authorizerFor } from '../policies/authorizer.ts'
import { meetsConditions } from '../policies/policy-hooks.ts'

/** One webhook of a configuration, as far as it is not about where it is. */
export interface Webhook {
  readonly name: string
  readonly written: Json
  readonly isIgnored: boolean
  readonly timeoutSeconds: number
  readonly reinvokes: boolean
}

/** A webhook that is to be asked, and in which version of the kind. */
export interface Call {
  readonly webhook: Webhook
  readonly version: Served
}

const usualTimeout = 10

/** The webhooks of all configurations of a kind, by the names of the configurations. */
export function webhooksOf(
  registry: Registry,
  kind: 'validating' | 'mutating',
): readonly Webhook[] {
  const bucket = `admissionregistration.k8s.io/${kind}webhookconfigurations`
  return registry.store.list(bucket, '').flatMap(({ object }) =>
    listAt(object, ['webhooks']).map((written) => ({
      name: textAt(written, ['name']),
      written,
      isIgnored: textAt(written, ['failurePolicy']) === 'Ignore',
      timeoutSeconds: numberAt(written, ['timeoutSeconds']) ?? usualTimeout,
      reinvokes: textAt(written, ['reinvocationPolicy']) === 'IfNeeded',
    })),
  )
}

/** Whether a webhook is to be asked about a write. */
export function callFor(
  webhook: Webhook,
  request: AdmissionRequest,
  registry: Registry,
): Call | undefined {
  const { written } = webhook
  const constraints = {
    rules: listAt(written, ['rules']),
    excluded: [],
    namespaceSelector: fieldOf(written, 'namespaceSelector'),
    objectSelector: fieldOf(written, 'objectSelector'),
    matchPolicy: textAt(written, ['matchPolicy']),
  }
  const version = matchedVersion(constraints, request, registry)
  if (version === undefined) return undefined
  const conditions = listAt(written, ['matchConditions'])
  if (conditions.length === 0) return { webhook, version }
  const isMet = meetsConditions(conditions, {
    object: valueOf(inVersion(request.draft, version)),
    oldObject: valueOf(inVersion(request.old, version)),
    request: valueOf(describeRequest(request, version)),
    authorizer: authorizerFor(request, registry),
  })
  if (typeof isMet === 'string') {
    if (webhook.isIgnored) return undefined
    throw internalError(
      `failed to evaluate match conditions of webhook ${JSON.stringify(webhook.name)}: ${isMet}`,
    )
  }
  return isMet ? { webhook, version } : undefined
}

/** The question that a webhook is asked. */
export function reviewFor(
  { webhook, version }: Call,
  request: AdmissionRequest,
  uid: string,
): JsonObject {
  const versions = listAt(webhook.written, ['admissionReviewVersions'])
  const known = versions.find((one) => one === 'v1' || one === 'v1beta1') ?? 'v1'
  return {
    kind: 'AdmissionReview',
    apiVersion: `admission.k8s.io/${known}`,
    request: {
      uid,
      ...describeRequest(request, version),
      object: inVersion(request.draft, version) ?? null,
      oldObject: inVersion(request.old, version) ?? null,
    },
  }
}

import { parseJson } from '../../../objects/json-text.ts'
import {
  equalJson,
  fieldOf,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../../objects/json.ts'
import { listAt, numberAt, textAt } from '../../../objects/kube-object.ts'
import { applyJsonPatch } from '../../../objects/patch/json-patch.ts'
import { StatusError, type StatusReason } from '../../errors.ts'
import { draftOf } from '../../registry/draft.ts'
import type { Admission, AdmissionRequest, Registry } from '../../registry/registry.ts'
import { badRequest, internalError } from '../../status-errors.ts'
import { inVersion } from '../describe-request.ts'
import { replaceDraft } from '../replace-draft.ts'
import { askWebhook, type ResolveService } from './ask-webhook.ts'
import { callFor, reviewFor, webhooksOf, type Call, type Webhook } from './webhook.ts'

const harmless = ['None', 'NoneOnDryRun']

/** Asks the webhooks that may change writes, one after the other. */
export function mutatingWebhooks(resolve: ResolveService): Admission {
  return {
    name: 'MutatingAdmissionWebhook',
    async mutate(request, registry) {
      const again: Webhook[] = []
      for (const webhook of webhooksOf(registry, 'mutating')) {
        const before = request.draft === undefined ? undefined : draftOf(request.draft)
        await mutateBy(webhook, request, registry, resolve)
        // Earlier webhooks with reinvocation see the changes after them, once.
        if (!equalJson(before, request.draft)) again.push(...asked(again, webhook, registry))
      }
      for (const webhook of again) await mutateBy(webhook, request, registry, resolve)
    },
  }
}

/** The webhooks before this one that want to be asked again, unless they will be already. */
function asked(
  again: readonly Webhook[],
  changed: Webhook,
  registry: Registry,
): readonly Webhook[] {
  const all = webhooksOf(registry, 'mutating')
  const place = all.findIndex(({ written }) => written === changed.written)
  return all
    .slice(0, Math.max(place, 0))
    .filter(({ reinvokes, written }) => reinvokes && again.every((one) => one.written !== written))
}

/** Asks the webhooks that may refuse writes, all at once. */
export function validatingWebhooks(resolve: ResolveService): Admission {
  return {
    name: 'ValidatingAdmissionWebhook',
    async validate(request, registry) {
      const calls = webhooksOf(registry, 'validating').flatMap(
        (webhook) => callFor(webhook, request, registry) ?? [],
      )
      for (const { webhook } of calls) refuseDryRun(webhook, request)
      const asking = calls.map((call) => ask(call, request, registry, resolve))
      for (const answer of await Promise.all(asking)) judge(answer, request)
    },
  }
}

/** The answer of a webhook; undefined when it gave none and that does not matter. */
interface Answered {
  readonly call: Call
  readonly response: JsonObject | undefined
}

async function ask(
  call: Call,
  request: AdmissionRequest,
  registry: Registry,
  resolve: ResolveService,
): Promise<Answered> {
  const { webhook } = call
  try {
    const review = reviewFor(call, request, registry.newUid())
    return { call, response: await askWebhook(webhook, review, resolve) }
  } catch (error) {
    if (webhook.isIgnored) return { call, response: undefined }
    const why = error instanceof Error ? error.message : String(error)
    throw internalError(`failed calling webhook ${JSON.stringify(webhook.name)}: ${why}`, error)
  }
}

function refuseDryRun({ name, written }: Webhook, { dryRun }: AdmissionRequest): void {
  if (!dryRun || harmless.includes(textAt(written, ['sideEffects']))) return
  throw badRequest(`admission webhook ${JSON.stringify(name)} does not support dry run`)
}

/** Throws what a webhook that is against it says. */
function judge({ call, response }: Answered, request: AdmissionRequest): void {
  if (response === undefined) return
  for (const warning of listAt(response, ['warnings'])) {
    if (typeof warning === 'string') request.warn(warning)
  }
  if (fieldOf(response, 'allowed') === true) return
  const status = fieldOf(response, 'status')
  const denied = `admission webhook ${JSON.stringify(call.webhook.name)} denied the request`
  const [said, reason] = [textAt(status, ['message']), textAt(status, ['reason'])]
  const message =
    said === '' && reason === '' ? `${denied} without explanation` : `${denied}: ${said || reason}`
  const code = Math.max(numberAt(status, ['code']) ?? 0, 400)
  const details = fieldOf(status, 'details')
  throw new StatusError(code, reason as StatusReason | '', message, {
    ...(isJsonObject(details) && { details }),
  })
}

async function mutateBy(
  webhook: Webhook,
  request: AdmissionRequest,
  registry: Registry,
  resolve: ResolveService,
): Promise<void> {
  const call = callFor(webhook, request, registry)
  if (call === undefined) return
  refuseDryRun(webhook, request)
  const answered = await ask(call, request, registry, resolve)
  judge(answered, request)
  const { draft, served } = request
  const patch = textAt(answered.response, ['patch'])
  if (draft === undefined || patch === '') return
  const changed = patched(inVersion(draft, call.version) ?? {}, patch, webhook)
  const own = inVersion(changed, served)
  if (own !== undefined) replaceDraft(draft, own, served)
}

function patched(object: JsonObject, patch: string, { name }: Webhook): JsonObject {
  let changed: Json
  try {
    changed = applyJsonPatch(object, parseJson(Buffer.from(patch, 'base64').toString('utf8')))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw internalError(
      `failed to apply the patch of webhook ${JSON.stringify(name)}: ${why}`,
      error,
    )
  }
  return isJsonObject(changed) ? changed : object
}

import { ObjectsError } from '../../../objects/errors.ts'
import { fieldOf, isJsonObject, type Json, type JsonObject } from '../../../objects/json.ts'
import { numberAt, readPath, textAt } from '../../../objects/kube-object.ts'
import { applyJsonPatch } from '../../../objects/patch/json-patch.ts'
import { applyMergePatch } from '../../../objects/patch/merge-patch.ts'
import { printLabelSelector } from '../../../objects/selector/label-selector.ts'
import { readLabelSelector } from '../../../objects/selector/read-label-selector.ts'
import { writePath } from '../../../objects/write-path.ts'
import type { ApiAnswer } from '../../http/exchange.ts'
import { readBody } from '../../http/read-body.ts'
import { draftOf, type Draft } from '../../registry/draft.ts'
import { objectOf } from '../../registry/encode.ts'
import { storedName, type ScalePaths, type Served } from '../../registry/served.ts'
import { updateObject } from '../../registry/update.ts'
import { conflict, modifiedMeanwhile, notFound } from '../../status-errors.ts'
import { invalid, invalidObject } from '../../field-errors.ts'
import type { Call } from '../call.ts'
import { decodeObject } from '../codecs/decode.ts'
import { decodePatch, rejected } from '../verbs/patch.ts'
import { encode } from '../respond.ts'
import { readWriteOptions, writeContext } from '../verbs/write-options.ts'

const builtIn: ScalePaths = {
  spec: ['spec', 'replicas'],
  status: ['status', 'replicas'],
  selector: ['spec', 'selector'],
}

/** Answers requests for the scale of an object: how many there should be, and how many there are. */
export async function answerScale(call: Call, verb: string): Promise<ApiAnswer> {
  const { served, route, registry } = call
  const paths = served.scale ?? builtIn
  if (verb === 'get') {
    const key = storedName(served, route.namespace, route.name)
    const entry = registry.store.get(served.bucket, key)
    if (entry === undefined) throw notFound(served.resource, route.name)
    return encode(call, 200, scaleOf(served, objectOf(served, entry), paths))
  }
  const kind = verb === 'update' ? 'UpdateOptions' : 'PatchOptions'
  const context = writeContext(call, readWriteOptions(call, kind, false), kind)
  const change = await readChange(call, verb)
  const transform = (old: JsonObject | undefined): Draft => {
    if (old === undefined) throw notFound(served.resource, route.name)
    const wanted = change(scaleOf(served, old, paths))
    checkScale(call, wanted, old)
    const replicas = numberAt(wanted, ['spec', 'replicas']) ?? 0
    return draftOf(writePath(old, paths.spec, replicas))
  }
  const how = { mayCreate: false, isApply: false }
  const { entry } = await updateObject(registry, context, route.name, { transform, options: how })
  return encode(call, 200, scaleOf(served, objectOf(served, entry), paths))
}

async function readChange(call: Call, verb: string): Promise<(scale: JsonObject) => Json> {
  const body = await readBody(call.request)
  const type = call.request.header('content-type') ?? ''
  if (verb === 'update') {
    const sent = decodeObject(body, type, { kind: 'Scale', apiVersion: 'autoscaling/v1' })
    return () => sent
  }
  const patch = decodePatch(type.split(';')[0]?.trim() ?? '', body)
  if (!type.startsWith('application/json-patch')) return (scale) => applyMergePatch(scale, patch)
  return (scale) => {
    try {
      return applyJsonPatch(scale, patch)
    } catch (error) {
      throw error instanceof ObjectsError ? rejected(error) : error
    }
  }
}

function checkScale(call: Call, wanted: Json, old: JsonObject): void {
  const version = textAt(wanted, ['metadata', 'resourceVersion'])
  if (version !== '' && version !== textAt(old, ['metadata', 'resourceVersion'])) {
    throw conflict(call.served.resource, call.route.name, modifiedMeanwhile)
  }
  const replicas = numberAt(wanted, ['spec', 'replicas']) ?? 0
  if (replicas >= 0) return
  const error = invalid('spec.replicas', replicas, 'must be greater than or equal to 0')
  throw invalidObject({ group: 'autoscaling', kind: 'Scale' }, call.route.name, [error])
}

function scaleOf(served: Served, object: JsonObject, paths: ScalePaths): JsonObject {
  const metadata = fieldOf(object, 'metadata')
  const kept = ['name', 'namespace', 'uid', 'resourceVersion', 'creationTimestamp']
  const own = isJsonObject(metadata) ? metadata : {}
  const replicas = numberAt(object, paths.spec) ?? 0
  const selector = selectorText(
    paths.selector === undefined ? undefined : readPath(object, paths.selector),
  )
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: Object.fromEntries(
      kept.flatMap((field) => (own[field] === undefined ? [] : [[field, own[field]]])),
    ),
    spec: replicas === 0 && !served.isCustom ? {} : { replicas },
    status: {
      replicas: numberAt(object, paths.status) ?? 0,
      ...(selector !== '' && { selector }),
    },
  }
}

function selectorText(selector: Json | undefined): string {
  if (typeof selector === 'string') return selector
  if (!isJsonObject(selector)) return ''
  const isPlain =
    selector['matchLabels'] === undefined && selector['matchExpressions'] === undefined
  const whole = isPlain ? { matchLabels: selector } : selector
  return printLabelSelector(readLabelSelector(whole))
}

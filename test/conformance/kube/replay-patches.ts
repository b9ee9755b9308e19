import { ObjectsError } from '../../../src/objects/errors.ts'
import { isJsonObject, withField, type Json, type JsonObject } from '../../../src/objects/json.ts'
import { kindOf, textAt } from '../../../src/objects/kube-object.ts'
import { whyInvalid } from '../../../src/objects/merge/validate.ts'
import { applyJsonPatch } from '../../../src/objects/patch/json-patch.ts'
import { applyMergePatch } from '../../../src/objects/patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../../../src/objects/patch/strategic-merge.ts'
import type { ApiSchemas } from '../../../src/objects/schema/api-schemas.ts'
import {
  fit,
  kindAt,
  readWrite,
  remember,
  withPlainNames,
  written,
  type Verdict,
  type Write,
} from './replay-merge.ts'
import type { Answer, KubeRow } from './row.ts'

/** Applies the patches of a row in src/objects, each to the object that the server had before it. */
export function replayPatches(
  row: KubeRow,
  answers: readonly Answer[],
  schemas: ApiSchemas,
): readonly Verdict[] {
  const objects = new Map<string, JsonObject>()
  const plain = answers.map(withPlainNames)
  return row.steps.flatMap((step, at) => {
    const answer = plain[at]
    if (step.do !== 'request' || answer === undefined) return []
    const write = readWrite(step, plain)
    const live = objects.get(write.object)
    remember(objects, write, answer)
    if (step.method !== 'PATCH' || live === undefined || write.subresource !== '') return []
    const body = 'body' in answer ? (answer.body as Json) : null
    if (!isJsonObject(body)) return []
    const verdict = judge({ write, live, status: answer.status, body, schemas, objects })
    return verdict === undefined ? [] : [{ step: at, ...verdict }]
  })
}

interface Case {
  readonly write: Write
  readonly live: JsonObject
  readonly status: number
  readonly body: JsonObject
  readonly schemas: ApiSchemas
  readonly objects: ReadonlyMap<string, JsonObject>
}

function judge(one: Case): Omit<Verdict, 'step'> | undefined {
  const { write, live, status, body, schemas } = one
  const message = textAt(body, ['message'])
  // Of a patch that does not fit, the server only says so; of a strategic one, it says why.
  const doesNotFit = status === 422 && message.startsWith('the server rejected our request')
  if (status >= 300 && !doesNotFit && status !== 500) return undefined
  const server = status < 300 ? contentOf(body) : status === 500 ? message : 'refused'
  try {
    const patched = apply(write, live, schemas)
    if (patched === undefined || hasUnknownFields(one, patched)) return undefined
    return { server, ours: isJsonObject(patched) ? fit(contentOf(patched), server) : patched }
  } catch (error) {
    if (!(error instanceof ObjectsError)) throw error
    return { server, ours: doesNotFit ? 'refused' : error.message }
  }
}

function apply({ type, body }: Write, live: JsonObject, schemas: ApiSchemas): Json | undefined {
  switch (type) {
    case 'application/json-patch+json':
      return applyJsonPatch(live, body)
    case 'application/merge-patch+json':
      return applyMergePatch(live, body)
    case 'application/strategic-merge-patch+json': {
      const schema = schemas.typeOf(kindOf(live))
      if (schema === undefined || !isJsonObject(body)) return undefined
      return applyStrategicMergePatch(live, body, schema)
    }
    default:
      return undefined
  }
}

// Which the server drops; a patch by itself does not.
function hasUnknownFields({ write, schemas, objects }: Case, object: Json): boolean {
  const kind = kindAt(write, schemas, objects)(textAt(object, ['kind']))
  const type = kind?.typeOf(kind.apiVersion)
  return type !== undefined && whyInvalid(object, type, 'allowed') !== undefined
}

// Owners of fields are judged elsewhere.
function contentOf(object: JsonObject): JsonObject {
  return withField(written(object), 'managers', undefined)
}

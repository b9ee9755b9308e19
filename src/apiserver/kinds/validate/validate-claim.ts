import {
  type Json,
  type JsonObject,
  equalJson,
  fieldOf,
  isJsonObject,
} from '../../../objects/json.ts'
import { annotationsOf, textAt } from '../../../objects/kube-object.ts'
import { forbiddenField, type FieldError } from '../../field-errors.ts'

const detail =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'
const betaClass = 'volume.beta.kubernetes.io/storage-class'

/** The errors of an update of a claim: what was asked for stays, except what a volume can still become. */
export function checkClaimUpdate(object: JsonObject, old: JsonObject): readonly FieldError[] {
  const [now, before] = [specOf(object), specOf(old)]
  const isBound = textAt(old, ['status', 'phase']) === 'Bound'
  const kept: Record<string, Json> = { ...now }
  keep(kept, before, 'volumeAttributesClassName')
  if (textAt(before, ['volumeName']) === '') keep(kept, before, 'volumeName')
  const hasBeta = annotationsOf(object)[betaClass] !== undefined
  if (fieldOf(before, 'storageClassName') === undefined && !hasBeta)
    keep(kept, before, 'storageClassName')
  if (isBound) kept['resources'] = withStorageOf(fieldOf(now, 'resources'), before)
  return equalJson(kept, before) ? [] : [forbiddenField('spec', detail)]
}

function specOf(claim: JsonObject): JsonObject {
  const spec = fieldOf(claim, 'spec')
  return isJsonObject(spec) ? spec : {}
}

function keep(spec: Record<string, Json>, before: JsonObject, field: string): void {
  const old = before[field]
  if (old === undefined) delete spec[field]
  else spec[field] = old
}

// The size that is asked for may change.
function withStorageOf(resources: Json | undefined, before: JsonObject): Json {
  const given = isJsonObject(resources) ? resources : {}
  const requests = fieldOf(given, 'requests')
  const old = fieldOf(fieldOf(before, 'resources'), 'requests')
  const storage = fieldOf(old, 'storage')
  const asked = isJsonObject(requests) ? requests : {}
  return { ...given, requests: storage === undefined ? asked : { ...asked, storage } }
}

import { withField, type JsonObject } from '../json.ts'
import { writePath } from '../write-path.ts'

/** The object without what only the server writes: for comparing what somebody asked for. */
export function withoutServerFields(object: JsonObject): JsonObject {
  let left = withField(object, 'status', undefined)
  for (const name of serverMetadata) left = writePath(left, ['metadata', name], undefined)
  return left
}

const serverMetadata = [
  'managedFields',
  'resourceVersion',
  'uid',
  'creationTimestamp',
  'generation',
  'selfLink',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
]

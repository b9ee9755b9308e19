import { fieldOf, type JsonObject } from '../../../objects/json.ts'
import { textAt } from '../../../objects/kube-object.ts'
import { invalid, type FieldError } from '../../field-errors.ts'

const longestNote = 1024

/** The errors of an event of the newer API, which alone bounds what is said. Go counts bytes and calls them characters. */
export function checkEvent(event: JsonObject): readonly FieldError[] {
  if (typeof fieldOf(event, 'eventTime') !== 'string') return []
  const said = textAt(event, ['message']) || textAt(event, ['note'])
  if (new TextEncoder().encode(said).length <= longestNote) return []
  return [invalid('message', '', `can have at most ${longestNote} characters`)]
}

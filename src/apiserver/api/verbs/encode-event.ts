import { textAt } from '../../../objects/kube-object.ts'
import { writeYaml } from '../../../formats/yaml/write/write.ts'
import type { JsonObject } from '../../../objects/json.ts'
import { bytesOf, encodeStored, objectOf, textOfJson } from '../../registry/encode.ts'
import type { Served } from '../../registry/served.ts'
import { metadataOnly, tableOf } from '../../registry/table.ts'
import { Entry, type StoreEvent } from '../../storage/entry.ts'
import type { Call } from '../call.ts'
import { includeObject } from '../respond.ts'
import { valueOfJson } from '../codecs/yaml-json.ts'

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR'

// However many watch, an event is turned into bytes once per form; the bytes go with the event.
const encoded = new WeakMap<StoreEvent, Map<string, Uint8Array>>()

/** The line of an event, in the form that the watch asked for. */
export function encodeEvent(
  call: Call,
  type: EventType,
  event: StoreEvent,
  isFirst: boolean,
): Uint8Array {
  const { served, representation } = call
  if (representation.as === 'table') return encodeTable(call, type, event, isFirst)
  const form = `${type} ${served.apiVersion} ${representation.as} ${representation.format} ${representation.metaVersion}`
  const known = encoded.get(event) ?? new Map<string, Uint8Array>()
  encoded.set(event, known)
  const before = known.get(form)
  if (before !== undefined) return before
  const made = encodeObject(call, type, entryFor(served, type, event))
  known.set(form, made)
  return made
}

/** `{"type": …, "object": …}` and a line feed. */
export function eventLine(type: EventType, object: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`{"type":"${type}","object":`), object, Buffer.from('}\n')])
}

function encodeObject(call: Call, type: EventType, entry: Entry): Uint8Array {
  const { served, representation } = call
  const { as, format, metaVersion } = representation
  if (as === 'object' && format === 'json') return eventLine(type, bytesOf(served, entry))
  const object = objectOf(served, entry)
  const shown = as === 'metadata' ? metadataOnly(object, metaVersion) : object
  if (format === 'json') return eventLine(type, Buffer.from(textOfJson(shown)))
  return Buffer.from(`---\n${writeYaml(valueOfJson({ object: shown, type }))}`)
}

/** An object that ceased to match is shown as it was, with the version of the change. */
function entryFor(served: Served, type: EventType, event: StoreEvent): Entry {
  if (type !== 'DELETED' || event.type === 'delete' || event.previous === undefined) {
    return event.entry
  }
  const { bytes, object } = encodeStored(
    served,
    event.previous.object as JsonObject,
    event.revision,
  )
  return new Entry(event.entry, bytes, object)
}

// Tables tell ages, so no two are alike.
function encodeTable(call: Call, type: EventType, event: StoreEvent, isFirst: boolean): Uint8Array {
  const object = objectOf(call.served, entryFor(call.served, type, event))
  const isBookmark = type === 'BOOKMARK'
  const table = tableOf(isBookmark ? [] : [object], call.served.columns, {
    version: call.representation.metaVersion,
    include: includeObject(call),
    metadata: { resourceVersion: textAt(object, ['metadata', 'resourceVersion']) },
    now: new Date(call.registry.clock.now()),
    definitions: isFirst,
  })
  return eventLine(type, Buffer.from(textOfJson(table)))
}

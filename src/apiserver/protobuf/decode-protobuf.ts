import { isJsonObject, type JsonObject } from '../../objects/json.ts'
import { messageOfKind } from './message-types.ts'
import { readMessage } from './read-message.ts'
import { ProtobufFault, readWire } from '../../std/node/protobuf-wire.ts'

/** The bytes that every object in Kubernetes' protobuf begins with. */
const magic = 'k8s\0'

/** How deep objects may be in raw fields of each other. */
const mostEnvelopes = 8

/** The object in an envelope of Kubernetes' protobuf, of whatever built-in kind it says it is. */
export function decodeProtobuf(body: Buffer): JsonObject {
  return decodeEnvelope(body, 0)
}

function decodeEnvelope(body: Buffer, depth: number): JsonObject {
  if (body.length === 0) throw new ProtobufFault('empty data')
  if (body.subarray(0, magic.length).toString('latin1') !== magic) {
    const expected = [...Buffer.from(magic)].join(' ')
    throw new ProtobufFault(
      `provided data does not appear to be a protobuf message, expected prefix [${expected}]`,
    )
  }
  if (depth > mostEnvelopes) throw new ProtobufFault('exceeded max depth')
  const { apiVersion, kind, raw } = readUnknown(body.subarray(magic.length))
  const message = messageOfKind(apiVersion, kind)
  if (message === undefined) {
    const version = JSON.stringify(apiVersion)
    throw new ProtobufFault(`no kind ${JSON.stringify(kind)} is registered for version ${version}`)
  }
  const object = readMessage(message, raw, (inner) => decodeEnvelope(inner, depth + 1))
  const fields = isJsonObject(object) ? object : {}
  return { ...(kind !== '' && { kind }), ...(apiVersion !== '' && { apiVersion }), ...fields }
}

/** The envelope: which kind it is, and the bytes of the object. */
function readUnknown(bytes: Buffer): {
  readonly apiVersion: string
  readonly kind: string
  readonly raw: Buffer
} {
  const parts = partsOf(bytes)
  const type = partsOf(parts.get(1) ?? Buffer.alloc(0))
  return {
    apiVersion: type.get(1)?.toString('utf8') ?? '',
    kind: type.get(2)?.toString('utf8') ?? '',
    raw: parts.get(2) ?? Buffer.alloc(0),
  }
}

function partsOf(bytes: Buffer): ReadonlyMap<number, Buffer> {
  return new Map(
    [...readWire(bytes)].flatMap((field) =>
      field.is === 'bytes' ? [[field.number, field.value] as const] : [],
    ),
  )
}

/** Bytes that are not the message that they should be; the text is Go's. */
export class ProtobufFault extends Error {
  override readonly name = 'ProtobufFault'
}

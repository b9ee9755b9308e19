import type { IncomingMessage, ServerResponse } from 'node:http'

/** The codes of the distribution specification, with the status that goes with each. */
const statuses = {
  BLOB_UNKNOWN: 404,
  BLOB_UPLOAD_INVALID: 400,
  BLOB_UPLOAD_UNKNOWN: 404,
  DENIED: 403,
  DIGEST_INVALID: 400,
  MANIFEST_BLOB_UNKNOWN: 400,
  MANIFEST_INVALID: 400,
  MANIFEST_UNKNOWN: 404,
  NAME_INVALID: 400,
  NAME_UNKNOWN: 404,
  SIZE_INVALID: 400,
  TAG_INVALID: 400,
  PAGINATION_NUMBER_INVALID: 400,
  RANGE_INVALID: 416,
  UNAUTHORIZED: 401,
  UNSUPPORTED: 405,
} as const

export type ErrorCode = keyof typeof statuses

/** The answer of a route; nothing is written before it is whole, but for streams. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string | AsyncIterable<Uint8Array>
}

/** Refuses a request in the form of the specification. */
export function refuse(
  code: ErrorCode,
  message: string,
  more: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): Answer {
  const body = JSON.stringify({ errors: [{ code, message, detail: {} }] })
  const headers = { 'content-type': 'application/json', ...more.headers }
  return { status: more.status ?? statuses[code], headers, body }
}

export function answerJson(value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  const type = { 'content-type': 'application/json' }
  return { status: 200, headers: { ...type, ...headers }, body: JSON.stringify(value) }
}

/** Writes an answer; a HEAD gets the headers of a GET. */
export async function sendAnswer(
  answer: Answer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, headers = {}, body = '' } = answer
  const isStream = typeof body !== 'string' && !(body instanceof Uint8Array)
  const length = isStream ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  response.writeHead(status, {
    'docker-distribution-api-version': 'registry/2.0',
    ...length,
    ...headers,
    // Bytes that nobody will read end with the connection.
    ...(request.complete || status < 400 ? {} : { connection: 'close' }),
  })
  if (request.method === 'HEAD') response.end()
  else if (isStream) await writeStream(body, response)
  else response.end(body)
}

async function writeStream(
  body: AsyncIterable<Uint8Array>,
  response: ServerResponse,
): Promise<void> {
  for await (const chunk of body) {
    if (response.destroyed) return
    if (!response.write(chunk)) await drained(response)
  }
  response.end()
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done)
      response.off('close', done)
      resolve()
    }
    response.on('drain', done)
    response.on('close', done)
  })
}

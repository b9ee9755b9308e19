import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import type { RequestOptions } from 'node:https'
import { parseJson } from '../../../objects/json-text.ts'
import { fieldOf, isJsonObject, type Json, type JsonObject } from '../../../objects/json.ts'
import { numberAt, textAt } from '../../../objects/kube-object.ts'
import { textOfJson } from '../../registry/encode.ts'
import type { Webhook } from './webhook.ts'

/** Where the pods of a service answer; undefined when nobody knows. */
export type ResolveService = (service: {
  readonly namespace: string
  readonly name: string
  readonly port: number
}) => { readonly host: string; readonly port: number } | undefined

const largestAnswer = 16 * 1024 * 1024
const httpsPort = 443

/** Sends a question to a webhook and gives its `response`. Throws with the words of Go's client where they are known. */
export async function askWebhook(
  webhook: Webhook,
  review: JsonObject,
  resolve: ResolveService,
): Promise<JsonObject> {
  const client = fieldOf(webhook.written, 'clientConfig')
  const { options, url } = targetOf(webhook, client, resolve)
  const answer = await post(options, textOfJson(review), webhook.timeoutSeconds * 1000).catch(
    (cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`failed to call webhook: Post ${JSON.stringify(url)}: ${why}`, { cause })
    },
  )
  const response = fieldOf(readAnswer(answer), 'response')
  if (!isJsonObject(response)) throw new Error('webhook response was absent')
  const uid = textAt(fieldOf(review, 'request'), ['uid'])
  if (textAt(response, ['uid']) !== uid) {
    throw new Error(
      `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(textAt(response, ['uid']))}`,
    )
  }
  return response
}

function readAnswer({ status, body }: Answer): Json {
  if (status >= 400) throw new Error(`failed to call webhook: the server responded with ${status}`)
  return parseJson(body)
}

interface Target {
  readonly options: RequestOptions
  /** As refusals show it. */
  readonly url: string
}

function targetOf(webhook: Webhook, client: Json | undefined, resolve: ResolveService): Target {
  const bundle = textAt(client, ['caBundle'])
  const trust = bundle === '' ? {} : { ca: Buffer.from(bundle, 'base64') }
  const timeout = `timeout=${webhook.timeoutSeconds}s`
  const written = textAt(client, ['url'])
  if (written !== '') {
    const url = new URL(written)
    url.search = url.search === '' ? `?${timeout}` : `${url.search}&${timeout}`
    const options = {
      host: url.hostname,
      port: Number(url.port || httpsPort),
      path: url.pathname + url.search,
      ...(isIP(url.hostname) === 0 && { servername: url.hostname }),
      ...trust,
    }
    return { options, url: url.href }
  }
  const service = fieldOf(client, 'service')
  const port = numberAt(service, ['port']) ?? httpsPort
  const [name, namespace] = [textAt(service, ['name']), textAt(service, ['namespace'])]
  const servername = `${name}.${namespace}.svc`
  const path = `${textAt(service, ['path']) || '/'}?${timeout}`
  const url = `https://${servername}:${port}${path}`
  const found = resolve({ namespace, name, port })
  if (found === undefined) {
    throw new Error(
      `failed to call webhook: Post ${JSON.stringify(url)}: service ${JSON.stringify(name)} not found`,
    )
  }
  return { options: { ...found, path, servername, ...trust }, url }
}

interface Answer {
  readonly status: number
  readonly body: string
}

function post(options: RequestOptions, body: string, limit: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const sent = httpsRequest({ ...options, method: 'POST', headers, agent: false }, (incoming) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > largestAnswer) incoming.destroy(new Error('the answer is too large'))
      else chunks.push(chunk)
    })
    incoming.on('error', reject)
    incoming.on('end', () =>
      resolve({ status: incoming.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
    )
  })
  const timer = setTimeout(() => sent.destroy(new Error('context deadline exceeded')), limit)
  sent.on('error', reject)
  sent.on('close', () => clearTimeout(timer))
  sent.end(body)
  return promise
}

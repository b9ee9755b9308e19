import { createHmac } from 'node:crypto'
import { SourceError } from '../../../sources/errors.ts'
import { createHttpFetcher } from '../../../sources/http/fetcher.ts'
import type { AddressPolicy, Trust } from '../../../sources/policy/judge.ts'
import type { Message } from './message.ts'

/** Where messages go, and with what. */
export interface Receiver {
  readonly url: URL
  readonly trust: Trust
  readonly policy: AddressPolicy
  /** Signs every message; none when empty. */
  readonly key: string
  /** Sent as a bearer; none when empty. */
  readonly token: string
}

export type Delivery =
  | { readonly is: 'taken' }
  /** Never with the address, which may be a secret. */
  | { readonly is: 'failed'; readonly again: 'later' | 'never'; readonly message: string }

const timeout = 10_000
const mostAnswer = 65_536

/** Sends one message. `time` is in seconds since 1970: a receiver can tell an old one by it. */
export async function deliver(
  { url, trust, policy, key, token }: Receiver,
  { contentType, body }: Message,
  time: number,
  signal: AbortSignal,
): Promise<Delivery> {
  const retries = { attempts: 1, backoff: { first: 1, most: 1 }, mostPatience: 1 }
  const fetcher = createHttpFetcher({ url, trust }, { policy, retries })
  const late = AbortSignal.any([signal, AbortSignal.timeout(timeout)])
  try {
    const headers = {
      'content-type': contentType,
      'user-agent': 'outrigger',
      ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
      ...(key === '' ? {} : signature(key, body, time)),
    }
    const request = { method: 'POST', url, headers, body: Buffer.from(body) } as const
    const { status, body: answer } = await fetcher.send(request, late)
    await drain(answer)
    if (status >= 200 && status < 300) return { is: 'taken' }
    const isBusy = status === 408 || status === 429 || status >= 500
    return { is: 'failed', again: isBusy ? 'later' : 'never', message: `it answers ${status}` }
  } catch (error) {
    if (signal.aborted) throw error
    return failureOf(error)
  } finally {
    await fetcher.close()
  }
}

function failureOf(error: unknown): Delivery {
  const isRefused = error instanceof SourceError && !error.transient
  if (!isRefused) return { is: 'failed', again: 'later', message: 'it does not answer' }
  const isPolicy = error.code === 'address-refused' || error.code === 'redirect-refused'
  const message = isPolicy ? 'policy refuses its address' : `it cannot be asked: ${error.code}`
  return { is: 'failed', again: 'never', message }
}

/** The time is part of what is signed, so that nobody can send an old message again. */
function signature(key: string, body: string, time: number): Readonly<Record<string, string>> {
  const digest = createHmac('sha256', key).update(`${time}.${body}`).digest('hex')
  return { 'x-outrigger-timestamp': String(time), 'x-outrigger-signature': `sha256=${digest}` }
}

async function drain(body: AsyncIterable<Uint8Array>): Promise<void> {
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > mostAnswer) return
  }
}

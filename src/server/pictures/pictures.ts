import { createHttpFetcher } from '../../sources/http/fetcher.ts'
import type { AddressPolicy } from '../../sources/policy/judge.ts'
import type { Clock } from '../../std/clock.ts'
import type { Reply } from '../http/route.ts'
import { type SafePicture, safePicture } from './safe-picture.ts'

const largestPicture = 256 * 1024
/** Milliseconds for a whole fetch. */
const patience = 10_000
/** Milliseconds for which a picture, or that there is none, is kept. */
const keptFor = 10 * 60_000
const mostKept = 64

export interface PicturePorts {
  readonly policy: AddressPolicy
  readonly clock: Clock
}

/** Pictures of other hosts: fetched by the server under the address policy, so that browsers ask no other host, and stripped. */
export class Pictures {
  private readonly ports: PicturePorts
  private readonly kept = new Map<
    string,
    { readonly until: number; readonly picture: SafePicture | undefined }
  >()

  constructor(ports: PicturePorts) {
    this.ports = ports
  }

  /** The picture at an address; undefined when there is none that may be shown. */
  async at(address: string, signal: AbortSignal): Promise<SafePicture | undefined> {
    const { clock, policy } = this.ports
    const now = clock.monotonic()
    const known = this.kept.get(address)
    if (known !== undefined && known.until > now) return known.picture
    const picture = await fetchPicture(address, policy, signal)
    if (this.kept.size >= mostKept) this.kept.clear()
    this.kept.set(address, { until: now + keptFor, picture })
    return picture
  }
}

/** Nothing in a picture acts or fetches, whatever a browser takes it for. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The answer with a picture. */
export function pictureReply({ type, bytes }: SafePicture): Reply {
  const headers = {
    'content-type': type,
    'content-security-policy': picturePolicy,
    'cache-control': 'private, max-age=600',
  }
  return { status: 200, headers, bytes }
}

async function fetchPicture(
  address: string,
  policy: AddressPolicy,
  signal: AbortSignal,
): Promise<SafePicture | undefined> {
  const [, packed] = /^data:image\/[\w.+-]+;base64,([A-Za-z0-9+/=\s]*)$/.exec(address) ?? []
  if (packed !== undefined) return safePicture(Buffer.from(packed, 'base64'))
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const fetcher = createHttpFetcher({ url, trust: 'untrusted' }, { policy })
  try {
    const wanted = { url, maxBytes: largestPicture, totalTime: patience, accept: 'image/*' }
    const answer = await fetcher.get(wanted, signal)
    if (answer.kind === 'unchanged') return undefined
    const chunks: Uint8Array[] = []
    for await (const chunk of answer.body) chunks.push(chunk)
    return safePicture(Buffer.concat(chunks))
  } catch {
    signal.throwIfAborted()
    // Not there, not allowed or too large: an extension without a logo.
    return undefined
  } finally {
    await fetcher.close()
  }
}

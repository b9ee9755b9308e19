import { extensionKind } from '../../kinds/extension.ts'
import { resourceOf } from '../../kinds/kind-definition.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { isKubeError } from '../../kube/errors.ts'
import { textAt } from '../../objects/kube-object.ts'
import { createHttpFetcher } from '../../sources/http/fetcher.ts'
import type { AddressPolicy } from '../../sources/policy/judge.ts'
import type { Clock } from '../../std/clock.ts'
import { notFound, problemOf } from '../http/problem.ts'
import type { Route, SignedCall } from '../http/route.ts'
import { type SafePicture, safePicture } from './safe-picture.ts'

const largestPicture = 256 * 1024
/** Milliseconds for a whole fetch. */
const patience = 10_000
/** Milliseconds for which a picture, or that there is none, is kept. */
const keptFor = 10 * 60_000
const mostKept = 64

export interface LogoPorts {
  readonly policy: AddressPolicy
  readonly clock: Clock
}

/** Nothing in a picture acts or fetches, whatever a browser takes it for. */
const picturePolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** The logo of an extension: fetched by the server, so that browsers ask no other host, and stripped. */
export function logoRoute({ policy, clock }: LogoPorts): Route {
  const kept = new Map<
    string,
    { readonly until: number; readonly picture: SafePicture | undefined }
  >()
  const pictureAt = async (address: string, signal: AbortSignal) => {
    const now = clock.monotonic()
    const known = kept.get(address)
    if (known !== undefined && known.until > now) return known.picture
    const picture = await fetchPicture(address, policy, signal)
    if (kept.size >= mostKept) kept.clear()
    kept.set(address, { until: now + keptFor, picture })
    return picture
  }
  return {
    method: 'GET',
    path: '/api/v1/extensions/{name}/logo',
    operationId: 'getExtensionLogo',
    summary: 'Gives the logo of an extension as a picture without anything that acts',
    tag: 'extensions',
    for: 'signed-in',
    right: { verb: 'get', group: 'outrigger.dev', resource: extensionKind.plural },
    params: {
      name: {
        description: 'The name.',
        schema: { type: 'string', maxLength: 253 },
        example: 'metrics',
        required: true,
      },
    },
    answers: {
      200: { description: 'The picture.', mediaType: 'image/*', schema: { type: 'string' } },
    },
    problems: [404],
    run: async (call) => {
      const picture = await pictureAt(await addressOf(call), call.signal)
      // The same words for every reason: what a server inside the network answers is nobody's to learn here.
      if (picture === undefined) throw notFound('logo of extension', call.params['name'] ?? '', '')
      const headers = {
        'content-type': picture.type,
        'content-security-policy': picturePolicy,
        'cache-control': 'private, max-age=600',
      }
      return { status: 200, headers, bytes: picture.bytes }
    },
  }
}

async function addressOf({ client, params, signal }: SignedCall): Promise<string> {
  const { name = '' } = params
  try {
    const target = { resource: resourceOf(extensionKind), name }
    const object = await getObject(client, target, {}, signal)
    const address = object === undefined ? '' : textAt(object, ['spec', 'logo'])
    if (address !== '') return address
  } catch (error) {
    if (!isKubeError(error, 'forbidden')) throw problemOf(error)
  }
  throw notFound('logo of extension', name, '')
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

import { createHash } from 'node:crypto'
import type { ApiResource } from '../../kube/api-resource.ts'
import type { KubeClient } from '../../kube/client.ts'
import { createObject } from '../../kube/objects/write-object.ts'
import { type Json, fieldOf, isJsonObject } from '../../objects/json.ts'
import { listAt, readPath, textAt } from '../../objects/kube-object.ts'
import { withDeadline } from '../../std/clock.ts'
import { orAborted } from '../../std/or-aborted.ts'
import type { Identity } from './identity.ts'

const reviews: ApiResource = {
  group: 'authentication.k8s.io',
  version: 'v1',
  resource: 'tokenreviews',
  kind: 'TokenReview',
  namespaced: false,
}

/** Milliseconds for which an answer holds: so long a token works on after it was taken back. */
const holdsFor = 5000
const mostKept = 1000
/** Milliseconds for which a token counts as one that was good. */
const rememberedFor = 3_600_000
const longestToken = 16_384
/** Milliseconds for one question. */
const patience = 10_000

/** Asks the cluster whose a token is, and keeps the answer for a few seconds. */
export class TokenReviewer {
  private readonly client: KubeClient
  private readonly kept = new Map<string, { readonly until: number; readonly identity: Identity }>()
  private readonly asking = new Map<string, Promise<Identity | undefined>>()
  /** When tokens were accepted the last time, by their digests. */
  private readonly accepted = new Map<string, number>()

  /** The client needs the right to create token reviews. */
  constructor(client: KubeClient) {
    this.client = client
  }

  /** Whether the cluster accepted a token within the last hour. */
  wasAccepted(token: string): boolean {
    const at = this.accepted.get(digestOf(token))
    return at !== undefined && at + rememberedFor > this.client.clock.monotonic()
  }

  /** The owner of a token; undefined when the cluster does not accept it. */
  async review(token: string, signal: AbortSignal): Promise<Identity | undefined> {
    if (token === '' || token.length > longestToken) return undefined
    const key = digestOf(token)
    const now = this.client.clock.monotonic()
    const before = this.kept.get(key)
    if (before !== undefined && before.until > now) return before.identity
    this.kept.delete(key)
    return orAborted(this.asking.get(key) ?? this.begin(key, token), signal)
  }

  /** Streams of one token look again at the same moment: they are one question, which none of them can end. */
  private begin(key: string, token: string): Promise<Identity | undefined> {
    const { clock } = this.client
    const now = clock.monotonic()
    const ask = async (late: AbortSignal) => {
      const identity = await this.ask(token, late)
      this.keep(key, now, identity)
      return identity
    }
    const asked = withDeadline(clock, patience, ask).finally(() => this.asking.delete(key))
    this.asking.set(key, asked)
    // Those that still wait get the error.
    asked.catch(() => {})
    return asked
  }

  private keep(key: string, now: number, identity: Identity | undefined): void {
    if (identity === undefined) {
      this.accepted.delete(key)
      return
    }
    for (const map of [this.kept, this.accepted]) if (map.size >= mostKept) map.clear()
    this.kept.set(key, { until: now + holdsFor, identity })
    this.accepted.set(key, now)
  }

  private async ask(token: string, signal: AbortSignal): Promise<Identity | undefined> {
    const review = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: reviews.kind,
      metadata: {},
      spec: { token },
    }
    const { object } = await createObject(this.client, reviews, review, {}, signal)
    const user = textAt(object, ['status', 'user', 'username'])
    if (readPath(object, ['status', 'authenticated']) !== true || user === '') return undefined
    return {
      user,
      uid: textAt(object, ['status', 'user', 'uid']),
      groups: textsOf(listAt(object, ['status', 'user', 'groups'])),
      extra: extraOf(readPath(object, ['status', 'user', 'extra'])),
      signedInBy: 'token',
      csrfToken: '',
    }
  }
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}

function extraOf(value: Json | undefined): Identity['extra'] {
  if (!isJsonObject(value)) return {}
  const names = Object.keys(value)
  return Object.fromEntries(names.map((name) => [name, textsOf(fieldOf(value, name))]))
}

function textsOf(value: Json | readonly Json[] | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []
}

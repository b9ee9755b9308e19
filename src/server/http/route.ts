import type { JsonRecord } from '../../kinds/json-value.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { CallerCertificate } from '../auth/client-certificates.ts'
import type { Identity, Owner } from '../auth/identity.ts'

export type RouteMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 has them. */
export type JsonSchema = JsonRecord

export interface Parameter {
  readonly description: string
  readonly schema: JsonSchema
  readonly example: string | number | boolean
  readonly required?: true
}

export type Parameters = Readonly<Record<string, Parameter>>

/** A request that passed the checks of its route. */
export interface Call {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | number | boolean | undefined>>
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: unknown
  /** All values of each header, where the same one may come several times. */
  readonly distinctHeaders: Readonly<Record<string, readonly string[] | undefined>>
  /** The query as it came, without the question mark. */
  readonly rawQuery: string
  /** The client certificate of the connection, if its chain was good when it was opened. */
  readonly certificate: () => CallerCertificate | undefined
  readonly remoteAddress: string
  readonly signal: AbortSignal
}

/** A call of somebody who is signed in. */
export interface SignedCall extends Call {
  readonly identity: Identity
  /** Acts with the rights of the asker and with no others. */
  readonly client: KubeClient
}

/** The answer of a route: a document, a text, or a body that is written bit by bit. */
export interface Reply {
  readonly status: number
  /** The one whom this signs in, for the audit; it is not sent. */
  readonly signsIn?: Owner
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Sent as JSON. */
  readonly body?: unknown
  /** Sent as it is; the headers say what it is. */
  readonly text?: string
  readonly bytes?: Uint8Array
  readonly stream?: AsyncIterable<string | Uint8Array>
}

export interface Answer {
  readonly description: string
  readonly schema?: JsonSchema
  readonly mediaType?: string
  readonly example?: unknown
}

interface RouteFacts {
  readonly method: RouteMethod
  /** Parameters stand in braces. */
  readonly path: string
  readonly operationId: string
  readonly summary: string
  readonly tag: string
  readonly params?: Parameters
  readonly query?: Parameters
  /** Whether `cluster` in the query names the cluster that the client of the call is of. */
  readonly onAnyCluster?: true
  /** Whether the query may have other parameters, too. */
  readonly hasOpenQuery?: true
  readonly headers?: Parameters
  readonly body?: {
    readonly description: string
    readonly schema: JsonSchema
    readonly example: unknown
  }
  readonly answers: Readonly<Record<number, Answer>>
  /** The statuses of problems that it may answer with, besides those of every route. */
  readonly problems?: readonly number[]
}

/** The right on the cluster that stands behind a route, for the matrix of users and rights. */
export interface NeededRight {
  readonly verb: string
  readonly group: string
  readonly resource: string
}

/** One operation of the API. Fastify, the OpenAPI document and the tests of rights all come from it. */
export type Route =
  | (RouteFacts & {
      readonly for: 'everybody'
      /** Whether every call leaves a line in the audit, as changes do. */
      readonly isAudited?: true
      readonly run: (call: Call) => Promise<Reply>
    })
  | (RouteFacts & {
      readonly for: 'signed-in'
      /** Absent where being signed in is enough. */
      readonly right?: NeededRight
      readonly run: (call: SignedCall) => Promise<Reply>
    })

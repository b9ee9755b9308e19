import { ociIndexType } from '../../src/oci/media-types.ts'
import type { Exchange, Reply } from './exchange.ts'

/** Servers differ where the specification lets them, or where they are older than it. */
export type ServerName = 'embedded' | 'docker-registry'

export type PerServer<T> = T | Readonly<Record<ServerName, T>>

/** One exchange with a server and what it answers. */
export interface Row {
  readonly name: string
  readonly run: (at: Exchange) => Promise<Reply>
  readonly status: PerServer<number>
  /** The code of the error body. */
  readonly code?: PerServer<string | undefined>
  readonly headers?: Readonly<Record<string, PerServer<string | null>>>
  /** The tags in the answer, in its order; or all three of them in any. */
  readonly tags?: PerServer<string>
  readonly text?: PerServer<string>
}

/** A digest that nothing has. */
export const nowhere = `sha256:${'0'.repeat(64)}`

/** Stands for all three tags in any order. */
export const unpaged = 'all'

export const accepts = { accept: `application/vnd.oci.image.manifest.v1+json, ${ociIndexType}` }

export function tagsIn(reply: Reply): readonly string[] {
  return (JSON.parse(reply.text) as { readonly tags: readonly string[] }).tags
}

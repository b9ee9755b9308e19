import { readFileSync } from 'node:fs'

/** A record of Helm 2, made by its own library. */
export interface RecordedTiller {
  /** The name of its status. */
  readonly status: string
  /** As a ConfigMap of Tiller holds it. */
  readonly text: string
  /** The reading of Helm 2's library, by the names of its fields. */
  readonly read: {
    readonly name: string
    readonly namespace: string
    readonly version: number
    readonly manifest?: string
    readonly config?: { readonly raw: string }
    readonly [field: string]: unknown
  }
}

export const recordedTiller = JSON.parse(
  readFileSync(new URL('recorded.json', import.meta.url), 'utf8'),
) as readonly RecordedTiller[]

/** The ConfigMap in which Tiller keeps a record. */
export function tillerObject({ status, text, read }: RecordedTiller, namespace: string) {
  const { name, version } = read
  const labels = { NAME: name, OWNER: 'TILLER', STATUS: status, VERSION: String(version) }
  const metadata = { name: `${name}.v${version}`, namespace, labels }
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { release: text } }
}

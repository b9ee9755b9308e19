import type { FetchDocument } from '../../../chart/render/with-documents.ts'
import type { Ports } from '../../verb.ts'
import type { Connection } from './source-options.ts'

const remedy = '--skip-schema-validation leaves the check out'

/** Brings what the schemas of charts refer to. The code that fetches is loaded only for that. */
export function schemaDocuments(connection: Connection, ports: Ports): FetchDocument {
  let fetch: FetchDocument | undefined
  return async (url, signal) => {
    const { openSources, withCache } = await import('./open-sources.ts')
    const { documentFetcher } = await import('../../../sources/fetch-document.ts')
    fetch ??= documentFetcher(withCache(await openSources(connection, ports, signal)), remedy)
    return await fetch(url, signal)
  }
}

/** The connection of a command that fetches nothing but such documents. */
export function documentsConnection(allow: readonly string[]): Connection {
  return { login: undefined, tls: {}, plainHttp: 'loopback', allow, locations: {} }
}

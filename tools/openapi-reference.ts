import { readFileSync } from 'node:fs'
import { createKubeClient } from '../src/kube/client.ts'
import { readAddressPolicy } from '../src/sources/policy/policy.ts'
import { assembleRoutes } from '../src/server/open-server.ts'
import type { GeneratedFile } from './generators.ts'

/** The OpenAPI document of the server, as it serves it. */
export const openApiFile: GeneratedFile = {
  path: 'docs/reference/openapi.json',
  content: async () => {
    const { routes } = assembleRoutes({
      // The document is made from the routes alone; no cluster is asked.
      client: createKubeClient({
        transport: () => Promise.reject(new Error('there is no cluster')),
      }),
      listen: { host: '127.0.0.1', port: 0 },
      secret: new Uint8Array(32),
      kept: { read: async () => undefined, write: async () => {} },
      fetching: { policy: readAddressPolicy({ allow: [] }), indexFolder: '' },
      failed: () => {},
      version: packageVersion(),
      isSandbox: true,
    })
    const route = routes.find(({ operationId }) => operationId === 'getOpenApi')
    if (route?.for !== 'everybody') throw new Error('the server has no route for its document')
    const { body } = await route.run({
      params: {},
      query: {},
      headers: {},
      body: undefined,
      distinctHeaders: {},
      rawQuery: '',
      certificate: () => undefined,
      remoteAddress: '',
      signal: new AbortController().signal,
    })
    return `${JSON.stringify(body, undefined, 2)}\n`
  },
}

function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly version: string }).version
}

import type { JsonObject } from '../../../objects/json.ts'
import { textAt } from '../../../objects/kube-object.ts'
import type { ApiAnswer, ApiRequest } from '../../http/exchange.ts'
import { issuer } from '../../auth/service-account-tokens.ts'
import { clausesOf } from '../../http/negotiate.ts'
import type { Catalogue } from '../../registry/catalogue.ts'
import { methodNotAllowed } from '../../status-errors.ts'
import { aggregatedDiscovery, groupList, groupPage, resourceList } from '../discovery/discovery.ts'
import { openApiDocument, openApiRoot } from '../discovery/openapi.ts'
import { answerOpenApiV2 } from '../discovery/openapi-v2.ts'
import { answerJson } from '../respond.ts'

/** The facts for the pages that are no resource. */
export interface Pages {
  readonly catalogue: Catalogue
  readonly version: JsonObject
  /** The keys that tokens of service accounts can be checked with. */
  readonly keys: JsonObject
  /** Why the server is not ready; undefined when it is. */
  readonly notReady: () => string | undefined
}

/** Answers what is no resource: discovery, health, the version. */
export function answerPage(pages: Pages, request: ApiRequest, path: string): ApiAnswer {
  const page = path.replace(/\/+$/, '') || '/'
  const isKnown =
    /^\/(?:api|apis|openapi|version|healthz|livez|readyz|\.well-known|openid)(?:\/|$)/.test(page) ||
    page === '/'
  const known = isKnown ? pageFor(pages, request, page) : undefined
  if (known === undefined) return notFoundPage()
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed()
  return known
}

function pageFor(pages: Pages, request: ApiRequest, path: string): ApiAnswer | undefined {
  const { catalogue } = pages
  const json = (object: JsonObject | undefined) =>
    object === undefined ? undefined : answerJson(request, 200, object)
  const [root = '', second, third] = path.split('/').slice(1)
  switch (root) {
    case '':
      return json({ paths: pathsOf(catalogue) })
    case 'version':
      return json(pages.version)
    case 'healthz':
    case 'livez':
      return plainText(200, 'ok')
    case 'readyz':
      return readiness(pages)
    case '.well-known':
      return second === 'openid-configuration' ? json(openIdConfiguration()) : undefined
    case 'openid':
      return path === '/openid/v1/jwks' ? json(pages.keys) : undefined
    case 'openapi':
      if (path === '/openapi/v2') {
        return answerOpenApiV2(catalogue, request, textAt(pages.version, ['gitVersion']))
      }
      return second === 'v3' ? json(openApiPage(pages, path)) : undefined
    case 'api':
      if (second === undefined) return rootPage(pages, request, 'api')
      return third === undefined ? json(resourceList(catalogue, '', second)) : undefined
    default:
      if (second === undefined) return rootPage(pages, request, 'apis')
      if (third === undefined) return json(groupPage(catalogue, second))
      return json(resourceList(catalogue, second, third))
  }
}

function openIdConfiguration(): JsonObject {
  return {
    issuer,
    jwks_uri: `${issuer}/openid/v1/jwks`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'ES256'],
  }
}

function openApiPage({ catalogue, version: own }: Pages, path: string): JsonObject | undefined {
  const gitVersion = textAt(own, ['gitVersion'])
  const [root, group = '', version = ''] = path.split('/').slice(3)
  if (root === undefined) return openApiRoot(catalogue)
  return root === 'api'
    ? openApiDocument(catalogue, '', group, gitVersion)
    : openApiDocument(catalogue, group, version, gitVersion)
}

/** A client that knows aggregated discovery asks for it at the root. */
function rootPage({ catalogue }: Pages, request: ApiRequest, root: 'api' | 'apis'): ApiAnswer {
  for (const { type, parameters } of clausesOf(request.header('accept') ?? '')) {
    const version = parameters.get('v')
    if (type !== 'application/json' && type !== '*/*') continue
    if (parameters.get('as') !== 'APIGroupDiscoveryList') break
    if (version !== 'v2' && version !== 'v2beta1') continue
    const answer = answerJson(request, 200, aggregatedDiscovery(catalogue, root, version))
    const full = `application/json;g=apidiscovery.k8s.io;v=${version};as=APIGroupDiscoveryList`
    return { ...answer, headers: { ...answer.headers, 'content-type': full, vary: 'Accept' } }
  }
  if (root === 'apis') return answerJson(request, 200, groupList(catalogue))
  const address = { clientCIDR: '0.0.0.0/0', serverAddress: request.header('host') ?? '' }
  return answerJson(request, 200, {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [address],
  })
}

function pathsOf(catalogue: Catalogue): readonly string[] {
  const groups = catalogue.groups().flatMap(({ group, versions }) => {
    if (group === '') return ['/api', ...versions.map((version) => `/api/${version}`)]
    return [`/apis/${group}`, ...versions.map((version) => `/apis/${group}/${version}`)]
  })
  const others = [
    '/apis',
    '/healthz',
    '/livez',
    '/openapi/v2',
    '/openapi/v3',
    '/readyz',
    '/version',
  ]
  return [...groups, ...others].toSorted()
}

function readiness(pages: Pages): ApiAnswer {
  const why = pages.notReady()
  return why === undefined ? plainText(200, 'ok') : plainText(500, `not ready: ${why}\n`)
}

function notFoundPage(): ApiAnswer {
  return plainText(404, '404 page not found\n')
}

function plainText(status: number, text: string): ApiAnswer {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-cache, private',
    'x-content-type-options': 'nosniff',
  }
  return { status, headers, body: Buffer.from(text) }
}

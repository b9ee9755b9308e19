import { systemClock, type Clock } from '../std/clock.ts'
import { answerResource, verbOf } from './api/answer-resource.ts'
import { answerPage, type Pages } from './api/verbs/pages.ts'
import { answerFailure } from './api/respond.ts'
import type { Authorize } from './auth/access.ts'
import { authenticate, type TokenLookup } from './auth/authenticate.ts'
import { authorizeRequest } from './auth/authorize-request.ts'
import { rbac } from './auth/rbac.ts'
import {
  type ServiceAccountTokens,
  issuer,
  serviceAccountTokens,
} from './auth/service-account-tokens.ts'
import { openTokenKeys, publishedKeys } from './auth/token-keys.ts'
import type { ReviewSources } from './auth/reviews.ts'
import { admissionPlugins } from './admission/plugins.ts'
import type { ResolveService } from './admission/webhooks/ask-webhook.ts'
import { followAccounts } from './controllers/accounts.ts'
import { GarbageCollector } from './controllers/garbage.ts'
import { followQuotas } from './controllers/quotas.ts'
import { followNamespaces } from './controllers/namespaces.ts'
import { followProtections } from './controllers/protections.ts'
import { followSigning } from './controllers/signing.ts'
import { seed } from './controllers/seed.ts'
import type { SignRequest } from './certificates/authority.ts'
import { followCrds } from './custom/follow-crds.ts'
import { StatusError } from './errors.ts'
import type { Answerer, ApiAnswer, ApiRequest } from './http/exchange.ts'
import { negotiate } from './http/negotiate.ts'
import { routeOf } from './http/route.ts'
import { builtInServed } from './kinds/built-in.ts'
import { Catalogue } from './registry/catalogue.ts'
import type { PodLogs } from './registry/pod-logs.ts'
import type { Registry } from './registry/registry.ts'
import { internalError, nothingServed } from './status-errors.ts'
import { checkedMinor, newestMinor, versionPage } from './kubernetes-version.ts'
import type { FileLayer } from './storage/files.ts'
import { Store } from './storage/store.ts'

export interface ApiServerOptions {
  readonly files: FileLayer
  /** Which minor version of Kubernetes 1 it is, from 29 to 36; the newest by default. */
  readonly minor?: number
  readonly clock?: Clock
  /** In [0, 1). */
  readonly random?: () => number
  readonly newUid?: () => string
  /** By the roles in the store, by default. */
  readonly authorize?: Authorize
  /** Whose certificates clients trust, in PEM; pods find it beside their tokens. */
  readonly authority?: string
  /** Signs certificates that were approved for clients; nobody does by default. */
  readonly signRequest?: SignRequest
  /** The key that tokens of service accounts are signed with, in PEM; one is made and kept by default. */
  readonly tokenKey?: string
  /** Only service accounts have tokens by default. */
  readonly findToken?: TokenLookup
  /** With 'none', nothing goes by itself: neither what its owners left nor what is in deleted namespaces. */
  readonly controllers?: 'none'
  /** Admission plug-ins that are left out, by the names that Kubernetes gives them. */
  readonly withoutAdmission?: readonly string[]
  /** Where the pods of a service answer, for webhooks that are services. Nowhere by default. */
  readonly resolveService?: ResolveService
  /** The logs of containers, asked of the part that runs pods. */
  readonly podLogs?: PodLogs
  /** Hears of what goes wrong with nobody asking: in the background of the server. */
  readonly onFailure?: (error: unknown) => void
}

/** An API server: answers requests until it is closed. */
export interface ApiServer {
  readonly answer: Answerer
  readonly registry: Registry
  readonly close: () => Promise<void>
}

/** Opens the store and serves it. Nothing listens yet; that is up to the caller. */
export async function startApiServer(options: ApiServerOptions): Promise<ApiServer> {
  const { clock = systemClock, random = Math.random, newUid = () => crypto.randomUUID() } = options
  const minor = checkedMinor(options.minor ?? newestMinor)
  const store = await Store.open(options.files, clock)
  const catalogue = new Catalogue(builtInServed(minor))
  const authorize = options.authorize ?? rbac(store)
  const registry: Registry = {
    store,
    catalogue,
    clock,
    random,
    newUid,
    authorize,
    ...(options.podLogs !== undefined && { podLogs: options.podLogs }),
    admission: admissionPlugins(
      options.withoutAdmission ?? [],
      options.resolveService ?? (() => undefined),
      authorize,
    ),
  }
  const onFailure = options.onFailure ?? (() => {})
  const keys = await openTokenKeys(store, options.tokenKey)
  const accounts = serviceAccountTokens(keys, store, clock, newUid)
  // A token for somebody else is no token for us.
  const findAccount = (token: string) => {
    const owner = accounts.find(token)
    return owner?.audiences.includes(issuer) === true ? owner.user : undefined
  }
  const findToken: TokenLookup = (token) => options.findToken?.(token) ?? findAccount(token)
  const reviews = { store, authorize, findToken, accounts }
  await seed(registry)
  const stops = [followCrds(registry, onFailure)]
  if (options.controllers !== 'none') stops.push(...startControllers(registry, accounts, options))
  const pages: Pages = {
    catalogue,
    version: versionPage(minor),
    notReady: () => undefined,
    keys: publishedKeys(keys),
  }
  return {
    answer: (request) => answerRequest({ registry, pages, reviews, minor }, request),
    registry,
    close: async () => {
      for (const stop of stops) stop()
      await store.close()
    },
  }
}

/** Starts the controllers that a real control plane has beside its API; gives what stops each of them. */
function startControllers(
  registry: Registry,
  tokens: ServiceAccountTokens,
  { authority = '', signRequest, onFailure = () => {} }: ApiServerOptions,
): readonly (() => void)[] {
  const garbage = new GarbageCollector(registry, onFailure)
  return [
    followNamespaces(registry, onFailure),
    followQuotas(registry, onFailure),
    followAccounts(registry, { tokens, authority }, onFailure),
    followProtections(registry, onFailure),
    () => garbage.stop(),
    ...(signRequest === undefined ? [] : [followSigning(registry, signRequest, onFailure)]),
  ]
}

/** The parts that requests are answered from. */
interface Serving {
  readonly registry: Registry
  readonly pages: Pages
  readonly reviews: ReviewSources
  readonly minor: number
}

async function answerRequest(serving: Serving, request: ApiRequest): Promise<ApiAnswer> {
  try {
    const answer = await dispatch(serving, request)
    return request.method === 'HEAD' ? { ...answer, body: new Uint8Array() } : answer
  } catch (error) {
    const failure = error instanceof StatusError ? error : internalError(textOf(error), error)
    return answerFailure(request, failure)
  }
}

async function dispatch(
  { registry, pages, reviews, minor }: Serving,
  request: ApiRequest,
): Promise<ApiAnswer> {
  const mark = request.path.indexOf('?')
  const path = mark === -1 ? request.path : request.path.slice(0, mark)
  const query = new URLSearchParams(mark === -1 ? '' : request.path.slice(mark + 1))
  const route = routeOf(path)
  const verb = route.what === 'page' ? '' : verbOf({ request, route, query })
  const real = authenticate(request, reviews.findToken)
  const judgement = { authorize: reviews.authorize, minor }
  const user = authorizeRequest(request, { route, verb }, real, judgement)
  if (route.what === 'page') return answerPage(pages, request, route.path)
  const served = registry.catalogue.find(route.group, route.version, route.resource)
  if (served === undefined) {
    const known = registry.catalogue.all().find(({ resource }) => resource.group === route.group)
    if (known === undefined || known.isCustom) return answerPage(pages, request, '/404')
    throw nothingServed()
  }
  // A custom kind is looked for by its scope too; another path of it does not exist.
  const isElsewhere = !served.resource.namespaced && route.namespace !== ''
  if (served.isCustom && isElsewhere) return answerPage(pages, request, '/404')
  const representation = negotiate(request.header('accept'))
  const warnings = new Set([served.deprecation, served.notice].filter((text) => text !== undefined))
  return answerResource({
    registry,
    request,
    query,
    route,
    served,
    user,
    reviews,
    representation,
    warnings,
  })
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

import type { ReviewSources } from '../auth/reviews.ts'
import type { ApiRequest } from '../http/exchange.ts'
import type { Representation } from '../http/negotiate.ts'
import type { ResourceRoute } from '../http/route.ts'
import type { Registry } from '../registry/registry.ts'
import type { User } from '../registry/user.ts'
import type { Served } from '../registry/served.ts'

/** A request for something of a resource, taken apart. */
export interface Call {
  readonly registry: Registry
  readonly request: ApiRequest
  readonly query: URLSearchParams
  readonly route: ResourceRoute
  readonly served: Served
  readonly user: User
  readonly reviews: ReviewSources
  readonly representation: Representation
  /** Texts for the client that do not fail the request. */
  readonly warnings: Set<string>
}

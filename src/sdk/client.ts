// outrigger/client: the REST API with types, for scripts and for the page. It needs nothing but fetch.
import { type AskOptions, type Client, createClientBy } from './ask-server.ts'

export type {
  AuditEntry,
  Chart,
  ChartImages,
  ChartText,
  Cluster,
  ClusterAddon,
  ClusterExtension,
  ConnectionTest,
  DeniedRight,
  DriftedObject,
  Event,
  EventAbout,
  Expansion,
  Explanation,
  Extension,
  ExtensionInstance,
  FieldChange,
  Graph,
  Me,
  Notification,
  Operations,
  Plan,
  PlanProblem,
  PlannedHook,
  PlannedObject,
  Plugin,
  Problem,
  Profile,
  Release,
  ReleaseObject,
  ReleaseRevision,
  Repository,
  RevisionDiff,
  Rights,
  Run,
  RunEvent,
  SearchHit,
  SearchResult,
  SignInLink,
  SignInMethods,
  StreamEvent,
  ValueLayers,
} from './client-operations.generated.ts'

export { ApiProblem } from './ask-server.ts'
export type { Client, FreeParts, Method, Name, Parts } from './ask-server.ts'

export interface ClientOptions extends Omit<AskOptions, 'fetch'> {
  /** That of the platform by default. */
  readonly fetch?: typeof fetch
}

/** A client of a server. */
export function createClient(options: ClientOptions): Client {
  return createClientBy({ ...options, fetch: options.fetch ?? fetch })
}

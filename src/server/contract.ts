// The messages of the REST API, as the page and scripts see them.
import type { JsonRecord } from '../kinds/json-value.ts'

/** An error, as RFC 9457 writes it, with the words that a person needs. */
export interface Problem {
  /** `about:blank`, as the RFC wants it where the status says everything. */
  readonly type: string
  /** The status in words. */
  readonly title: string
  readonly status: number
  /** An explanation: the problem, the reason, and what to do. */
  readonly detail: string
  /** One word that a program can compare, such as `Forbidden`. */
  readonly reason: string
  /** The right that is missing, where that is the reason. */
  readonly denied?: DeniedRight
  /** The parts of the request that are wrong. */
  readonly causes?: readonly ProblemCause[]
  /** Of a lost update: both versions. */
  readonly versions?: ProblemVersions
}

/** A change that would undo another one is refused with both. */
export interface ProblemVersions {
  /** The version that the change was made from. */
  readonly yours: string
  /** The version that is there now. */
  readonly current: string
}

export interface DeniedRight {
  readonly verb: string
  readonly group: string
  readonly resource: string
  /** Empty for all namespaces and for kinds that have none. */
  readonly namespace: string
}

export interface ProblemCause {
  /** Where, such as `query.limit`. */
  readonly field: string
  readonly message: string
}

/** An object of a kind, as Kubernetes has it. */
export interface Resource {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: JsonRecord
  readonly spec?: JsonRecord
  readonly status?: JsonRecord
}

/** Some of the objects that were asked for. */
export interface Page<Item = Resource> {
  readonly items: readonly Item[]
  /** All that fit the filters, on whatever page. */
  readonly total: number
  /** Give it as `continue` to have the next page; absent on the last one. */
  readonly continue?: string
}

/** The person or program that is signed in. */
export interface Me {
  readonly user: string
  readonly groups: readonly string[]
  readonly signedInBy: 'token' | 'session' | 'certificate' | 'proxy'
  /** Send it as `x-csrf-token` with every change; empty when a token signs you in, which needs none. */
  readonly csrfToken: string
  /** Whether workloads are simulated. */
  readonly sandbox: boolean
}

/** How far a run is. `interrupted`: the server ended before it did. */
export type RunState = 'running' | 'succeeded' | 'failed' | 'cancelled' | 'interrupted'

/** Long work that somebody asked for. */
export interface RunFacts {
  readonly id: string
  /** The word of the action, such as `upgrade`. */
  readonly action: string
  /** The noun of its object, such as `plugins`. */
  readonly noun: string
  /** Empty for kinds that have none. */
  readonly namespace: string
  readonly name: string
  readonly user: string
  readonly started: string
  readonly ended?: string
  readonly state: RunState
  /** How it ended, for a person; empty while it goes on. */
  readonly message: string
}

/** How far an installation is, in the words of TKEStack's installer. */
export type SiteState = 'Unknown' | 'Doing' | 'Success' | 'Failed' | 'Retrying'

/** A platform that is installed from one file, and how far it is. */
export interface Site {
  /** The name of its folder. */
  readonly name: string
  /** The cluster that it is about; empty while its file cannot be read. */
  readonly cluster: string
  readonly progress: SiteState
  /** Of the time that it takes, not of the number of steps. */
  readonly percent: number
  readonly secondsLeft: number
  /** Steps that are over, of those that take part. */
  readonly done: number
  readonly total: number
  /** The step that the rest waits for; empty when all are done. */
  readonly at: string
  /** How that step stands, or the fault of the file. */
  readonly message: string
}

/** How a step of an installation, or a condition of its cluster, stands. */
export interface SiteStep {
  readonly step: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: 'Done' | 'Skipped' | 'Delegated' | 'Waiting' | 'Failed'
  readonly message: string
  readonly since?: string
  readonly seconds?: number
  readonly failures?: number
}

/** A site with all of its steps. */
export interface SiteDetail extends Site {
  readonly steps: readonly SiteStep[]
  /** The work on machines, such as `create`, with its conditions. */
  readonly operations: readonly {
    readonly operation: string
    readonly conditions: readonly SiteStep[]
  }[]
}

/** How far a site is, and the newest lines that its installer said. */
export interface SiteProgress extends Site {
  readonly log: readonly string[]
}

/** Everything that a page needs to render a release itself. */
export interface Preview {
  /** The packaged chart in base64; absent when only the server can render it. */
  readonly archive?: string
  readonly kubernetes: string
  readonly apiVersions: readonly string[]
  /** `v1/Namespace` and so on: kinds that have no namespace. */
  readonly clusterScoped: readonly string[]
  readonly release: {
    readonly namespace: string
    readonly name: string
    readonly revision: number
    readonly isUpgrade: boolean
  }
  /** Values below the inline ones, in the order in which later ones win. */
  readonly layers: readonly {
    readonly is: 'profile' | 'reference'
    readonly name: string
    readonly values: JsonRecord
  }[]
  /** The values document of the source; empty when parameters are values. */
  readonly document: string
  readonly facts: { readonly cluster: JsonRecord; readonly global: JsonRecord }
  /** The objects of the release; without `object` where one is not there. */
  readonly live: readonly {
    readonly id: ObjectId
    readonly object?: JsonRecord
  }[]
  readonly notices: readonly string[]
}

export interface ObjectId {
  readonly apiVersion: string
  readonly kind: string
  /** Empty for kinds that have none. */
  readonly namespace: string
  readonly name: string
}

/** How one can sign in. */
export interface SignInMethods {
  /** By a token of the cluster. */
  readonly token: boolean
  /** By a link that the terminal prints. */
  readonly link: boolean
  /** By a client certificate of the cluster. */
  readonly certificate: boolean
  /** The path that begins the sign-in by an OpenID provider; absent when there is none. */
  readonly oidc?: string
}

/** One message of a stream of server-sent events. */
export interface StreamEvent {
  readonly id: string
  readonly event: 'reset' | 'changed' | 'deleted' | 'denied' | 'ready'
  /** JSON text. */
  readonly data: string
}

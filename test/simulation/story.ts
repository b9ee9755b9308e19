import type { ChartName } from './charts.ts'

/** A plugin as a person wants it. */
export interface DesiredPlugin {
  readonly chart: ChartName
  readonly version: string
  readonly color: string
  readonly enabled: boolean
  /** Keys of plugins. */
  readonly needs: readonly string[]
  /** A kind that cannot be listed, to stand on. */
  readonly needsReview?: boolean
  readonly pin?: number
  readonly releaseName?: string | undefined
  readonly conflicts?: 'fail' | 'take' | 'yield'
  readonly onFailure?: 'rollback' | 'stay'
  readonly deletion?: 'uninstall' | 'orphan'
  readonly drift?: 'off' | 'warn' | 'correct'
  /** Whether it goes to the other cluster. */
  readonly cluster?: 'edge' | undefined
  /** Whether its chart comes from the Repository of the platform instead of an address. */
  readonly fromRepository?: boolean
  /** The kind of the object that its color comes from; the object is named after the plugin. */
  readonly valuesFrom?: 'ConfigMap' | 'Secret'
  readonly suspend?: boolean
  /** Whether it adopts its main ConfigMap, whoever made that, and the release of its name. */
  readonly adopts?: boolean
  /** The minutes of the story's clock in which nothing of it rolls out. */
  readonly frozen?: readonly [from: number, to: number]
  /** How long its hooks are waited for; a minute unless given. */
  readonly timeout?: '1h'
  /** How often it is looked at although nothing has changed; every minute unless given. */
  readonly interval?: '24h'
}

/** The offer of the story's Extension. */
export interface Offered {
  readonly chart: ChartName
  /** Versions of the chart; the last is for Kubernetes 1.35 and later. */
  readonly versions: readonly [string, string]
}

/** An instance as somebody wants it. */
export interface DesiredInstance {
  readonly color: string
  readonly enabled: boolean
}

/** The rights of a tenant's account in the namespace. */
export type Rights = 'everything' | 'no config maps' | 'nothing'

/** Something that people do, at a moment in milliseconds since the beginning of the story. */
export type Change = { readonly at: number } & (
  | { readonly what: 'create'; readonly plugin: string; readonly desired: DesiredPlugin }
  | { readonly what: 'set'; readonly plugin: string; readonly part: Partial<DesiredPlugin> }
  | { readonly what: 'delete'; readonly plugin: string }
  | { readonly what: 'retry'; readonly plugin: string }
  | {
      readonly what: 'plant'
      readonly kind: 'ConfigMap'
      readonly key: string
      readonly on?: 'edge'
    }
  | { readonly what: 'plant'; readonly kind: 'CustomResourceDefinition' }
  /** A Job that helm left of a hook of another release. */
  | { readonly what: 'plant'; readonly kind: 'Job'; readonly key: string }
  /** A person's own Plugin, which may have the name of an instance. */
  | {
      readonly what: 'plant'
      readonly kind: 'Plugin'
      readonly key: string
      readonly desired: DesiredPlugin
    }
  | { readonly what: 'drift'; readonly plugin: string; readonly how: 'edit' | 'remove' }
  | { readonly what: 'rights'; readonly tenant: string; readonly may: Rights }
  | { readonly what: 'account'; readonly tenant: string; readonly is: 'there' | 'gone' }
  | { readonly what: 'kubernetes'; readonly minor: number }
  | { readonly what: 'restart'; readonly operator: number }
  | {
      readonly what: 'values'
      readonly plugin: string
      readonly kind: 'ConfigMap' | 'Secret'
      /** Undefined when somebody deletes the object. */
      readonly color: string | undefined
    }
  | { readonly what: 'repository'; readonly is: 'there' | 'moved' | 'private' | 'gone' }
  | { readonly what: 'extension'; readonly offers: Offered | undefined }
  | {
      readonly what: 'instance'
      readonly instance: string
      readonly desired: DesiredInstance | undefined
    }
  /** The platform's Profile enforces the Extension with that color, or is deleted. */
  | { readonly what: 'profile'; readonly color: string | undefined }
  /** Somebody registers the other cluster, or takes it from the list. */
  | { readonly what: 'cluster'; readonly is: 'there' | 'gone' }
)

/** Something that goes wrong. Windows are milliseconds since the beginning of the story. */
export type Fault =
  | {
      readonly what: 'lose'
      readonly from: number
      readonly to: number
      readonly when: 'before' | 'after'
      /** The share of requests, in [0, 1]. */
      readonly share: number
    }
  | {
      readonly what: 'refuse'
      readonly from: number
      readonly to: number
      readonly status: 409 | 429 | 500 | 504
      readonly share: number
    }
  | { readonly what: 'slow'; readonly from: number; readonly to: number; readonly by: number }
  | {
      readonly what: 'late events'
      readonly from: number
      readonly to: number
      readonly by: number
    }
  | { readonly what: 'break watches'; readonly at: number }
  | { readonly what: 'expire watches'; readonly at: number }
  | {
      readonly what: 'partition'
      readonly operator: number
      readonly from: number
      readonly to: number
      readonly how: 'silent' | 'refused'
    }
  | { readonly what: 'stop'; readonly operator: number; readonly from: number; readonly to: number }
  /** At the request with that number of all that the operator's place sends, from a moment on if one is given. */
  | {
      readonly what: 'crash'
      readonly operator: number
      readonly since?: number
      readonly request: number
      readonly side: 'before' | 'after'
    }
  /** The other cluster does not answer. */
  | { readonly what: 'edge away'; readonly from: number; readonly to: number }
  | { readonly what: 'no charts'; readonly from: number; readonly to: number }

/** Everything that one run is made of. */
export interface Story {
  readonly seed: string
  /** How many operators compete. */
  readonly operators: 1 | 2
  readonly tenants: readonly string[]
  /** Whether there is another cluster, which plugins of the platform may go to. */
  readonly hasEdge: boolean
  readonly minor: number
  readonly changes: readonly Change[]
  readonly faults: readonly Fault[]
}

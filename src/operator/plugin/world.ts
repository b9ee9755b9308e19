import type { Parsed } from '../../kinds/parse-object.ts'
import type { Plugin } from '../../kinds/plugin.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { TargetCluster } from '../target-cluster.ts'
import type { LookupMemory } from './lookup-memory.ts'
import type { Obstacle } from './observation.ts'
import type { RenderBook } from './render-book.ts'
import type { SourceBook } from './source-book.ts'
import type { Repositories } from './source-request.ts'
import type { WatchedObjects } from './watched-objects.ts'

/** A plugin as it is known here. */
export interface KnownPlugin {
  readonly object: KubeObject
  readonly parsed: Parsed<Plugin>
}

/** What a pass can ask. */
export interface PluginWorld {
  /** The cluster that the plugins themselves are on. */
  readonly client: KubeClient
  readonly pluginAt: (key: string) => KnownPlugin | undefined
  /** Plugins that name this one among what they need. */
  readonly dependentsOf: (key: string) => readonly Plugin[]
  readonly watched: WatchedObjects
  readonly sources: SourceBook
  readonly renders: RenderBook
  readonly lookups: LookupMemory
  readonly repositories: Repositories
  /** Whether the platform answers for an address although a tenant named it: an Extension offers what is there. */
  readonly isVouched: (spec: Pick<Plugin['spec'], 'repo' | 'name'>) => boolean
  /** Where a plugin goes, or why it may not. */
  readonly targetOf: (plugin: Plugin) => TargetCluster | Obstacle
  /** Whether a version of Kubernetes has been that of a plugin's cluster for long enough to be followed. */
  readonly hasSettled: (plugin: Plugin, version: string) => boolean
  readonly platformNamespace: string
  /** When something failed, on the monotonic clock, by key of plugin. */
  readonly failedAt: Map<string, number>
  readonly identity: string
}

/** Whether a target was found. */
export function isTarget(found: TargetCluster | Obstacle): found is TargetCluster {
  return 'client' in found
}

import { Informer } from '../controller/informer.ts'
import type { Leadership } from '../controller/election/leadership.ts'
import type { KubeClient } from '../kube/client.ts'
import { Discovery } from '../kube/discovery/discovery.ts'
import { followDiscovery } from '../kube/discovery/follow-discovery.ts'
import { leaderPorts } from '../release/leader-ports.ts'
import type { LeaderPorts } from '../release/ports.ts'
import { KnownRevisions, revisionSelection } from '../release/record/known-revisions.ts'
import { ReleaseObjects, type ReleasePlace } from './plugin/release-objects.ts'

/** A cluster that plugins are installed on, with what all of them share there. */
export interface TargetCluster {
  readonly client: KubeClient
  readonly discovery: Discovery
  readonly known: KnownRevisions
  readonly objects: ReleaseObjects
  readonly leader: LeaderPorts
  /** Whether a namespace is known to be there. */
  readonly hasNamespace: (name: string) => boolean
  /** Follows the cluster until the signal. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Resolves when its releases are known. */
  readonly untilSynced: (signal: AbortSignal) => Promise<void>
}

const namespaces = {
  group: '',
  version: 'v1',
  resource: 'namespaces',
  kind: 'Namespace',
  namespaced: false,
} as const

export interface TargetOptions {
  readonly client: KubeClient
  readonly leadership: Leadership
  /** Objects of a release are no longer what they were, or its revisions. */
  readonly changed: (place: ReleasePlace) => void
  /** Kinds came or went. */
  readonly kindsChanged: () => void
}

/** Opens a cluster; nothing is asked before it runs. */
export function openTarget({
  client,
  leadership,
  changed,
  kindsChanged,
}: TargetOptions): TargetCluster {
  const discovery = new Discovery(client)
  const revisions = new Informer(client, revisionSelection, { metadataOnly: true })
  const known = new KnownRevisions(revisions)
  const places = new Informer(client, { resource: namespaces }, { metadataOnly: true })
  const objects = new ReleaseObjects(client, discovery, changed)
  const kinds = {
    invalidate: () => {
      discovery.invalidate()
      kindsChanged()
    },
    findKind: discovery.findKind.bind(discovery),
  }
  return {
    client,
    discovery,
    known,
    objects,
    leader: leaderPorts(leadership),
    hasNamespace: (name) => places.get(name) !== undefined,
    run: async (signal) => {
      await Promise.all([
        revisions.run(signal),
        places.run(signal),
        objects.run(signal),
        followDiscovery(client, kinds, {}, signal),
      ])
    },
    untilSynced: async (signal) => {
      await Promise.all([revisions.untilSynced(signal), places.untilSynced(signal)])
    },
  }
}

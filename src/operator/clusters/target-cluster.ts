import { namespaces } from '../../kube/objects/core-resources.ts'
import { Informer, type ObjectChange } from '../../controller/informer.ts'
import type { Leadership } from '../../controller/election/leadership.ts'
import type { FencedClient } from '../../controller/election/fenced-client.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { followDiscovery } from '../../kube/discovery/follow-discovery.ts'
import { labelsOf, namespaceOf } from '../../objects/kube-object.ts'
import { leaderPorts } from '../../release/leader-ports.ts'
import type { LeaderPorts } from '../../release/ports.ts'
import { KnownRevisions, revisionSelection } from '../../release/record/known-revisions.ts'
import { ownerIn } from '../../release/record/owner-labels.ts'
import { revisionOf } from '../../release/record/storage-object.ts'
import type { ActingPlatform } from './account.ts'
import { AccountRights, type RightsNews } from './account-rights.ts'
import { QuotaRoom } from './quota-room.ts'
import { ReleaseObjects, type ReleasePlace } from './release-objects.ts'
import { WatchedObjects } from '../pass/watched-objects.ts'

/** A cluster that plugins are installed on, with what all of them share there. */
export interface TargetCluster extends ActingPlatform {
  readonly client: FencedClient
  readonly discovery: Discovery
  readonly known: KnownRevisions
  readonly objects: ReleaseObjects
  /** The objects that plugins depend on there. */
  readonly watched: WatchedObjects
  /** Of the accounts that plugins act with there. */
  readonly rights: AccountRights
  /** Of the quotas there. */
  readonly room: QuotaRoom
  readonly leader: LeaderPorts
  /** Whether a namespace is known to be there. */
  readonly hasNamespace: (name: string) => boolean
  /** Follows the cluster until the signal. */
  readonly run: (signal: AbortSignal) => Promise<void>
  /** Resolves when its releases are known. */
  readonly untilSynced: (signal: AbortSignal) => Promise<void>
}

export interface TargetOptions extends ActingPlatform {
  readonly client: FencedClient
  readonly leadership: Leadership
  /** Objects of a release are no longer what they were, or its revisions. */
  readonly changed: (place: ReleasePlace) => void
  /** Kinds came or went. */
  readonly kindsChanged: () => void
  /** An object that somebody depends on is no longer what it was. */
  readonly referenceChanged: (reference: string) => void
  /** Whether somebody still names an object. */
  readonly isReferenced: (reference: string) => boolean
  /** Rights of accounts may have come or gone. */
  readonly rightsChanged: (what: RightsNews) => void
  /** A quota of a namespace may leave more room. */
  readonly roomChanged: (namespace: string) => void
}

function isOtherOwner(change: ObjectChange): boolean {
  if (change.type !== 'modified') return false
  return ownerIn(labelsOf(change.before))?.uid !== ownerIn(labelsOf(change.object))?.uid
}

/** Opens a cluster; nothing is asked before it runs. */
export function openTarget(options: TargetOptions): TargetCluster {
  const { client, leadership, changed, kindsChanged, platformNamespace, platformAccount } = options
  const discovery = new Discovery(client)
  const revisions = new Informer(client, revisionSelection, { metadataOnly: true })
  const known = new KnownRevisions(revisions)
  // A plugin that was refused because of another's release hears when that goes or becomes somebody else's.
  revisions.addHandler((change) => {
    const name = revisionOf(change.object)?.name
    if (name === undefined) return
    const place = { namespace: namespaceOf(change.object), name }
    const isGone = change.type === 'deleted' && known.of(place)?.length === 0
    if (isGone || isOtherOwner(change)) changed(place)
  })
  const places = new Informer(client, { resource: namespaces }, { metadataOnly: true })
  const objects = new ReleaseObjects(client, discovery, changed)
  const watched = new WatchedObjects(client, options.referenceChanged, options.isReferenced)
  const rights = new AccountRights(client, options, options.rightsChanged)
  const room = new QuotaRoom(client, options.roomChanged)
  const kinds = {
    invalidate: () => {
      discovery.invalidate()
      kindsChanged()
    },
    findKind: discovery.findKind.bind(discovery),
  }
  return {
    platformNamespace,
    platformAccount,
    client,
    discovery,
    known,
    objects,
    watched,
    rights,
    room,
    leader: leaderPorts(leadership, client),
    hasNamespace: (name) => places.get(name) !== undefined,
    run: async (signal) => {
      await Promise.all([
        revisions.run(signal),
        places.run(signal),
        objects.run(signal),
        watched.run(signal),
        rights.run(signal),
        room.run(signal),
        followDiscovery(client, kinds, {}, signal),
      ])
    },
    untilSynced: async (signal) => {
      await Promise.all([revisions.untilSynced(signal), places.untilSynced(signal)])
    },
  }
}

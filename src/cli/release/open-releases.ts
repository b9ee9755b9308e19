import { nodeEntropy } from '../../chart/node/entropy.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import type { ReleasePorts } from '../../release/ports.ts'
import { holderIdentity, isDeadHere } from '../../release/record/lock/holder-identity.ts'
import { schemaDocuments } from '../chart/sources/schema-documents.ts'
import type { Connection } from '../chart/sources/source-options.ts'
import { type ClusterChoice, type OpenCluster, withCluster } from '../options/cluster-options.ts'
import type { Io } from '../io.ts'
import type { Ports } from '../verb.ts'
import { liveViewFor } from './print/live-view.ts'
import { openStore } from './read-release.ts'

/** The parts that the verbs of releases need, and the namespace that is meant. */
export interface OpenReleases extends ReleasePorts {
  readonly namespace: string
}

/** The parts of a verb that matter to where it runs. */
interface ReleaseVerb {
  readonly cluster: ClusterChoice
  readonly output: string
  /** The chart that it renders, if it does. */
  readonly requested?: { readonly choice: Connection }
}

/** Runs a verb against a cluster, with its progress shown. */
export async function withReleases<T>(
  { cluster, output, requested }: ReleaseVerb,
  context: { readonly ports: Ports; readonly io: Io },
  act: (releases: OpenReleases) => Promise<T>,
): Promise<T> {
  const view = liveViewFor(context.io, output)
  const documents =
    requested === undefined ? {} : { documents: schemaDocuments(requested.choice, context.ports) }
  try {
    return await withCluster(cluster, context, (open) =>
      act({ ...portsOf(open, context), ...documents, report: view.report }),
    )
  } finally {
    view.close()
  }
}

function portsOf(
  open: OpenCluster,
  { ports, io }: { readonly ports: Ports; readonly io: Io },
): Omit<OpenReleases, 'report'> {
  return {
    client: open.client,
    namespace: open.namespace,
    discovery: new Discovery(open.client),
    store: openStore(open, ports, io),
    identity: holderIdentity(),
    isDead: isDeadHere,
    entropy: nodeEntropy,
  }
}

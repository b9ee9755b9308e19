import { namespaces } from '../../../kube/objects/core-resources.ts'
import { randomBytes } from 'node:crypto'
import { nodeEntropy } from '../../../chart/node/entropy.ts'
import type { KubeClient } from '../../../kube/client.ts'
import { Discovery } from '../../../kube/discovery/discovery.ts'
import { deleteObject } from '../../../kube/objects/delete-object.ts'
import { applyObject } from '../../../kube/objects/apply-object.ts'
import type { ApiResource } from '../../../kube/api-resource.ts'
import {
  type GroupVersionKind,
  type KubeObject,
  kindOf,
  namespaceOf,
} from '../../../objects/kube-object.ts'
import { ensureNamespace } from '../../../release/apply/ensure-namespace.ts'
import { ReleaseError } from '../../../release/errors.ts'
import type { ReleasePorts } from '../../../release/ports.ts'
import { holderIdentity } from '../../../release/record/lock/holder-identity.ts'
import { ReleaseStore } from '../../../release/record/store.ts'
import { startSandbox } from '../../../sandbox/start-sandbox.ts'
import { sleep } from '../../../std/sleep.ts'
import type { Io } from '../../io.ts'
import { type ClusterChoice, withCluster } from '../../options/cluster-options.ts'
import { applyPlatform } from '../../platform/apply-platform.ts'
import type { Ports } from '../../verb.ts'

/** A cluster that a chart is tried on, with a namespace of its own. */
export interface TrialCluster {
  readonly ports: ReleasePorts
  readonly namespace: string
}

/** A chart that is to be tried, as far as its cluster is concerned. */
export interface TrialRequest {
  readonly chart: string
  /** The minor version of Kubernetes 1; a cluster that is named has its own. */
  readonly minor: number
  /** Whether the chart has objects of our own kinds. */
  readonly usesOwnKinds: boolean
  /** Applied to a sandbox before; a cluster that is named has what its owner gave it. */
  readonly prerequisites: readonly KubeObject[]
}

export type OpenTrial = <T>(
  request: TrialRequest,
  act: (cluster: TrialCluster) => Promise<T>,
  signal: AbortSignal,
) => Promise<T>

// A chart is judged by what it asks for, not by how long images take.
const quick = {
  pull: 1,
  start: 1,
  ready: 1,
  run: 1,
  stop: 1,
  address: 1,
  volume: 1,
} as const

/** Tries every chart on a sandbox of its own, so that no chart leans on another. */
export const trySandbox: OpenTrial = async (request, act, signal) => {
  const { minor, usesOwnKinds, prerequisites } = request
  const sandbox = await startSandbox({ minor, delays: quick })
  try {
    const client = sandbox.client()
    if (usesOwnKinds) await applyPlatform([], 'accept', { client, told: () => {} }, signal)
    const ports = releasePorts(client)
    const namespace = 'ci'
    if (prerequisites.length > 0) await applyAll(prerequisites, { ports, namespace }, signal)
    return await act({ ports, namespace })
  } finally {
    await sandbox.stop()
  }
}

async function applyAll(
  objects: readonly KubeObject[],
  { ports, namespace }: TrialCluster,
  signal: AbortSignal,
): Promise<void> {
  const { client, discovery } = ports
  await ensureNamespace(namespace, ports, signal)
  for (const object of objects) {
    const resource = await findServed(discovery, kindOf(object), signal)
    if (resource === undefined) {
      const message = `ci/prerequisites.yaml: the sandbox does not serve ${object.apiVersion} ${object.kind}`
      throw new ReleaseError('not-served', message)
    }
    const place = resource.namespaced && namespaceOf(object) === '' ? { namespace } : {}
    const whole = { ...object, metadata: { ...object.metadata, ...place } }
    await applyObject(client, resource, whole, { force: true }, signal)
  }
}

const lookMilliseconds = 50
const mostLooks = 40

/** A kind may be one that a definition before it brings, which is served a moment later. */
async function findServed(
  discovery: Discovery,
  kind: GroupVersionKind,
  signal: AbortSignal,
): Promise<ApiResource | undefined> {
  for (let look = 0; look < mostLooks; look++) {
    const resource = await discovery.findKind(kind, signal)
    if (resource !== undefined) return resource
    await sleep(lookMilliseconds, signal)
    discovery.invalidate()
  }
  return undefined
}

/** Tries every chart on a cluster, in a namespace that is deleted afterwards. */
export function tryOnCluster(
  choice: ClusterChoice,
  world: { readonly ports: Ports; readonly io: Io },
): OpenTrial {
  return ({ chart }, act, signal) =>
    withCluster(choice, world, async ({ client }) => {
      const namespace = `ci-${chart.slice(0, 40)}-${randomBytes(4).toString('hex')}`
      try {
        return await act({ ports: releasePorts(client), namespace })
      } finally {
        await deleteObject(client, { resource: namespaces, name: namespace }, {}, signal)
      }
    })
}

function releasePorts(client: KubeClient): ReleasePorts {
  return {
    client,
    discovery: new Discovery(client),
    store: new ReleaseStore({ client }),
    identity: holderIdentity(),
    entropy: nodeEntropy,
    report: () => {},
  }
}

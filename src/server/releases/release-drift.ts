import { nodeEntropy } from '../../chart/node/entropy.ts'
import type { KubeClient } from '../../kube/client.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { readablePath } from '../../objects/diff/readable-path.ts'
import { formatApiVersion } from '../../objects/kube-object.ts'
import { planRollback } from '../../release/plan-change.ts'
import type { PlannedObject } from '../../release/plan/plan.ts'
import { ReleaseStore } from '../../release/record/store.ts'

// The choices that planning does not look at.
const unused = {
  timeout: 0,
  wait: 'hooks',
  immutable: 'fail',
  takeOver: false,
  onFailure: 'stay',
  cleanupOnFail: false,
  maxHistory: 0,
  labels: {},
} as const

/** The changes that others made to the objects of a release since its last revision, and by which managers. Nothing is written. */
export async function driftOf(
  client: KubeClient,
  place: { readonly namespace: string; readonly name: string },
  revision: number,
  signal: AbortSignal,
) {
  const ports = {
    client,
    discovery: new Discovery(client),
    store: new ReleaseStore({ client }),
    identity: '',
    entropy: nodeEntropy,
    report: () => {},
  }
  const how = { takeOwnership: false, hooks: 'skip', conflicts: 'take' } as const
  const plan = await planRollback({ ...unused, ...place, ...how, revision }, ports, signal)
  return plan.objects.flatMap(driftView)
}

function driftView({ id, action, changes, problems }: PlannedObject) {
  const others = problems.filter((one) => one.is !== 'conflict')
  if (action !== 'create' && action !== 'change' && others.length === 0) return []
  const owners = problems.flatMap((one) => (one.is === 'conflict' ? [one.conflict] : []))
  const { group, version, kind, namespace, name } = id
  return [
    {
      apiVersion: formatApiVersion(group, version),
      kind,
      namespace,
      name,
      is: action === 'create' ? 'gone' : action === 'change' ? 'changed' : 'unknown',
      changes: changes.map((change) => ({ ...change, path: readablePath(change.path) })),
      managers: owners.map(({ field, manager, subresource }) => ({ field, manager, subresource })),
      notices: others.map(({ message }) => message),
    },
  ]
}

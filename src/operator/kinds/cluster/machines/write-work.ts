import { type Cluster, clusterKind } from '../../../../kinds/cluster.ts'
import {
  type Finding,
  type StatusCondition,
  datedConditions,
} from '../../../../kinds/conditions.ts'
import { apiVersion } from '../../../../kinds/group.ts'
import { resourceOf } from '../../../../kinds/kind-definition.ts'
import { isKubeError } from '../../../../kube/errors.ts'
import { applyObject } from '../../../../kube/objects/apply-object.ts'
import { getObject } from '../../../../kube/objects/get-object.ts'
import { type Json, type JsonObject, isJsonList } from '../../../../objects/json.ts'
import { readPath } from '../../../../objects/kube-object.ts'
import type { Progress } from '../../../../sequence/marks.ts'
import type { Machine } from '../../../../site/cluster/cluster-plan.ts'
import type { Operation } from '../../../../site/cluster/run-operation.ts'
import type { MachineContext } from './machine-context.ts'

/** How the work on the machines of a Cluster stands. */
export interface Work {
  readonly is: Operation['is']
  readonly state: 'Running' | 'Done' | 'Failed'
  readonly progress: Progress | undefined
  readonly machines: readonly Machine[]
  readonly retried: string
  /** Why the work could not begin. */
  readonly message?: string
  /** The conditions that somebody else carries out. */
  readonly delegates: readonly string[]
  /** Seconds that operators have, by condition. */
  readonly delegatedSeconds: ReadonlyMap<string, number>
}

// Conditions of machines are a part of the status of its own: the pass over the Cluster writes the rest.
const fieldManager = 'outrigger-machines'

/** Writes how the work stands into the status. A condition whose operator was asked is left to that. */
export async function writeWork(
  name: string,
  work: Work,
  { client }: MachineContext,
  signal: AbortSignal,
): Promise<void> {
  const resource = resourceOf(clusterKind)
  const found = await getObject(client, { resource, name }, {}, signal)
  if (found === undefined) return
  const now = new Date(client.clock.now()).toISOString().replace(/\.\d+Z$/, 'Z')
  const before = readPath(found, ['status', 'conditions'])
  const conditions = datedConditions(findingsOf(work), conditionsIn(before), now)
  const status = { ...fieldsOf(work), conditions } as unknown as JsonObject
  const body = { apiVersion, kind: clusterKind.kind, metadata: { name }, status }
  const how = { subresource: 'status', force: true, fieldManager } as const
  try {
    await applyObject(client, resource, body, how, signal)
  } catch (error) {
    // It left meanwhile.
    if (!isKubeError(error, 'not-found')) throw error
  }
}

/** Says why the work on machines could not begin. */
export async function tellRefusal(
  name: string,
  message: string,
  context: MachineContext,
  signal: AbortSignal,
): Promise<void> {
  const { retried = '' } = context.clusters.value(name)?.status.operation ?? {}
  const nothing = { progress: undefined, machines: [], delegates: [], delegatedSeconds: new Map() }
  await writeWork(
    name,
    { is: 'create', state: 'Failed', message, retried, ...nothing },
    context,
    signal,
  )
}

function conditionsIn(conditions: Json | undefined): readonly StatusCondition[] {
  return isJsonList(conditions) ? (conditions as unknown as readonly StatusCondition[]) : []
}

// A condition that was asked for belongs to its operator, also when it is done.
function findingsOf({ progress, delegates }: Work): readonly Finding[] {
  return (progress?.marks ?? [])
    .filter(({ step, reason }) => reason === 'Waiting' || !delegates.includes(step))
    .map(({ step, status, reason, message }) => ({ type: step, status, reason, message }))
}

type Status = Pick<Cluster['status'], 'operation' | 'machines' | 'delegated'>

function fieldsOf(work: Work): Status {
  const { is, state, progress, machines, retried, delegatedSeconds } = work
  const condition = progress?.at
  const said = work.message ?? progress?.marks.find(({ step }) => step === condition)?.message
  const delegated = (progress?.marks ?? []).flatMap(({ step, reason, since }) => {
    if (reason !== 'Delegated' || since === undefined) return []
    const seconds = delegatedSeconds.get(step)
    const until = seconds === undefined ? {} : { until: timeOf(since + seconds * 1000) }
    return [{ condition: step, since: timeOf(since), ...until }]
  })
  return {
    operation: {
      name: is,
      state,
      ...(condition === undefined ? {} : { condition }),
      ...(said === undefined || said === '' ? {} : { message: said }),
      ...(retried === '' ? {} : { retried }),
    },
    machines: machines.map(({ ip, name, role }) => ({ ip, name, role })),
    ...(delegated.length === 0 ? {} : { delegated }),
  }
}

function timeOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')
}

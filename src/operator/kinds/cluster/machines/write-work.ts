import { type Cluster, clusterKind } from '../../../../kinds/cluster.ts'
import type { Finding } from '../../../../kinds/conditions.ts'
import { resourceOf } from '../../../../kinds/kind-definition.ts'
import { getObject } from '../../../../kube/objects/get-object.ts'
import type { JsonObject } from '../../../../objects/json.ts'
import type { Progress } from '../../../../sequence/marks.ts'
import type { Machine } from '../../../../site/cluster/cluster-plan.ts'
import type { Operation } from '../../../../site/cluster/run-conditions.ts'
import { applyStatus } from '../../../pass/apply-status.ts'
import type { MachineContext } from './machine-context.ts'

/** How far the work on the machines of a Cluster is. */
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

/** Writes the progress into the status. A condition whose operator was asked is left to that operator. */
export async function writeWork(
  name: string,
  work: Work,
  { client }: MachineContext,
  signal: AbortSignal,
): Promise<void> {
  const target = { resource: resourceOf(clusterKind), name }
  const object = await getObject(client, target, {}, signal)
  if (object === undefined) return
  const fields = fieldsOf(work) as unknown as JsonObject
  const findings = findingsOf(work)
  const desired = { findings, fields, observedGeneration: 'none', fieldManager } as const
  await applyStatus(client, clusterKind, { object, desired }, signal)
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

import { type Progress, progressOf } from '../../sequence/marks.ts'
import type { Mark } from '../../sequence/sequence.ts'
import { SiteError } from '../errors.ts'
import { chooseOperation, knownAfter, knownBefore, leavingProblem } from './choose-operation.ts'
import type { ClusterPlan } from './cluster-plan.ts'
import {
  type Operation,
  type OperationPorts,
  operationName,
  operationSituation,
  runConditions,
} from './run-conditions.ts'

export interface BringPorts extends Omit<OperationPorts, 'read' | 'onProgress'> {
  /** Read anew before every condition. */
  readonly readPlan: (signal: AbortSignal) => Promise<ClusterPlan>
  readonly onProgress: (operation: Operation, progress: Progress) => void
}

/** The end of the work on a cluster: everything holds, or an operation was given up. */
export interface Brought {
  readonly operation: Operation
  readonly progress: Progress
}

/** Brings a cluster to its plan: machines leave, the version changes, machines join. */
export async function bringCluster(ports: BringPorts, signal: AbortSignal): Promise<Brought> {
  for (;;) {
    const { plan, known } = await look(ports, signal)
    const operation = chooseOperation(plan, known)
    const stand = await standOf(operation, ports)
    // Conditions that every run repeats are for runs that have something to do.
    const isThere = operation.is === 'create' && known.version === plan.version
    if (isThere && stand.state === 'done') return { operation, progress: stand }
    const brought = await carryOutOperation(operation, ports, signal)
    if (brought.progress.state !== 'done') return brought
    const { plan: next, known: now } = await look(ports, signal)
    if (chooseOperation(next, now).is === 'create' && brought.operation.is === 'create') {
      return brought
    }
  }
}

/** Ends a cluster on all machines that may have something of it. */
export async function endCluster(ports: BringPorts, signal: AbortSignal): Promise<Brought> {
  const { plan, known } = await look(ports, signal)
  const machines = known.machines.length === 0 ? plan.machines : known.machines
  const operation: Operation = { is: 'delete', plan: { ...plan, machines }, leaving: [] }
  return await carryOutOperation(operation, ports, signal)
}

async function standOf(operation: Operation, { provider, journal }: BringPorts): Promise<Progress> {
  const { sequence, choices } = operationSituation(provider, operation)
  return progressOf(sequence, choices, await journal.marks(operationName(operation)))
}

async function look({ readPlan, journal }: BringPorts, signal: AbortSignal) {
  const plan = await readPlan(signal)
  return { plan, known: await journal.known(plan.name) }
}

async function carryOutOperation(
  operation: Operation,
  ports: BringPorts,
  signal: AbortSignal,
): Promise<Brought> {
  const { journal } = ports
  const { name } = operation.plan
  if (operation.is === 'scaleDown') await refuseHome(operation, ports, signal)
  await journal.keepKnown(name, knownBefore(operation, await journal.known(name)), signal)
  let latest = operation
  const progress = await runConditions(
    {
      ...ports,
      read: async (under) => {
        const plan = await ports.readPlan(under)
        latest = withPlan(operation, plan)
        return latest
      },
      onProgress: (now) => ports.onProgress(latest, now),
    },
    signal,
  )
  if (progress.state === 'done') await settle(latest, ports, signal)
  return { operation: latest, progress }
}

async function refuseHome(
  { plan, leaving }: Operation,
  { journal }: BringPorts,
  signal: AbortSignal,
): Promise<void> {
  const { outputs } = await journal.secrets(plan.name, signal)
  const problem = leavingProblem(leaving, outputs['kubeconfig'])
  if (problem !== undefined) throw new SiteError('bad-site', problem)
}

// Lists, hooks and files of a cluster may change under way. The machines and the version of an operation do not: a change of
// those is another operation, which comes next.
function withPlan(operation: Operation, plan: ClusterPlan): Operation {
  const { machines, version } = operation.plan
  return { ...operation, plan: { ...plan, machines, version } }
}

async function settle(
  operation: Operation,
  { journal }: BringPorts,
  signal: AbortSignal,
): Promise<void> {
  const { is, plan, leaving } = operation
  const { name } = plan
  if (is === 'delete') return await journal.forgetCluster(name, signal)
  if (is === 'scaleDown') {
    const gone = new Set(leaving.map(({ ip }) => ip))
    const create = operationName({ is: 'create', plan })
    await journal.rewrite(create, (marks) => marks.map((mark) => withoutPlaces(mark, gone)), signal)
  }
  await journal.keepKnown(name, knownAfter(operation, await journal.known(name)), signal)
  // The next operation of this kind is about other machines or another version. Marks go last: whoever dies before that
  // finds the operation done.
  if (is !== 'create') await journal.rewrite(operationName(operation), () => [], signal)
}

// A machine that left and comes again goes through everything once more.
function withoutPlaces(mark: Mark, gone: ReadonlySet<string>): Mark {
  if (mark.places === undefined) return mark
  return { ...mark, places: mark.places.filter((place) => !gone.has(place)) }
}

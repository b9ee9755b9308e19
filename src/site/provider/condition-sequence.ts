import {
  type ProviderCondition,
  type ProviderOperation,
  providerOperations,
} from '../../kinds/provider/provider-file.ts'
import type { Sequence, Step } from '../../sequence/sequence.ts'
import { type Machine, firstControlPlane } from '../cluster/cluster-plan.ts'
import type { Provider } from './read-provider.ts'

/** The machines of an operation. */
export interface MachineSets {
  readonly machines: readonly Machine[]
  /** Those that go with it. */
  readonly leaving: readonly Machine[]
}

const nouns: Readonly<Record<ProviderOperation, string>> = {
  create: 'a condition of a new cluster',
  upgrade: 'a condition of an upgrade',
  scaleDown: 'a condition of machines that leave',
  delete: 'a condition of the end of a cluster',
}

/** The conditions of an operation as steps, each with the machines where it has to hold. */
export function conditionSequence(
  { file }: Pick<Provider, 'file'>,
  operation: ProviderOperation,
  sets: MachineSets,
): Sequence {
  return {
    noun: nouns[operation],
    steps: file[operation].map((condition) => stepOf(condition, sets)),
  }
}

/** The conditions of all operations, on no machine. */
export function allConditions({ file }: Pick<Provider, 'file'>): Sequence {
  const nobody = { machines: [], leaving: [] }
  return {
    noun: `a condition of ${file.name}`,
    steps: providerOperations.flatMap((is) => conditionSequence({ file }, is, nobody).steps),
  }
}

/** Seconds that operators of delegated conditions have, by condition. */
export function delegatedSeconds({ file }: Pick<Provider, 'file'>): ReadonlyMap<string, number> {
  const all = providerOperations.flatMap((is) => file[is])
  return new Map(all.map((one) => [one.name, one.delegatedSeconds]))
}

function stepOf(condition: ProviderCondition, sets: MachineSets): Step {
  const { name, mayBeSkipped, mayBeDelegated, repeats, formerly, nothing = '' } = condition
  const about = condition.about === '' ? nothing : condition.about
  const { timeoutSeconds, attempts, delegatedSeconds, usualSeconds, atATime } = condition
  const machines = machinesIn(condition.scope, sets)
  return {
    name,
    about,
    mayBeSkipped,
    mayBeDelegated,
    repeats,
    timeoutSeconds,
    attempts,
    delegatedSeconds,
    ...(formerly.length === 0 ? {} : { formerly }),
    ...(usualSeconds === undefined ? {} : { usualSeconds }),
    ...(atATime === undefined ? {} : { placesAtATime: atATime }),
    ...(machines === undefined ? {} : { places: machines.map(({ ip }) => ip) }),
  }
}

/** The machines that a scope means; undefined for the cluster as a whole. */
function machinesIn(
  scope: ProviderCondition['scope'],
  { machines, leaving }: MachineSets,
): readonly Machine[] | undefined {
  const first = firstControlPlane(machines)
  switch (scope) {
    case 'machines':
      return machines
    case 'control-plane':
      return machines.filter(({ role }) => role === 'control-plane')
    // A cluster is begun once: which machine is the first one later changes nothing.
    case 'first-control-plane':
      return undefined
    case 'other-control-planes':
      return machines.filter((one) => one.role === 'control-plane' && one !== first)
    case 'workers':
      return machines.filter(({ role }) => role === 'worker')
    case 'joining':
      return machines.filter((one) => one !== first)
    case 'leaving':
      return leaving
    default:
      return undefined
  }
}

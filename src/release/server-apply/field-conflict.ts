import type { KubeError } from '../../kube/errors.ts'

/** The treatment of a field that somebody else owns and that we want otherwise. */
export type ConflictPolicy = 'fail' | 'take' | 'yield'

/** A field that the applied object wants otherwise and somebody else owns. */
export interface FieldConflict {
  /** As the server writes it: `.spec.replicas`, `.spec.containers[name="web"].image`. */
  readonly field: string
  readonly manager: string
  /** The part of the object through which the manager wrote, such as `scale`; usually empty. */
  readonly subresource: string
}

/** The conflicts that an answer of the server names. */
export function readConflicts(error: KubeError): readonly FieldConflict[] {
  return error.causes.flatMap((cause) =>
    cause.reason === 'FieldManagerConflict'
      ? [{ field: cause.field, ...readManager(cause.message) }]
      : [],
  )
}

// `conflict with "kubectl" with subresource "scale" using apps/v1`, the last two only sometimes.
const managerText = /^conflict with "((?:[^"\\]|\\.)*)"(?: with subresource "([^"]*)")?/

function readManager(message: string): Pick<FieldConflict, 'manager' | 'subresource'> {
  const [, manager = message, subresource = ''] = managerText.exec(message) ?? []
  return { manager, subresource }
}

export interface SortedConflicts {
  /** Stay with their owner: the object is applied without them. */
  readonly yielded: readonly FieldConflict[]
  readonly taken: readonly FieldConflict[]
  /** The conflicts that nothing decides: the object is not applied. */
  readonly open: readonly FieldConflict[]
}

/**
 * Decides what becomes of each conflict. The number of replicas stays with an autoscaler whatever
 * was asked.
 */
export function sortConflicts(
  conflicts: readonly FieldConflict[],
  policy: ConflictPolicy,
): SortedConflicts {
  const ofAutoscaler = conflicts.filter(isAutoscaled)
  const rest = conflicts.filter((one) => !isAutoscaled(one))
  return {
    yielded: policy === 'yield' ? conflicts : ofAutoscaler,
    taken: policy === 'take' ? rest : [],
    open: policy === 'fail' ? rest : [],
  }
}

// Autoscalers write through the scale of a workload. So do people with kubectl, who did not say that
// it should stay so.
function isAutoscaled({ field, manager, subresource }: FieldConflict): boolean {
  return field === '.spec.replicas' && subresource === 'scale' && !manager.startsWith('kubectl')
}

import { fieldOf, isJsonList, type Json } from '../../objects/json.ts'
import { textAt } from '../../objects/kube-object.ts'
import { invalid, invalidObject, unsupported, type FieldError } from '../field-errors.ts'

export interface DeleteOptions {
  readonly gracePeriodSeconds: number | undefined
  readonly propagation: 'Orphan' | 'Background' | 'Foreground' | undefined
  /** The old way to say it was used, with false. */
  readonly cascadesTheOldWay: boolean
  readonly preconditions: {
    readonly uid: string | undefined
    readonly resourceVersion: string | undefined
  }
  readonly dryRun: boolean
}

/** The options of the server's own deletions. */
export const inBackground: DeleteOptions = {
  gracePeriodSeconds: undefined,
  propagation: 'Background',
  cascadesTheOldWay: false,
  preconditions: { uid: undefined, resourceVersion: undefined },
  dryRun: false,
}

const policies = ['Foreground', 'Background', 'Orphan'] as const

/** Reads options from a body, or from a query that was made into one. */
export function readDeleteOptions(options: Json): DeleteOptions {
  const orphan = fieldOf(options, 'orphanDependents')
  const policy = fieldOf(options, 'propagationPolicy')
  const dryRun = fieldOf(options, 'dryRun')
  const errors: FieldError[] = []
  if (orphan !== undefined && policy !== undefined) {
    const detail = 'orphanDependents and deletionPropagation cannot be both set'
    errors.push(invalid('propagationPolicy', policy, detail))
  }
  const known = policies.find((name) => name === policy)
  if (policy !== undefined && known === undefined) {
    errors.push(unsupported('propagationPolicy', policy, [...policies, 'nil']))
  }
  errors.push(...checkDryRun(dryRun))
  if (errors.length > 0) {
    throw invalidObject({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', errors)
  }
  const grace = fieldOf(options, 'gracePeriodSeconds')
  return {
    // A negative one counts as a second, as it does in Kubernetes' own server.
    gracePeriodSeconds: typeof grace === 'number' ? (grace < 0 ? 1 : grace) : undefined,
    propagation: orphan === true ? 'Orphan' : orphan === false ? 'Background' : known,
    cascadesTheOldWay: orphan === false,
    preconditions: {
      uid: textAt(options, ['preconditions', 'uid']) || undefined,
      resourceVersion: textAt(options, ['preconditions', 'resourceVersion']) || undefined,
    },
    dryRun: isJsonList(dryRun) && dryRun.length > 0,
  }
}

export function checkDryRun(dryRun: Json | undefined): readonly FieldError[] {
  if (!isJsonList(dryRun) || dryRun.every((value) => value === 'All')) return []
  return [unsupported('dryRun', dryRun, ['All'])]
}

import { readablePath } from '../../../objects/diff/readable-path.ts'
import type { FieldChange } from '../../../objects/diff/diff-objects.ts'
import { reapply } from '../../../release/reapply.ts'
import { planRollback } from '../../../release/plan-change.ts'
import type { PlannedObject } from '../../../release/plan/plan.ts'
import type { ReleasePorts } from '../../../release/ports.ts'
import { printId } from '../../../release/desired/object-id.ts'
import { targetMatcher } from '../../../release/transform/patch-target.ts'
import {
  type KubeObject,
  formatApiVersion,
  nameOf,
  namespaceOf,
} from '../../../objects/kube-object.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import type { Observed } from './observe.ts'
import type { Outcome } from './outcome.ts'

type Rules = Plugin['spec']['drift']['ignore']

/** Finds out what others changed, and puts it back where that was asked for. */
export async function lookForDrift(
  { place, seen }: Observed,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Outcome> {
  const { drift } = seen.plugin.spec
  const revision = seen.revisions.at(-1)?.revision ?? 0
  const how = { takeOwnership: false, hooks: 'skip', conflicts: 'take' } as const
  const plan = await planRollback({ ...unused, ...place, ...how, revision }, ports, signal)
  const changed = plan.objects.flatMap((object) => {
    const line = lineOf(object, drift.ignore)
    return line === undefined ? [] : [{ id: object.id, line }]
  })
  const lines = changed.map(({ line }) => line)
  const asWanted = plan.objects.every(({ action }) => action !== 'create' && action !== 'change')
  // An object that somebody put back is as it should be, but its fields are theirs: written once
  // more, they are ours again.
  const corrected = drift.mode === 'correct' && (lines.length > 0 || asWanted)
  if (corrected) {
    // An object that another release took over since is not put back: it belongs to that one.
    const own = plan.objects.filter(({ ownership }) => ownership !== 'foreign')
    const ids = (asWanted ? own : changed).map(({ id }) => id)
    // An object that is gone comes back whole.
    const gone = plan.objects.filter(({ action }) => action === 'create').map(({ id }) => id)
    const drop = (object: KubeObject) =>
      gone.some((id) => isNamed(object, id)) ? [] : ignoredPointers(object, drift.ignore)
    await reapply({ ...place, revision, ids, drop }, ports, signal)
  }
  return { did: 'looked-for-drift', lines, corrected, asWanted }
}

// A manifest may leave the namespace to the release.
function isNamed(object: KubeObject, { kind, namespace, name }: PlannedObject['id']): boolean {
  const place = namespaceOf(object)
  return object.kind === kind && nameOf(object) === name && (place === '' || place === namespace)
}

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

function lineOf(planned: PlannedObject, rules: Rules): string | undefined {
  const { id, action, changes } = planned
  if (action === 'create') return `${printId(id)} is gone`
  if (action !== 'change') return undefined
  const { group, version, kind, namespace, name } = id
  const apiVersion = formatApiVersion(group, version)
  const object: KubeObject = { apiVersion, kind, metadata: { namespace, name } }
  const pointers = ignoredPointers(object, rules)
  const left = changes.filter((change) => !pointers.some((pointer) => isBelow(change, pointer)))
  if (left.length === 0) return undefined
  return `${printId(id)}: ${left.map(({ path }) => readablePath(path)).join(', ')}`
}

function ignoredPointers(object: KubeObject, rules: Rules): readonly string[] {
  return rules.flatMap(({ target, paths }) =>
    target === undefined || targetMatcher(target)(object) ? paths : [],
  )
}

function isBelow({ path }: FieldChange, pointer: string): boolean {
  const steps = pointer.split('/').slice(1)
  const names = path.map((step) => ('field' in step ? step.field : undefined))
  return steps.every((step, at) => names[at] === step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

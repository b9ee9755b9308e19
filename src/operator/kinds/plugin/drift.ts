import { readablePath, serverPath } from '../../../objects/diff/readable-path.ts'
import type { FieldChange } from '../../../objects/diff/diff-objects.ts'
import { reapply } from '../../../release/reapply.ts'
import { planRollback } from '../../../release/plan-change.ts'
import type { PlannedObject } from '../../../release/plan/plan.ts'
import type { ReleasePorts } from '../../../release/ports.ts'
import { objectKey, printId } from '../../../release/desired/object-id.ts'
import { targetMatcher } from '../../../release/transform/patch-target.ts'
import { type KubeObject, formatApiVersion } from '../../../objects/kube-object.ts'
import type { Plugin } from '../../../kinds/plugin.ts'
import { type Touched, markAfter, noteTouched, versionsOf } from './applied-objects.ts'
import type { Observed } from './observe.ts'
import type { Outcome } from './outcome.ts'

type Rules = Plugin['spec']['drift']['ignore']

/** Finds out what others changed, and puts it back where that was asked for. */
export async function lookForDrift(
  { place, seen, target }: Observed,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<Outcome> {
  const { drift } = seen.plugin.spec
  const { kinds = [], objects = 0 } = seen.plugin.status
  const revision = seen.revisions.at(-1)?.revision ?? 0
  const how = { takeOwnership: false, hooks: 'skip', conflicts: 'take' } as const
  const marks = target?.objects.marks(place, kinds) ?? []
  const plan = await planRollback({ ...unused, ...place, ...how, revision }, ports, signal)
  const lines = plan.objects.flatMap((object) => lineOf(object, drift.ignore) ?? [])
  const asWanted = plan.objects.every(({ action }) => action !== 'create' && action !== 'change')
  // An object that another release took over since is not put back: it belongs to that one.
  const own = plan.objects.filter(({ ownership }) => ownership !== 'foreign')
  // An object that somebody put back is as it should be, but its fields are theirs: written once
  // more, they are ours again.
  const wrong = asWanted ? own : own.filter((one) => lineOf(one, drift.ignore) !== undefined)
  const looked = { did: 'looked-for-drift', lines, asWanted } as const
  if (drift.mode !== 'correct' || wrong.length === 0) return { ...looked, corrected: [] }
  const touched = new Map<string, Touched>()
  const noting = { ...ports, report: noteTouched(touched) }
  const drops = wrong.map((one) => [objectKey(one.id), ignoredFields(one, drift.ignore)] as const)
  const drop = new Map(drops)
  await reapply({ ...place, revision, drop }, noting, signal)
  const mark = markAfter(marks, touched, objects)
  return { ...looked, corrected: wrong.map(({ id }) => id), mark, versions: versionsOf(touched) }
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
  if (action === 'create') return `${printId(id)} is missing`
  if (action !== 'change') return undefined
  const pointers = ignoredPointers(id, rules)
  const left = changes.filter((change) => !pointers.some((pointer) => isBelow(change, pointer)))
  if (left.length === 0) return undefined
  return `${printId(id)}: ${left.map(({ path }) => readablePath(path)).join(', ')}`
}

// The fields that others changed and may keep. A field that nobody changed is still ours: left out, it would be deleted.
// An object that is gone has no changes, and comes back whole.
function ignoredFields({ id, changes }: PlannedObject, rules: Rules): readonly string[] {
  const pointers = ignoredPointers(id, rules)
  return changes.flatMap((change) =>
    change.is !== 'reordered' && pointers.some((pointer) => isBelow(change, pointer))
      ? [serverPath(change.path)]
      : [],
  )
}

function ignoredPointers(id: PlannedObject['id'], rules: Rules): readonly string[] {
  const { group, version, kind, namespace, name } = id
  const apiVersion = formatApiVersion(group, version)
  const object: KubeObject = { apiVersion, kind, metadata: { namespace, name } }
  return rules.flatMap(({ target, paths }) =>
    target === undefined || targetMatcher(target)(object) ? paths : [],
  )
}

function isBelow({ path }: FieldChange, pointer: string): boolean {
  const steps = pointer.split('/').slice(1)
  const names = path.map((step) => ('field' in step ? step.field : undefined))
  return steps.every((step, at) => names[at] === step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

import { builtInSchemas } from '../../objects/api/built-in-schemas.ts'
import { type FieldChange, diffObjects } from '../../objects/diff/diff-objects.ts'
import { withoutServerFields } from '../../objects/diff/server-fields.ts'
import { type KubeObject, kindOf } from '../../objects/kube-object.ts'
import {
  redactObject,
  redactPair,
  redactText,
  secretTexts,
} from '../../objects/redact/redact-secrets.ts'
import { type AdoptChoices, isAdopted } from '../ownership/adopt.ts'
import { isOurCrd, whyLeftAlone } from '../desired/crd-owner.ts'
import {
  type Owner,
  type Ownership,
  isTaken,
  ownershipError,
  ownershipOf,
} from '../desired/ownership.ts'
import type { FieldConflict } from '../server-apply/field-conflict.ts'
import { crdProblems } from './crd-problems.ts'
import { isSettled } from './is-settled.ts'
import type { Observation, ObjectToPlan } from './observation.ts'
import type { ConflictEnd, PlannedObject, Problem } from './plan.ts'
import { type RefusalFacts, explainRefusal } from './print/explain-refusal.ts'
import { apiProblems } from './api-problems.ts'

/** The facts that a decision needs besides the object. */
export interface DecideFacts extends RefusalFacts, AdoptChoices {
  readonly owner: Owner
  readonly crdDangers: 'refuse' | 'accept'
  /** `crds: create` leaves definitions alone that are there. */
  readonly keepsCrds: boolean
  /** Whether a kind comes into being with the plan: `group/version/kind`. */
  readonly definesKind: (kind: string) => boolean
}

/** Decides what becomes of one object, from the server's answer. */
export function decideObject(
  wanted: ObjectToPlan,
  observed: Observation,
  facts: DecideFacts,
): PlannedObject {
  const { id, path: source } = wanted
  if (observed.seen === 'not-served') {
    const problems = apiProblems(id, facts.definesKind)
    const object = redactObject(wanted.object)
    return { id, action: 'create', ownership: 'absent', source, changes: [], problems, object }
  }
  const { live } = observed
  const ownership = ownershipIn(wanted, live, facts)
  const common = { id, ownership, source }
  const isLeftAlone = !wanted.isOwned && facts.keepsCrds && live !== undefined
  if (observed.seen === 'settled' || isLeftAlone)
    return { ...common, action: 'unchanged', changes: [], problems: [] }
  if (!wanted.isOwned && live !== undefined && isOthers(ownership) && !isAdopted(facts, id)) {
    const problem: Problem = { is: 'foreign', message: whyLeftAlone(live), blocking: false }
    const problems = isSettled(live, wanted.object) ? [] : [problem]
    return { ...common, action: 'unchanged', changes: [], problems }
  }
  const changes = live === undefined ? [] : changesBetween(live, observed.after ?? live)
  const problems = mask(
    [
      ...ownershipProblems(wanted, live, ownership, facts),
      ...answerProblems(wanted, observed, facts),
      ...(live === undefined || observed.after === undefined
        ? []
        : crdProblems(live, observed.after, facts.crdDangers)),
    ],
    [wanted.object, ...(live === undefined ? [] : [live])],
  )
  if (live === undefined)
    return { ...common, action: 'create', changes, problems, object: redactObject(wanted.object) }
  const isBlocked = problems.some(({ blocking }) => blocking)
  const action = changes.length > 0 || isBlocked ? 'change' : 'unchanged'
  return { ...common, action: isOthers(ownership) ? 'adopt' : action, changes, problems }
}

// An object of the revision before is ours, also when somebody took its marks off, unless it names
// another release.
function ownershipIn(
  { isOwned, isKnown }: ObjectToPlan,
  live: KubeObject | undefined,
  { owner }: DecideFacts,
): Ownership {
  if (live === undefined) return 'absent'
  if (!isOwned) {
    if (isOurCrd(live, owner)) return 'ours'
    return isTaken(live, owner) ? 'foreign' : 'adoptable'
  }
  if (!isKnown) return ownershipOf(live, owner)
  return isTaken(live, owner) ? 'foreign' : 'ours'
}

function isOthers(ownership: Ownership): boolean {
  return ownership === 'adoptable' || ownership === 'foreign'
}

/** The changes between two states of an object; secrets are marked, not shown. */
export function changesBetween(live: KubeObject, after: KubeObject): readonly FieldChange[] {
  const pair = redactPair(live, after)
  const type = builtInSchemas().typeOf(kindOf(live))
  return diffObjects(withoutServerFields(pair.before), withoutServerFields(pair.after), type)
}

function ownershipProblems(
  { id, isOwned }: ObjectToPlan,
  live: KubeObject | undefined,
  ownership: Ownership,
  facts: DecideFacts,
): readonly Problem[] {
  if (live === undefined || !isOthers(ownership)) return []
  if (isAdopted(facts, id) || (isOwned && facts.takeOwnership)) return []
  return [{ is: 'foreign', message: ownershipError(live, facts.owner), blocking: true }]
}

function answerProblems(
  wanted: ObjectToPlan,
  observed: Exclude<Observation, { readonly seen: 'not-served' | 'settled' }>,
  facts: DecideFacts,
): readonly Problem[] {
  switch (observed.seen) {
    case 'applied':
      return [
        ...observed.taken.map((conflict) => conflictProblem(conflict, 'taken')),
        ...observed.yielded.map((conflict) => conflictProblem(conflict, 'yielded')),
        ...observed.warnings.map((message): Problem => ({
          is: 'warning',
          message,
          blocking: false,
        })),
      ]
    case 'conflict':
      return observed.conflicts.map((conflict) => conflictProblem(conflict, 'failure'))
    case 'refused':
      return explainRefusal(wanted, observed, facts)
  }
}

const conflictTexts: Readonly<Record<ConflictEnd, string>> = {
  failure: 'applying would fail',
  taken: 'the field is taken',
  yielded: 'the field is left as it is',
}

function conflictProblem(conflict: FieldConflict, becomes: ConflictEnd): Problem {
  const { field, manager, subresource } = conflict
  const through = subresource === '' ? '' : ` (through ${subresource})`
  return {
    is: 'conflict',
    conflict,
    becomes,
    message: `${field} is owned by ${manager}${through}: ${conflictTexts[becomes]}`,
    blocking: becomes === 'failure',
  }
}

// The server quotes what it refuses.
function mask(problems: readonly Problem[], objects: readonly KubeObject[]): readonly Problem[] {
  const secrets = secretTexts(objects)
  if (secrets.length === 0) return problems
  return problems.map((problem) => ({ ...problem, message: redactText(problem.message, secrets) }))
}

import { deleteObject } from '../../kube/objects/delete-object.ts'
import { type KubeError, isKubeError } from '../../kube/errors.ts'
import { targetOf } from '../../kube/objects/write-object.ts'
import { type KubeObject, formatApiVersion, uidOf } from '../../objects/kube-object.ts'
import { backoffDelay } from '../../std/backoff.ts'
import { sleepOn } from '../../std/clock.ts'
import { isOurCrd, whyLeftAlone, withCrdOwner } from '../desired/crd-owner.ts'
import { hookOwnerError, isOurHook, withHookOwner } from '../desired/hook-owner.ts'
import {
  type Owner,
  isOurs,
  ownershipError,
  ownershipOf,
  withOwnership,
} from '../desired/ownership.ts'
import { ReleaseError } from '../errors.ts'
import type { ReleasePorts } from '../ports.ts'
import { immutableFields, mayRecreate } from '../immutable-fields.ts'
import type { ObjectName } from '../release.ts'
import { applyAsHelm, createAsHelm } from '../server-apply/apply-as-helm.ts'
import type { ConflictPolicy } from '../server-apply/field-conflict.ts'
import { leftFieldLine } from '../server-apply/left-field.ts'
import { waitUntilGone } from '../wait/wait-ready.ts'
import type { PlacedObject } from './placed-object.ts'
import { readHead } from './read-heads.ts'

export interface ApplyChoices {
  /** Whose the objects become. */
  readonly owner: Owner
  /** The part of the release that they are: Helm marks only objects of templates. */
  readonly as: 'object' | 'hook' | 'crd'
  readonly conflicts: ConflictPolicy
  /** Whether Helm wrote these objects from the client's side before. */
  readonly migrate: boolean
  /** The treatment of a field that cannot be changed. */
  readonly immutable: 'fail' | 'recreate'
  /** Whether somebody asked for an object of others, which may then be deleted to be created again. */
  readonly isWanted?: boolean
  /** Whether an object that is there already is refused unless it is the owner's; nobody has looked before. */
  readonly refuseForeign: boolean
  /** How much of the object is wanted back; all of it by default. */
  readonly answer?: 'metadata'
}

export interface AppliedObject {
  readonly id: ObjectName
  readonly resource: PlacedObject['resource']
  readonly live: KubeObject
  readonly did: 'created' | 'changed' | 'unchanged'
}

type Ports = Pick<ReleasePorts, 'client' | 'report'>

const attempts = 5
const backoff = { first: 50, most: 2000 }
const recreateTimeout = 60_000

/** Applies one object, deleting it first where it cannot be changed and that was asked for. */
export async function applyOne(
  placed: PlacedObject,
  choices: ApplyChoices,
  ports: Ports,
  signal: AbortSignal,
): Promise<AppliedObject> {
  try {
    return await applyAgain(placed, choices, ports, signal)
  } catch (error) {
    if (!isKubeError(error) || immutableFields(error).length === 0) throw describe(error, placed)
    const { kind } = placed.id
    if (choices.immutable === 'fail' || !mayRecreate(kind)) throw immutableError(error, placed)
    await recreate(placed, choices, ports, signal)
    return applyAgain(placed, choices, ports, signal)
  }
}

// Another writer may come between reading and writing; the first of them counts a quota.
async function applyAgain(
  placed: PlacedObject,
  choices: ApplyChoices,
  ports: Ports,
  signal: AbortSignal,
): Promise<AppliedObject> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await applyNow(placed, choices, ports, signal)
    } catch (error) {
      if (!isKubeError(error, 'conflict') || attempt >= attempts) throw error
      const { clock, random } = ports.client
      await sleepOn(clock, backoffDelay(attempt, backoff, random()), signal)
    }
  }
}

async function applyNow(
  placed: PlacedObject,
  choices: ApplyChoices,
  { client, report }: Ports,
  signal: AbortSignal,
): Promise<AppliedObject> {
  const { conflicts, migrate, refuseForeign, answer } = choices
  const { id, resource } = placed
  const object = withMark(placed.object, choices)
  const live = migrate ? await readHead(client, placed, signal) : undefined
  const before = live === undefined ? {} : { live }
  // Whether a definition is served by now is in its status.
  const isBrief = answer !== undefined && id.kind !== 'CustomResourceDefinition'
  const brief = isBrief ? { answer } : {}
  const request = { client, resource, object, conflicts, ...before, ...brief }
  const created = refuseForeign ? await createAsHelm(request, signal) : undefined
  if (refuseForeign && created === undefined) await checkOwner(placed, choices, client, signal)
  const applied = created ?? (await applyAsHelm(request, signal))
  if (applied.did === 'conflict') {
    const text = `conflict occurred while applying object ${nameText(id)}: ${applied.error.message}`
    throw new ReleaseError('conflict', text, { cause: applied.error })
  }
  const { written, yielded } = applied
  for (const message of written.warnings) report({ type: 'warning', message })
  // The replicas that an autoscaler sets are as they should be.
  const type = conflicts === 'yield' ? 'left-alone' : 'warning'
  for (const conflict of yielded) {
    report({ type, object: id, message: leftFieldLine(id, conflict) })
  }
  const did = written.created ? 'created' : 'changed'
  return { id, resource, live: written.object, did }
}

/** The object with the mark by which it is known whose it is. */
function withMark(object: KubeObject, { owner, as }: Pick<ApplyChoices, 'owner' | 'as'>) {
  const marks = {
    object: withOwnership,
    hook: withHookOwner,
    crd: withCrdOwner,
  }
  return marks[as](object, owner)
}

async function checkOwner(
  placed: PlacedObject,
  choices: ApplyChoices,
  client: Ports['client'],
  signal: AbortSignal,
): Promise<void> {
  const head = await readHead(client, placed, signal)
  const why = head && whyForeign(head, placed, choices)
  if (why !== undefined) throw new ReleaseError('foreign', why)
}

function whyForeign(
  head: KubeObject,
  { object }: PlacedObject,
  { owner, as }: Pick<ApplyChoices, 'owner' | 'as'>,
): string | undefined {
  switch (as) {
    case 'hook':
      return isOurHook(head, owner, object) ? undefined : hookOwnerError(head, owner)
    case 'crd':
      return isOurCrd(head, owner) ? undefined : whyLeftAlone(head)
    case 'object':
      if (ownershipOf(head, owner) === 'ours') return undefined
      return `unable to continue with install: ${ownershipError(head, owner)}`
  }
}

async function recreate(
  placed: PlacedObject,
  { owner, isWanted = false }: ApplyChoices,
  ports: Ports,
  signal: AbortSignal,
): Promise<void> {
  const { id, resource, object } = placed
  const head = await readHead(ports.client, placed, signal)
  if (head === undefined) return
  if (!isOurs(head, owner) && !isWanted) {
    const why = `${id.kind} ${placeText(id)} cannot be changed, and it is not deleted to be created again`
    throw new ReleaseError('foreign', `${why}: ${ownershipError(head, owner)}`)
  }
  // Pods and volumes of a workload live on and are found again by its selector; a Job takes its pods along.
  const propagation = id.kind === 'Job' ? 'Background' : 'Orphan'
  const preconditions = { uid: uidOf(head) }
  await deleteObject(
    ports.client,
    targetOf(resource, object),
    { propagation, preconditions },
    signal,
  )
  await waitUntilGone([placed], recreateTimeout, ports, signal)
  ports.report({ type: 'object', object: id, did: 'deleted' })
}

function immutableError(error: KubeError, { id }: PlacedObject): ReleaseError {
  const fields = immutableFields(error).flatMap(({ field }) => (field === '' ? [] : [field]))
  const what = fields.length === 0 ? 'a field' : [...new Set(fields)].join(', ')
  const offer = mayRecreate(id.kind)
    ? 'it has to be deleted and created again, which --recreate does'
    : 'it is not deleted either, because what must live would go with it'
  const text = `${what} of ${id.kind} ${placeText(id)} cannot be changed: ${offer}: ${error.message}`
  return new ReleaseError('immutable', text, { cause: error })
}

function describe(error: unknown, { id }: PlacedObject): unknown {
  if (!isKubeError(error)) return error
  const text = `server-side apply failed for object ${nameText(id)}: ${error.message}`
  return new ReleaseError('refused', text, { cause: error })
}

function nameText(id: ObjectName): string {
  const version = id.group === '' ? `/${id.version}` : formatApiVersion(id.group, id.version)
  return `${placeText(id)} ${version}, Kind=${id.kind}`
}

function placeText({ namespace, name }: ObjectName): string {
  return `${namespace}/${name}`
}

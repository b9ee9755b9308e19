import { fromBytes } from '../../formats/go-string.ts'
import type { CrdFile } from '../../chart/render/render.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { targetOf } from '../../kube/objects/write-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { type AdoptChoices, isAdopted } from '../ownership/adopt.ts'
import type { CrdChoices } from '../choices.ts'
import { isOurCrd, whyLeftAlone, withCrdOwner, withMarkOf } from '../desired/crd-owner.ts'
import { type DesiredObject, findDesired } from '../desired/desired-object.ts'
import type { Owner } from '../desired/ownership.ts'
import { ReleaseError } from '../errors.ts'
import { isSettled } from '../plan/is-settled.ts'
import type { ReleasePorts } from '../ports.ts'
import type { ConflictPolicy } from '../server-apply/field-conflict.ts'
import { messageOf } from '../throw-failures.ts'
import { establish } from './apply-objects.ts'
import { type AppliedObject, applyOne } from './apply-one.ts'
import { type PlacedObject, isPlaced } from './placed-object.ts'
import { checkDangers } from './check-dangers.ts'
import { parallelRequests } from './read-heads.ts'
import { settleBounded } from './settle-bounded.ts'

export interface CrdsRequest extends CrdChoices, Pick<AdoptChoices, 'adopt'>, Owner {
  readonly files: readonly CrdFile[]
  readonly conflicts: ConflictPolicy
}

/**
 * Brings the definitions of crds/ to the cluster. They are not part of the release, but it is marked who brought them:
 * those of another release, of helm or of a person are left as they are, unless they were adopted by name.
 */
export async function applyCrds(
  request: CrdsRequest,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const { files, crds } = request
  if (crds === 'skip' || files.length === 0) return
  const wanted = await readCrds(files, ports, signal)
  const bring = (one: PlacedObject) => bringCrd(one, request, ports, signal)
  const settled = await settleBounded(wanted.filter(isPlaced), parallelRequests, bring)
  const [failure] = settled.failed
  if (failure !== undefined) {
    const what = `failed to install CRD ${failure.item.path}: ${messageOf(failure.error)}`
    throw new ReleaseError('refused', what, { cause: failure.error })
  }
  const done = settled.done.filter((one) => one !== undefined)
  for (const { id, did } of done) ports.report({ type: 'object', object: id, did })
  await establish(done, ports, signal)
}

// A definition is large: reading it costs the server less than applying it, and mostly it is there.
async function bringCrd(
  placed: PlacedObject,
  request: CrdsRequest,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<AppliedObject | undefined> {
  const read = () => getObject(ports.client, targetOf(placed.resource, placed.object), {}, signal)
  const live = await read()
  if (live !== undefined) return upgradeCrd(placed, live, { request, ports, signal })
  try {
    const how = { ...choicesOf(request), migrate: false, refuseForeign: true }
    return await applyOne(placed, how, ports, signal)
  } catch (error) {
    // Another release brought it between the look and the write.
    if (!(error instanceof ReleaseError) || error.code !== 'foreign') throw error
    const theirs = await read()
    if (theirs === undefined) throw error
    return upgradeCrd(placed, theirs, { request, ports, signal })
  }
}

interface Bringing {
  readonly request: CrdsRequest
  readonly ports: ReleasePorts
  readonly signal: AbortSignal
}

async function upgradeCrd(
  placed: PlacedObject,
  live: KubeObject,
  { request, ports, signal }: Bringing,
): Promise<AppliedObject | undefined> {
  if (request.crds === 'create') return undefined
  const choices = choicesOf(request)
  const { owner } = choices
  if (!isOurCrd(live, owner) && !isAdopted(request, placed.id)) {
    if (isSettled(live, withMarkOf(live, placed.object))) return undefined
    ports.report({ type: 'left-alone', object: placed.id, message: whyLeftAlone(live) })
    return undefined
  }
  const object = withCrdOwner(placed.object, owner)
  if (isSettled(live, object)) return undefined
  await checkDangers({ placed: { ...placed, object }, live }, request, ports, signal)
  return applyOne(placed, { ...choices, migrate: true, refuseForeign: false }, ports, signal)
}

function choicesOf({ namespace, name, conflicts }: CrdsRequest) {
  return { owner: { namespace, name }, as: 'crd', conflicts, immutable: 'fail' } as const
}

function readCrds(
  files: readonly CrdFile[],
  { discovery }: ReleasePorts,
  signal: AbortSignal,
): Promise<readonly DesiredObject[]> {
  const manifests = files.map(({ file }) => ({ path: file.name, text: fromBytes(file.data) }))
  return findDesired(manifests, { namespace: '', discovery }, signal)
}

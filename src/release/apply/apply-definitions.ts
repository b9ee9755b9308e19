import { fromBytes } from '../../formats/go-string.ts'
import type { CrdFile } from '../../chart/render.ts'
import { getObject } from '../../kube/get-object.ts'
import { targetOf } from '../../kube/write-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import type { CrdChoices } from '../choices.ts'
import { type DesiredObject, findDesired } from '../desired/desired-object.ts'
import { ReleaseError } from '../errors.ts'
import { crdProblems } from '../plan/crd-problems.ts'
import { easeDangers } from '../plan/ease-dangers.ts'
import { isSettled } from '../plan/is-settled.ts'
import type { ReleasePorts } from '../ports.ts'
import { applyAsHelm } from '../server-apply/apply-as-helm.ts'
import type { ConflictPolicy } from '../server-apply/field-conflict.ts'
import { messageOf } from '../throw-failures.ts'
import { establish } from './apply-objects.ts'
import { type AppliedObject, applyOne } from './apply-one.ts'
import { type PlacedObject, isPlaced } from './placed-object.ts'
import { parallelRequests } from './read-heads.ts'
import { settleBounded } from './settle-bounded.ts'

export interface DefinitionsRequest extends CrdChoices {
  readonly files: readonly CrdFile[]
  readonly conflicts: ConflictPolicy
}

/** Brings the definitions of crds/ to the cluster. They are not part of the release. */
export async function applyDefinitions(
  request: DefinitionsRequest,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const { files, crds } = request
  if (crds === 'skip' || files.length === 0) return
  const wanted = await readDefinitions(files, ports, signal)
  const bring = (one: PlacedObject) => bringDefinition(one, request, ports, signal)
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
async function bringDefinition(
  placed: PlacedObject,
  request: DefinitionsRequest,
  ports: ReleasePorts,
  signal: AbortSignal,
): Promise<AppliedObject | undefined> {
  const { resource, object } = placed
  const live = await getObject(ports.client, targetOf(resource, object), {}, signal)
  if (live !== undefined) {
    if (request.crds === 'create' || isSettled(live, object)) return undefined
    await checkDangers(placed, live, request, ports, signal)
  }
  const { conflicts } = request
  const migrate = live !== undefined
  const choices = { owner: undefined, conflicts, migrate, immutable: 'fail' } as const
  return applyOne(placed, choices, ports, signal)
}

async function checkDangers(
  { resource, object, id }: PlacedObject,
  live: KubeObject,
  { conflicts, crdDangers = 'refuse' }: DefinitionsRequest,
  { client, discovery, report }: ReleasePorts,
  signal: AbortSignal,
): Promise<void> {
  const tried = await applyAsHelm(
    { client, resource, object, conflicts, live, dryRun: true },
    signal,
  )
  // Conflicts are told when it is applied.
  if (tried.did === 'conflict') return
  const dangers = crdProblems(live, tried.written.object, crdDangers)
  const problems = await easeDangers(dangers, object, { client, discovery }, signal)
  const texts = problems.map(({ message }) => message)
  if (problems.some(({ blocking }) => blocking)) {
    const what = `changing ${id.name} could harm objects of its kind`
    throw new ReleaseError('refused', `${what}: ${texts.join('; ')}`)
  }
  for (const message of texts) report({ type: 'warning', message: `${id.name}: ${message}` })
}

function readDefinitions(
  files: readonly CrdFile[],
  { discovery }: ReleasePorts,
  signal: AbortSignal,
): Promise<readonly DesiredObject[]> {
  const manifests = files.map(({ file }) => ({ path: file.name, text: fromBytes(file.data) }))
  return findDesired(manifests, { namespace: '', discovery }, signal)
}

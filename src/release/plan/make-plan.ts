import type { Rendered } from '../../chart/render.ts'
import type { Discovery } from '../../kube/discovery/discovery.ts'
import { fromBytes } from '../../formats/go-string.ts'
import { type KubeObject, listAt, textAt } from '../../objects/kube-object.ts'
import { runBounded } from '../../std/run-bounded.ts'
import { type DesiredObject, type Place, findDesired } from '../desired/desired-object.ts'
import { objectKey, printId } from '../desired/object-id.ts'
import { createManifestReader } from '../desired/read-manifest.ts'
import { storedDocuments } from '../desired/stored-manifests.ts'
import type { ReleaseRecord, ReleaseTarget } from '../release.ts'
import type { ConflictPolicy } from '../server-apply/field-conflict.ts'
import { withCascade } from './cascades.ts'
import { type DecideFacts, decideObject } from './decide-object.ts'
import { easeDangers } from './ease-dangers.ts'
import { missingPermissions } from './missing-permissions.ts'
import type { Wanted } from './observation.ts'
import { observeObject } from './observe-object.ts'
import type { MissingPermission, Plan, PlannedObject } from './plan.ts'
import { planHooks } from './plan-hooks.ts'
import { planImages } from './plan-images.ts'
import { leftBehind, planPrune } from './plan-prune.ts'
import { type LiveObjects, readLive } from './read-live.ts'

export interface PlanRequest {
  readonly target: ReleaseTarget
  readonly verb: 'install' | 'upgrade' | 'rollback'
  /** After its transforms. */
  readonly rendered: Pick<Rendered, 'manifests' | 'hooks' | 'crds'>
  /** The revision whose objects are there now. */
  readonly previous?: ReleaseRecord
  readonly discovery: Discovery
  readonly conflicts: ConflictPolicy
  readonly takeOwnership?: boolean
  readonly createNamespace?: boolean
  /** What becomes of the definitions in crds/: left alone, created where absent, or applied. */
  readonly crds: 'skip' | 'create' | 'upgrade'
  readonly crdDangers?: 'refuse' | 'accept'
  readonly hooks?: 'run' | 'skip'
  /** What happens where a field cannot be changed; it stands in the way unless told. */
  readonly immutable?: 'fail' | 'recreate'
}

const atOnce = 16

/**
 * What carrying out a verb would change. Nothing is written: the live objects are read, and where they
 * do not tell already, the server is asked what applying would give.
 */
export async function makePlan(request: PlanRequest, signal: AbortSignal): Promise<Plan> {
  const { target, verb, rendered } = request
  const read = createManifestReader()
  const place = { namespace: target.namespace, discovery: request.discovery, read }
  const before = request.previous === undefined ? [] : storedDocuments(request.previous)
  const previous = await findDesired(before, { ...place, versions: 'any' }, signal)
  const wanted = await findWanted(request, place, previous, signal)
  const pruned = leftBehind(previous, wanted)
  const live = await readKnown(request, [...wanted, ...pruned], signal)
  const planned = await planWanted(request, wanted, live, signal)
  const going = await planGoing(request, pruned, live, signal)
  const hooks = request.hooks === 'skip' ? [] : planHooks(verb, rendered.hooks, target.namespace)
  const oldHooks = (request.previous?.hooks ?? []).map(({ manifest }) => manifest)
  const was = [...before.map(({ text }) => text), ...oldHooks]
  const is = [...rendered.manifests, ...rendered.hooks].map(({ text }) => text)
  const needed = neededPermissions(pruned, going)
  return {
    verb,
    namespace: target.namespace,
    name: target.name,
    objects: [...planned, ...going],
    hooks,
    images: planImages(was, is, read),
    missingPermissions: await missingPermissions(target.client, needed, signal),
    warnings: previous.flatMap(storedApiWarning),
  }
}

// A definition in crds/ that a template has as well is the template's.
async function findWanted(
  { rendered, crds, verb }: PlanRequest,
  place: Place,
  previous: readonly DesiredObject[],
  signal: AbortSignal,
): Promise<readonly Wanted[]> {
  const known = new Set(previous.map(({ id }) => objectKey(id)))
  const objects = await findDesired(rendered.manifests, place, signal)
  const files = crds === 'skip' || verb === 'rollback' ? [] : rendered.crds
  const texts = files.map(({ path, file }) => ({ path, text: fromBytes(file.data) }))
  const definitions = await findDesired(texts, place, signal)
  const inTemplates = new Set(objects.map(({ id }) => objectKey(id)))
  return [
    ...definitions
      .filter(({ id }) => !inTemplates.has(objectKey(id)))
      .map((one) => ({ ...one, isOwned: false, isKnown: false })),
    ...objects.map((one) => ({ ...one, isOwned: true, isKnown: known.has(objectKey(one.id)) })),
  ]
}

// Of a first install nothing is expected to be there; the dry run tells what is.
async function readKnown(
  { target, previous }: PlanRequest,
  objects: readonly DesiredObject[],
  signal: AbortSignal,
): Promise<LiveObjects> {
  if (previous === undefined) return new Map()
  const sought = objects.flatMap(({ id, resource }) =>
    resource === undefined ? [] : [{ id, resource }],
  )
  return await readLive(target.client, sought, signal)
}

async function planWanted(
  request: PlanRequest,
  wanted: readonly Wanted[],
  live: LiveObjects,
  signal: AbortSignal,
): Promise<readonly PlannedObject[]> {
  const { discovery } = request
  const { client, name, namespace } = request.target
  const owner = { name, namespace }
  const facts = decideFacts(request, wanted)
  const ports = { client, owner, conflicts: request.conflicts, live }
  const planned = new Map<Wanted, PlannedObject>()
  await runBounded(
    wanted,
    atOnce,
    async (one, inner) => {
      const decided = decideObject(one, await observeObject(one, ports, inner), facts)
      const problems = await easeDangers(decided.problems, one.object, { client, discovery }, inner)
      planned.set(one, { ...decided, problems })
    },
    signal,
  )
  return wanted.flatMap((one) => planned.get(one) ?? [])
}

async function planGoing(
  { target, discovery }: PlanRequest,
  pruned: readonly DesiredObject[],
  live: LiveObjects,
  signal: AbortSignal,
): Promise<readonly PlannedObject[]> {
  const going = pruned.toReversed().map((one) => planPrune(one, live, target))
  return await Promise.all(going.map((one) => withCascade(one, target.client, discovery, signal)))
}

function decideFacts(request: PlanRequest, wanted: readonly Wanted[]): DecideFacts {
  const { name, namespace } = request.target
  const kinds = new Set(wanted.flatMap(({ object }) => definedKinds(object)))
  const namespaces = new Set(
    wanted.flatMap(({ id }) => (id.group === '' && id.kind === 'Namespace' ? [id.name] : [])),
  )
  if (request.createNamespace === true) namespaces.add(namespace)
  return {
    owner: { name, namespace },
    takeOwnership: request.takeOwnership === true,
    crdDangers: request.crdDangers ?? 'refuse',
    keepsDefinitions: request.crds === 'create',
    definesKind: (kind) => kinds.has(kind),
    createsNamespace: (one) => namespaces.has(one),
    recreates: request.immutable === 'recreate',
  }
}

function definedKinds(object: KubeObject): readonly string[] {
  if (object.kind !== 'CustomResourceDefinition') return []
  const group = textAt(object, ['spec', 'group'])
  const kind = textAt(object, ['spec', 'names', 'kind'])
  return listAt(object, ['spec', 'versions']).map(
    (version) => `${group}/${textAt(version, ['name'])}/${kind}`,
  )
}

// A dry run proves what applying needs; deleting is proved by nothing.
function neededPermissions(
  pruned: readonly DesiredObject[],
  going: readonly PlannedObject[],
): readonly MissingPermission[] {
  const deleted = new Set(
    going.filter(({ action }) => action === 'prune').map(({ id }) => objectKey(id)),
  )
  return pruned.flatMap(({ id, resource }) =>
    resource === undefined || !deleted.has(objectKey(id))
      ? []
      : [{ verb: 'delete', group: id.group, resource: resource.resource, namespace: id.namespace }],
  )
}

// Helm refuses to upgrade such a release; its object may still be there in another version.
function storedApiWarning({ id, resource }: DesiredObject): readonly string[] {
  if (resource !== undefined && resource.version === id.version) return []
  return [`the stored revision has ${printId(id)}, which the server does not serve any more`]
}

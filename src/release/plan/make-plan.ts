import type { Chart } from '../../chart/chart.ts'
import type { Rendered } from '../../chart/render/render.ts'
import type { Discovery } from '../../kube/discovery/discovery.ts'
import { fromBytes } from '../../formats/go-string.ts'
import { type KubeObject, listAt, textAt } from '../../objects/kube-object.ts'
import { runBounded } from '../../std/run-bounded.ts'
import type { CrdChoice } from '../choices.ts'
import type { AdoptChoices } from '../ownership/adopt.ts'
import { objectsLeaving } from '../desired/compare-desired.ts'
import { type DesiredObject, type DesiredScope, findDesired } from '../desired/desired-object.ts'
import { objectKey, printId } from '../desired/object-id.ts'
import { createManifestReader } from '../desired/read-manifest.ts'
import { storedDocuments } from '../desired/stored-manifests.ts'
import { type ReleaseRecord, type ReleaseTarget, wasDeployed } from '../release.ts'
import type { ConflictPolicy } from '../server-apply/field-conflict.ts'
import type { TransformedRender } from '../transform/localise-render.ts'
import { withCascade } from './cascades.ts'
import { type DecideFacts, decideObject } from './decide-object.ts'
import { easeDangers } from './ease-dangers.ts'
import { missingPermissions } from './missing-permissions.ts'
import type { ObjectToPlan } from './observation.ts'
import { observeObject } from './observe-object.ts'
import type { MissingPermission, Plan, PlannedObject } from './plan.ts'
import { planHooks } from './plan-hooks.ts'
import { planImages } from './plan-images.ts'
import { planPrune } from './plan-prune.ts'
import { type LiveObjects, readLive } from './read-live.ts'

export interface PlanRequest extends Partial<AdoptChoices> {
  readonly target: ReleaseTarget
  readonly verb: 'install' | 'upgrade' | 'rollback'
  /** After its transforms. */
  readonly rendered: Pick<Rendered, 'manifests' | 'hooks' | 'crds'> &
    Pick<TransformedRender, 'localised'> & { readonly chart?: Pick<Chart, 'documents'> }
  /** The revision whose objects are there now. */
  readonly previous?: ReleaseRecord
  /** Revisions that failed after it and may have created objects, too. */
  readonly failed?: readonly ReleaseRecord[]
  readonly discovery: Discovery
  readonly conflicts: ConflictPolicy
  readonly createNamespace?: boolean
  /** The treatment of the definitions in crds/: left alone, created where absent, or applied. */
  readonly crds: CrdChoice
  readonly crdDangers?: 'refuse' | 'accept'
  readonly hooks?: 'run' | 'skip'
  /** The treatment of a field that cannot be changed; `fail` by default. */
  readonly immutable?: 'fail' | 'recreate'
}

const atOnce = 16

/**
 * Plans the changes of a verb. Nothing is written: the live objects are read, and where they do not
 * tell already, the server is asked what applying would give.
 */
export async function makePlan(request: PlanRequest, signal: AbortSignal): Promise<Plan> {
  const { target, verb, rendered } = request
  const read = createManifestReader()
  const place = { namespace: target.namespace, discovery: request.discovery, read }
  const before = request.previous === undefined ? [] : storedDocuments(request.previous)
  const previous = await findDesired(before, { ...place, versions: 'any' }, signal)
  const wanted = await findWanted(request, place, previous, signal)
  const tried = (request.failed ?? []).flatMap(storedDocuments)
  const left = await findDesired(tried, { ...place, versions: 'any' }, signal)
  const expected = objectsLeaving(previous, wanted)
  const unsure = objectsLeaving(left, [...wanted, ...expected])
  const live = await readKnown(request, [...wanted, ...expected, ...unsure], signal)
  const pruned = [...expected, ...unsure.filter(({ id }) => live.get(objectKey(id)) !== undefined)]
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
    images: { ...planImages(was, is, read), moved: rendered.localised?.moved ?? [] },
    documents: documentsOf(rendered),
    missingPermissions: await missingPermissions(target.client, needed, signal),
    warnings: [...(rendered.localised?.foreign ?? []), ...previous.flatMap(storedApiWarning)],
  }
}

function documentsOf({ chart }: PlanRequest['rendered']): Plan['documents'] {
  return [...(chart?.documents ?? [])].map(([url, { digest }]) => ({ url, digest }))
}

// A definition in crds/ that a template has as well is the template's.
async function findWanted(
  { rendered, crds, verb, previous: before }: PlanRequest,
  place: DesiredScope,
  previous: readonly DesiredObject[],
  signal: AbortSignal,
): Promise<readonly ObjectToPlan[]> {
  // An object that only a never deployed revision lists may have been there before.
  const wasThere = before !== undefined && wasDeployed(before) ? previous : []
  const known = new Set(wasThere.map(({ id }) => objectKey(id)))
  const objects = await findDesired(rendered.manifests, place, signal)
  const files = crds === 'skip' || verb === 'rollback' ? [] : rendered.crds
  const texts = files.map(({ path, file }) => ({ path, text: fromBytes(file.data) }))
  const crdObjects = await findDesired(texts, place, signal)
  const inTemplates = new Set(objects.map(({ id }) => objectKey(id)))
  return [
    ...crdObjects
      .filter(({ id }) => !inTemplates.has(objectKey(id)))
      .map((one) => ({ ...one, isOwned: false, isKnown: false })),
    ...objects.map((one) => ({ ...one, isOwned: true, isKnown: known.has(objectKey(one.id)) })),
  ]
}

// Of a first install nothing is expected to be there; the dry run tells what is.
async function readKnown(
  { target, previous, failed = [] }: PlanRequest,
  objects: readonly DesiredObject[],
  signal: AbortSignal,
): Promise<LiveObjects> {
  if (previous === undefined && failed.length === 0) return new Map()
  const sought = objects.flatMap(({ id, resource }) =>
    resource === undefined ? [] : [{ id, resource }],
  )
  return await readLive(target.client, sought, signal)
}

async function planWanted(
  request: PlanRequest,
  wanted: readonly ObjectToPlan[],
  live: LiveObjects,
  signal: AbortSignal,
): Promise<readonly PlannedObject[]> {
  const { discovery } = request
  const { client, name, namespace } = request.target
  const owner = { name, namespace }
  const facts = decideFacts(request, wanted)
  const ports = { client, owner, conflicts: request.conflicts, live }
  const planned = new Map<ObjectToPlan, PlannedObject>()
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

function decideFacts(request: PlanRequest, wanted: readonly ObjectToPlan[]): DecideFacts {
  const { name, namespace } = request.target
  const kinds = new Set(wanted.flatMap(({ object }) => definedKinds(object)))
  const namespaces = new Set(
    wanted.flatMap(({ id }) => (id.group === '' && id.kind === 'Namespace' ? [id.name] : [])),
  )
  if (request.createNamespace === true) namespaces.add(namespace)
  return {
    owner: { name, namespace },
    takeOwnership: request.takeOwnership === true,
    adopt: request.adopt ?? [],
    crdDangers: request.crdDangers ?? 'refuse',
    keepsCrds: request.crds === 'create',
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

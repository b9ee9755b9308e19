import { type Rendered } from '../../chart/render/render.ts'
import { sortManifests } from '../../chart/render/manifests.ts'
import { fromBytes, toBytes } from '../../formats/go-string.ts'
import type { KubeClient } from '../../kube/client.ts'
import { deleteObject } from '../../kube/objects/delete-object.ts'
import { Discovery } from '../../kube/discovery/discovery.ts'
import { targetOf } from '../../kube/objects/write-object.ts'
import { applyOne } from '../apply/apply-one.ts'
import { isPlaced } from '../apply/placed-object.ts'
import { findDesired } from '../desired/desired-object.ts'
import { objectKey } from '../desired/object-id.ts'
import { manifestText } from '../record/make-record.ts'
import type { ReleaseRecord } from '../release.ts'
import { applyAsHelm } from '../server-apply/apply-as-helm.ts'
import { type PlanRequest, makePlan } from './make-plan.ts'
import type { Plan } from './plan.ts'

const { signal } = new AbortController()

type Documents = Pick<Rendered, 'manifests' | 'hooks' | 'crds'>

/** Documents as a chart would render them; those in `crds` as its crds/ folder has them. */
export function renderedOf(text: string, crds = ''): Documents {
  const files = new Map([['shop/templates/all.yaml', text]])
  const file = { name: 'crds/all.yaml', data: toBytes(crds) }
  return {
    ...sortManifests(files, () => {}),
    crds: crds === '' ? [] : [{ path: 'shop/crds/all.yaml', file }],
  }
}

/** A release whose objects are applied without its records being written: what plans are checked against. */
export class PlannedRelease {
  readonly client: KubeClient
  readonly owner: { readonly name: string; readonly namespace: string }
  readonly discovery: Discovery
  previous: ReleaseRecord | undefined

  constructor(client: KubeClient, owner: { readonly name: string; readonly namespace: string }) {
    this.client = client
    this.owner = owner
    this.discovery = new Discovery(client)
  }

  plan(rendered: Documents, more: Partial<PlanRequest> = {}): Promise<Plan> {
    const { previous } = this
    const request: PlanRequest = {
      target: { client: this.client, ...this.owner },
      verb: previous === undefined ? 'install' : 'upgrade',
      rendered,
      ...(previous === undefined ? {} : { previous }),
      discovery: this.discovery,
      conflicts: 'fail',
      crds: 'skip',
      ...more,
    }
    return makePlan(request, signal)
  }

  async carryOut(rendered: Documents, conflicts: PlanRequest['conflicts'] = 'fail'): Promise<void> {
    const { client, owner } = this
    const place = { namespace: owner.namespace, discovery: this.discovery }
    const wanted = await findDesired(rendered.manifests, place, signal)
    // As the verbs do it: a controller may write meanwhile, and then it is done again.
    const how = { as: 'object', migrate: true, immutable: 'fail', refuseForeign: false } as const
    const choices = { owner, conflicts, ...how }
    for (const one of wanted) {
      if (!isPlaced(one)) throw new Error(`${one.id.kind} is not served`)
      await applyOne(one, choices, { client, report: () => {} }, signal)
    }
    await this.deleteRest(new Set(wanted.map(({ id }) => objectKey(id))))
    this.previous = recordOf(rendered, owner)
  }

  /** Applies the definitions in crds/. */
  async applyFiles(files: Documents['crds']): Promise<void> {
    const { client, discovery } = this
    const texts = files.map(({ path, file }) => ({ path, text: fromBytes(file.data) }))
    for (const { object, resource } of await findDesired(
      texts,
      { namespace: '', discovery },
      signal,
    )) {
      if (resource === undefined) throw new Error(`${object.kind} is not served`)
      await applyAsHelm({ client, resource, object, conflicts: 'fail' }, signal)
    }
  }

  private async deleteRest(kept: ReadonlySet<string>): Promise<void> {
    const place = { namespace: this.owner.namespace, discovery: this.discovery }
    const manifests = [{ path: '', text: this.previous?.manifest ?? '' }]
    for (const { id, object, resource } of await findDesired(manifests, place, signal)) {
      if (resource === undefined || kept.has(objectKey(id))) continue
      await deleteObject(this.client, targetOf(resource, object), {}, signal)
    }
  }
}

/** A record of what was rendered, as far as a plan looks at it. */
export function recordOf(
  rendered: Documents,
  owner: { readonly name: string; readonly namespace: string },
): ReleaseRecord {
  return {
    ...owner,
    version: 1,
    info: { status: 'deployed' },
    chart: { metadata: {}, lock: null, templates: [], values: {}, schema: null, files: [] },
    manifest: manifestText(rendered),
    apply_method: 'ssa',
  }
}

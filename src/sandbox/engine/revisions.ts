import { type JsonObject, equalJson } from '../../objects/json.ts'
import {
  type KubeObject,
  labelsOf,
  nameOf,
  namespaceOf,
  numberAt,
  readPath,
} from '../../objects/kube-object.ts'
import type { Action } from './action.ts'
import { controllerReference, objectIn } from './object-writing.ts'
import { createdAt } from './pod-facts.ts'
import { templateHash } from './template-hash.ts'

export const revisionLabel = 'controller-revision-hash'

/** The template of a StatefulSet or DaemonSet as a revision, and what has to be done to have it. */
export interface Revision {
  readonly name: string
  /** The label of the pods of this revision. */
  readonly label: string
  readonly actions: readonly Action[]
}

/** The revision of the template that the owner has now; the newest of all, whatever it was before. */
export function currentRevision(owner: KubeObject, revisions: readonly KubeObject[]): Revision {
  const template = objectIn(owner['spec'], 'template')
  const data: JsonObject = { spec: { template: { ...template, $patch: 'replace' } } }
  const newest = Math.max(0, ...revisions.map(numberOf))
  const same = revisions.find((one) => equalJson(one['data'], data))
  if (same !== undefined) {
    const isNewest = numberOf(same) === newest
    const again = { revision: newest + 1 }
    const bump: Action = { do: 'patch', in: 'controllerRevisions', object: same, patch: again }
    return { name: nameOf(same), label: labelOf(owner, same), actions: isNewest ? [] : [bump] }
  }
  const hash = templateHash(template, numberAt(owner, ['status', 'collisionCount']) ?? 0)
  const name = `${nameOf(owner)}-${hash}`
  const labelName = owner.kind === 'StatefulSet' ? 'controller.kubernetes.io/hash' : revisionLabel
  const object: KubeObject = {
    apiVersion: 'apps/v1',
    kind: 'ControllerRevision',
    metadata: {
      name,
      namespace: namespaceOf(owner),
      labels: { ...objectIn(objectIn(template, 'metadata'), 'labels'), [labelName]: hash },
      ownerReferences: [controllerReference(owner)],
    },
    data,
    revision: newest + 1,
  }
  const label = owner.kind === 'StatefulSet' ? name : hash
  return { name, label, actions: [{ do: 'create', in: 'controllerRevisions', object }] }
}

/** The template that a revision holds. */
export function templateIn(revision: KubeObject): JsonObject {
  const { $patch: _, ...template } = objectIn(readPath(revision, ['data', 'spec']), 'template')
  return template
}

/** Deletes revisions beyond the limit that neither the owner nor a pod needs, the oldest first. */
export function forgetRevisions(
  owner: KubeObject,
  revisions: readonly KubeObject[],
  needed: ReadonlySet<string>,
): readonly Action[] {
  const limit = numberAt(owner, ['spec', 'revisionHistoryLimit']) ?? 10
  const spare = revisions
    .filter((one) => !needed.has(nameOf(one)) && !needed.has(labelOf(owner, one)))
    .toSorted((a, b) => numberOf(a) - numberOf(b) || (createdAt(a) < createdAt(b) ? -1 : 1))
  return spare
    .slice(0, Math.max(0, spare.length - limit))
    .map((object) => ({ do: 'delete', in: 'controllerRevisions', object }))
}

function numberOf(revision: KubeObject): number {
  return numberAt(revision, ['revision']) ?? 0
}

function labelOf(owner: KubeObject, revision: KubeObject): string {
  if (owner.kind === 'StatefulSet') return nameOf(revision)
  return labelsOf(revision)[revisionLabel] ?? ''
}

import { readablePath } from '../../../objects/diff/readable-path.ts'
import type { FieldChange } from '../../../objects/diff/diff-objects.ts'
import type { Json } from '../../../objects/json.ts'
import { formatApiVersion } from '../../../objects/kube-object.ts'
import type { ObjectName } from '../../release.ts'
import { type Plan, type PlannedObject, type Problem, planSummary } from '../plan.ts'

/** A plan as JSON, for programs and for keeping. Plans hold no secrets. */
export function planJson(plan: Plan): Json {
  return {
    verb: plan.verb,
    namespace: plan.namespace,
    name: plan.name,
    summary: planSummary(plan),
    objects: plan.objects.map(objectJson),
    hooks: plan.hooks.map(({ event, id, source, weight, deletePolicies }) => ({
      event,
      ...idJson(id),
      source,
      weight,
      deletePolicies,
    })),
    images: {
      added: plan.images.added,
      removed: plan.images.removed,
      moved: plan.images.moved.map(({ from, to }) => ({ from, to })),
    },
    documents: plan.documents.map(({ url, digest }) => ({ url, digest })),
    missingPermissions: plan.missingPermissions.map((one) => ({ ...one })),
    warnings: plan.warnings,
  }
}

function objectJson(planned: PlannedObject): Json {
  const { id, action, ownership, source, changes, problems } = planned
  return {
    ...idJson(id),
    action,
    ownership,
    source,
    changes: changes.map(changeJson),
    problems: problems.map(problemJson),
  }
}

function idJson({ group, version, kind, namespace, name }: ObjectName): Record<string, Json> {
  const apiVersion = formatApiVersion(group, version)
  return { apiVersion, kind, ...(namespace === '' ? {} : { namespace }), name }
}

function changeJson(change: FieldChange): Json {
  return { ...change, path: readablePath(change.path) }
}

function problemJson(problem: Problem): Json {
  switch (problem.is) {
    case 'conflict':
      return { ...problem, conflict: { ...problem.conflict } }
    case 'cascade':
      return { ...problem, objects: problem.objects.map(idJson) }
    default:
      return { ...problem }
  }
}

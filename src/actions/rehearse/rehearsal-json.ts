import type { Json } from '../../objects/json.ts'
import type { Move, Rehearsal, SourceName } from '../../operator/rehearsal/rehearsal.ts'
import { printStoredRemovedApi } from '../../release/desired/renew-apis.ts'
import { planJson } from '../../release/plan/print/plan-json.ts'
import type { StaleRevision } from '../../release/stored/renew-stored.ts'

/** A rehearsal for programs. */
export function rehearsalJson(rehearsal: Rehearsal, isBlocked: boolean): Json {
  const { cluster, from, to, instances, notices } = rehearsal
  return {
    cluster,
    from,
    to,
    blocked: isBlocked,
    notices,
    instances: instances.map((one) => ({
      instance: one.instance,
      extension: one.extension,
      ...named('now', one.now),
      ...named('later', one.later),
      ...(one.before === undefined ? {} : { before: moveJson(one.before) }),
      ...(one.after === undefined ? {} : { after: moveJson(one.after) }),
      unfit: one.unfit,
      stored: { before: one.stored.before.map(staleJson), after: one.stored.after.map(staleJson) },
      blocks: one.blocks,
      notices: one.notices,
      ...(one.held === undefined ? {} : { held: { ...one.held } }),
      ...(one.broken === undefined ? {} : { broken: one.broken }),
    })),
  }
}

function named(field: string, name: SourceName | undefined): Record<string, Json> {
  return name === undefined ? {} : { [field]: { ...name } }
}

function moveJson({ because, from, to, plan }: Move): Json {
  return { because, from: { ...from }, to: { ...to }, plan: planJson(plan) }
}

function staleJson({ revision, removed }: StaleRevision): Json {
  return { revision, objects: removed.map(printStoredRemovedApi) }
}

import type { Hook } from '../../chart/render/manifests.ts'
import { compareStrings } from '../../formats/go-string.ts'
import { idOf } from '../desired/object-id.ts'
import { readManifest } from '../desired/read-manifest.ts'
import { deletePoliciesOf } from '../hooks/default-delete-policy.ts'
import type { PlanVerb, PlannedHook } from './plan.ts'

const eventsOf: Readonly<Record<PlanVerb, readonly string[]>> = {
  install: ['pre-install', 'post-install'],
  upgrade: ['pre-upgrade', 'post-upgrade'],
  rollback: ['pre-rollback', 'post-rollback'],
  uninstall: ['pre-delete', 'post-delete'],
}

/** The hooks that a verb runs, in the order in which they run. */
export function planHooks(
  verb: PlanVerb,
  hooks: readonly Hook[],
  namespace: string,
): readonly PlannedHook[] {
  return eventsOf[verb].flatMap((event) =>
    hooksOf(event, hooks).map((hook) => plannedHook(event, hook, namespace)),
  )
}

// By weight and name; they come sorted by kind, which decides the rest.
function hooksOf(event: string, hooks: readonly Hook[]): readonly Hook[] {
  return hooks
    .filter(({ events }) => events.includes(event))
    .toSorted((a, b) => a.weight - b.weight || compareStrings(a.name, b.name))
}

function plannedHook(event: string, hook: Hook, namespace: string): PlannedHook {
  const [object] = readManifest(hook.text)
  const written = object === undefined ? undefined : idOf(object)
  const id = {
    group: written?.group ?? '',
    version: written?.version ?? '',
    kind: hook.kind,
    namespace: written === undefined || written.namespace === '' ? namespace : written.namespace,
    name: hook.name,
  }
  const deletePolicies = deletePoliciesOf(hook.deletePolicies)
  return { event, id, source: hook.path, weight: hook.weight, deletePolicies }
}

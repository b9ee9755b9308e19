import { KubeError, isKubeError } from '../../kube/errors.ts'
import { getObject } from '../../kube/objects/get-object.ts'
import { targetOf, updateObject } from '../../kube/objects/write-object.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { conflictCauses, conflictMessage } from '../../objects/merge/conflict-text.ts'
import { type ManagedKind, applyObject } from '../../objects/merge/field-manager.ts'
import { migrationPatch } from '../../objects/merge/migrate-to-apply.ts'
import { applyJsonPatch } from '../../objects/patch/json-patch.ts'
import { dropFields } from './drop-fields.ts'
import { readConflicts, sortConflicts } from './field-conflict.ts'
import { findManagedKind } from './find-managed-kind.ts'
import { type HelmApplied, type HelmApply, helmManager, helmMigration } from './helm-apply.ts'

/**
 * Tries an apply as if the fields that Helm wrote from the client's side were handed over. That
 * would be a write, which a dry run cannot build upon: it is merged here, and the server is asked
 * what it makes of the result. Undefined when the kind's schema is not known.
 */
export async function tryMigrated(
  input: HelmApply & { readonly live: KubeObject },
  signal: AbortSignal,
): Promise<HelmApplied | undefined> {
  const { client, resource } = input
  const kind = await findManagedKind(client, resource, signal)
  let live: KubeObject | undefined = input.live
  for (let attempt = 1; ; attempt++) {
    const patch = live === undefined ? undefined : migrationPatch(live, helmMigration)
    if (kind === undefined || live === undefined || patch === undefined) return undefined
    const migrated = applyJsonPatch(live, patch) as KubeObject
    const merged = merge(kind, migrated, input)
    if (merged.did === 'conflict') return merged
    const options = { fieldManager: helmManager, fieldValidation: 'Strict' as const, dryRun: true }
    try {
      const written = await updateObject(client, resource, merged.object, options, signal)
      return { did: 'applied', written, taken: merged.taken, yielded: merged.yielded }
    } catch (error) {
      // A controller wrote in between: an update knows only the object as it was read.
      if (!isKubeError(error, 'conflict') || attempt >= attempts) throw error
      live = await getObject(client, targetOf(resource, live), {}, signal)
    }
  }
}

const attempts = 5

type Merged =
  | Extract<HelmApplied, { readonly did: 'conflict' }>
  | (Pick<Extract<HelmApplied, { readonly did: 'applied' }>, 'taken' | 'yielded'> & {
      readonly did: 'merged'
      readonly object: KubeObject
    })

function merge(kind: ManagedKind, live: KubeObject, input: HelmApply): Merged {
  const request = { live, config: input.object, manager: helmManager, now: '1970-01-01T00:00:00Z' }
  const first = applyObject(kind, { ...request, force: false })
  if (first.did === 'apply')
    return { did: 'merged', object: first.object as KubeObject, taken: [], yielded: [] }
  const causes = conflictCauses(first.conflicts)
  const error = new KubeError('conflict', conflictMessage(first.conflicts), { causes })
  const { yielded, taken, open } = sortConflicts(readConflicts(error), input.conflicts)
  if (open.length > 0) return { did: 'conflict', conflicts: open, error }
  const config = dropFields(
    input.object,
    yielded.map(({ field }) => field),
  )
  const second = applyObject(kind, { ...request, config, force: true })
  if (second.did === 'conflict') return { did: 'conflict', conflicts: open, error }
  return { did: 'merged', object: second.object as KubeObject, taken, yielded }
}

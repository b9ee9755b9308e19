import type { Written } from '../../kube/answer.ts'
import { applyObject, versionOfNothing } from '../../kube/objects/apply-object.ts'
import { isKubeError } from '../../kube/errors.ts'
import { patchObject } from '../../kube/objects/patch-object.ts'
import { targetOf } from '../../kube/objects/write-object.ts'
import { isJsonList } from '../../objects/json.ts'
import type { KubeObject } from '../../objects/kube-object.ts'
import { migrationPatch } from '../../objects/merge/migrate-to-apply.ts'
import { dropFields } from './drop-fields.ts'
import { readConflicts, sortConflicts } from './field-conflict.ts'
import { type HelmApplied, type HelmApply, helmManager, helmMigration } from './helm-apply.ts'
import { tryMigrated } from './try-migrated.ts'

/**
 * Applies an object as Helm does from the server's side. The plan asks with a dry run and the verbs
 * without, so that both do the same. Throws a refusal of the server that is no conflict.
 */
export async function applyAsHelm(input: HelmApply, signal: AbortSignal): Promise<HelmApplied> {
  const { client, resource, object, live } = input
  const patch = live === undefined ? undefined : migrationPatch(live, helmMigration)
  if (live !== undefined && isJsonList(patch)) {
    if (input.dryRun === true) {
      const tried = await tryMigrated({ ...input, live }, signal)
      if (tried !== undefined) return tried
    } else {
      const options = { fieldManager: helmManager }
      await patchObject(
        client,
        targetOf(resource, object),
        { type: 'json', patch },
        options,
        signal,
      )
    }
  }
  return await applyTwice(input, signal)
}

/** Applies an object only if there is none of its name; undefined when there is one. */
export async function createAsHelm(
  input: HelmApply,
  signal: AbortSignal,
): Promise<HelmApplied | undefined> {
  const metadata = { ...input.object.metadata, resourceVersion: versionOfNothing }
  try {
    const written = await applyOnce(input, { ...input.object, metadata }, false, signal)
    return { did: 'applied', written, taken: [], yielded: [] }
  } catch (error) {
    if (isKubeError(error, 'conflict')) return undefined
    throw error
  }
}

// The first answer names the conflicts; the second attempt is made with what was decided about them.
async function applyTwice(input: HelmApply, signal: AbortSignal): Promise<HelmApplied> {
  try {
    const written = await applyOnce(input, input.object, false, signal)
    return { did: 'applied', written, taken: [], yielded: [] }
  } catch (error) {
    const conflicts = isKubeError(error, 'conflict') ? readConflicts(error) : []
    if (!isKubeError(error) || conflicts.length === 0) throw error
    const { yielded, taken, open } = sortConflicts(conflicts, input.conflicts)
    if (open.length > 0) return { did: 'conflict', conflicts: open, error }
    const left = dropFields(
      input.object,
      yielded.map(({ field }) => field),
    )
    const written = await applyOnce(input, left, taken.length > 0, signal)
    return { did: 'applied', written, taken, yielded }
  }
}

function applyOnce(
  { client, resource, dryRun, answer }: HelmApply,
  object: KubeObject,
  force: boolean,
  signal: AbortSignal,
): Promise<Written> {
  const options = {
    fieldManager: helmManager,
    fieldValidation: 'Strict' as const,
    force,
    ...(dryRun === undefined ? {} : { dryRun }),
    ...(answer === undefined ? {} : { answer }),
  }
  return applyObject(client, resource, object, options, signal)
}

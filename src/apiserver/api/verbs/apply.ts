import { ObjectsError } from '../../../objects/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../objects/json.ts'
import { readPath, textAt } from '../../../objects/kube-object.ts'
import { conflictCauses, conflictMessage } from '../../../objects/merge/conflict-text.ts'
import { applyObject } from '../../../objects/merge/field-manager.ts'
import { StatusError } from '../../errors.ts'
import { draftOf, type Draft } from '../../registry/draft.ts'
import { markStorageQuirk } from '../../registry/storage-quirks.ts'
import { timestamp } from '../../registry/registry.ts'
import { badRequest, nothingServed } from '../../status-errors.ts'
import type { Call } from '../call.ts'
import { checkName } from './check-name.ts'
import { normaliseApplied } from '../codecs/normalise.ts'
import type { WriteOptions } from './write-options.ts'

/** Makes the object of a server-side apply from the one that is there. */
export function applyTransform(
  call: Call,
  options: WriteOptions,
  sent: Json,
): (old: JsonObject | undefined) => Draft {
  const { served, route, registry } = call
  const kind = served.managed(route.subresource)
  if (kind === undefined) throw nothingServed()
  const config = isJsonObject(sent) ? sent : {}
  checkType(call, config)
  return (old) => {
    const { manager, force } = options
    const outcome = withTexts(() =>
      applyObject(kind, { live: old, config, manager, force, now: timestamp(registry) }),
    )
    if (outcome.did === 'conflict') {
      const causes = conflictCauses(outcome.conflicts)
      throw new StatusError(409, 'Conflict', conflictMessage(outcome.conflicts), {
        details: { causes },
      })
    }
    const draft = draftOf(outcome.object)
    if (served.isCustom && hasEmptyMaps(draft)) markStorageQuirk(draft)
    normaliseApplied(call, draft, config, options)
    checkName(draft, route.name)
    return draft
  }
}

/** The real server stores them when an apply has emptied them, and shows them to nobody. */
function hasEmptyMaps(draft: Draft): boolean {
  return ['labels', 'annotations'].some((field) => {
    const map = readPath(draft, ['metadata', field])
    return map === null || (isJsonObject(map) && Object.keys(map).length === 0)
  })
}

function checkType({ served }: Call, config: JsonObject): void {
  const apiVersion = textAt(config, ['apiVersion'])
  const kind = textAt(config, ['kind'])
  if (apiVersion === '' || kind !== served.resource.kind) {
    const full = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`
    throw badRequest(`invalid object type: ${full}, Kind=${kind}`)
  }
  const fields = readPath(config, ['metadata', 'managedFields'])
  if (fields !== undefined && fields !== null)
    throw badRequest('metadata.managedFields must be nil')
  if (apiVersion !== served.apiVersion) {
    throw badRequest(
      `Incorrect version specified in apply patch. Specified patch version: ${apiVersion}, expected: ${served.apiVersion}`,
    )
  }
}

function withTexts<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof ObjectsError) throw new StatusError(500, '', error.message)
    throw error
  }
}

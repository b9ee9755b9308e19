import type { JsonObject } from '../../../objects/json.ts'
import {
  forbiddenField,
  invalid,
  invalidObject,
  required,
  unsupported,
  type FieldError,
} from '../../field-errors.ts'
import { checkDryRun } from '../../registry/delete-options.ts'
import type { WriteContext } from '../../registry/registry.ts'
import type { FieldValidation } from '../../registry/strategy.ts'
import type { Call } from '../call.ts'
import { booleanIn } from '../query.ts'

export type OptionsKind = 'CreateOptions' | 'UpdateOptions' | 'PatchOptions'

export interface WriteOptions {
  readonly fieldValidation: FieldValidation
  readonly dryRun: boolean
  readonly manager: string
  readonly force: boolean
}

const longestManager = 128

/** Reads the options of a write from its query. */
export function readWriteOptions(call: Call, kind: OptionsKind, isApply: boolean): WriteOptions {
  const { query } = call
  const named = query.get('fieldManager') ?? ''
  const dryRun = query.getAll('dryRun').filter((value) => value !== '')
  const validation = query.get('fieldValidation') ?? ''
  const errors: FieldError[] = []
  if (kind === 'PatchOptions') {
    if (isApply && named === '')
      errors.push(required('fieldManager', 'is required for apply patch'))
    if (!isApply && query.has('force')) {
      errors.push(forbiddenField('force', 'may not be specified for non-apply patch'))
    }
  }
  errors.push(...checkManager(named), ...checkDryRun(dryRun), ...checkValidation(validation))
  if (errors.length > 0) throw invalidObject({ group: 'meta.k8s.io', kind }, '', errors)
  return {
    fieldValidation: validation === '' ? 'Warn' : (validation as FieldValidation),
    dryRun: dryRun.length > 0,
    manager: named === '' ? managerFromAgent(call.request.header('user-agent') ?? '') : named,
    force: booleanIn(query, 'force') === true,
  }
}

function checkManager(manager: string): readonly FieldError[] {
  const errors: FieldError[] = []
  if (Buffer.byteLength(manager) > longestManager) {
    const detail = `may not be more than ${longestManager} bytes`
    errors.push({ type: 'too-long', field: 'fieldManager', detail })
  }
  let at = 0
  for (const character of manager) {
    if (/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(character)) {
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0') ?? ''
      const detail = `invalid character U+${code} (at position ${at})`
      errors.push(invalid('fieldManager', manager, detail))
    }
    at += Buffer.byteLength(character)
  }
  return errors
}

function checkValidation(validation: string): readonly FieldError[] {
  const known = ['', 'Ignore', 'Strict', 'Warn']
  return known.includes(validation) ? [] : [unsupported('fieldValidation', validation, known)]
}

/** A client that does not name its manager is called after its program. */
function managerFromAgent(agent: string): string {
  const name = [...(agent.split('/')[0] ?? '')].filter((character) => /[^\p{C}]/u.test(character))
  return name.join('').slice(0, longestManager)
}

/** The facts about a write that the registry needs. */
export function writeContext(call: Call, options: WriteOptions, kind: OptionsKind): WriteContext {
  const admitted: JsonObject = {
    kind,
    apiVersion: 'meta.k8s.io/v1',
    ...(options.dryRun && { dryRun: ['All'] }),
    ...(call.query.has('fieldManager') && { fieldManager: options.manager }),
    ...(call.query.has('fieldValidation') && { fieldValidation: options.fieldValidation }),
  }
  return {
    served: call.served,
    subresource: call.route.subresource,
    namespace: call.route.namespace,
    user: call.user,
    manager: options.manager,
    dryRun: options.dryRun,
    options: admitted,
    warn: (text) => call.warnings.add(text),
  }
}

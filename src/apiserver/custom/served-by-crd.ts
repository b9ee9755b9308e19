import { fieldOf, isJsonObject, type Json, type JsonObject } from '../../objects/json.ts'
import { formatApiVersion, listAt, readPath, textAt } from '../../objects/kube-object.ts'
import type { ManagedKind } from '../../objects/merge/field-manager.ts'
import { customKind } from '../../objects/merge/managed-kind.ts'
import { defaultStrategy } from '../kinds/defaults/default-strategy.ts'
import type { FieldError, FieldErrorType } from '../field-errors.ts'
import { draftOf } from '../registry/draft.ts'
import type { Resource, Subresource } from '../registry/resource.ts'
import type { Served } from '../registry/served.ts'
import type { Strategy } from '../registry/strategy.ts'
import { createRuleCheck, type RuleCheck } from './cel/run-rules.ts'
import { checkEmbedded } from './check-embedded.ts'
import { checkValue } from './check-value.ts'
import { customColumns } from './custom-columns.ts'
import { normaliseMetadata } from '../kinds/typed-fields.ts'
import { dropNulls, fillDefaults } from './fill-defaults.ts'
import { prune } from './prune.ts'
import type { StructuralSchema } from './structural-schema.ts'

const everyVerb = [
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'create',
  'update',
  'watch',
]

/** The versions of a custom kind that its definition serves, the preferred one first. */
export function servedBy(crd: JsonObject): readonly Served[] {
  const versions = listAt(crd, ['spec', 'versions']).filter(isJsonObject)
  const stored = versions.find((version) => fieldOf(version, 'storage') === true)
  const served = versions.filter((version) => fieldOf(version, 'served') === true)
  const storedVersion = textAt(stored, ['name'])
  return served
    .map((version) => serve(crd, version, storedVersion))
    .toSorted((a, b) => compareVersions(a.resource.version, b.resource.version))
}

function serve(crd: JsonObject, version: JsonObject, storedVersion: string): Served {
  const group = textAt(crd, ['spec', 'group'])
  const names = fieldOf(fieldOf(crd, 'spec'), 'names')
  const name = textAt(version, ['name'])
  const resource: Resource = {
    group,
    version: name,
    resource: textAt(names, ['plural']),
    singular: textAt(names, ['singular']),
    kind: textAt(names, ['kind']),
    namespaced: textAt(crd, ['spec', 'scope']) === 'Namespaced',
    verbs: everyVerb,
    shortNames: textsIn(names, 'shortNames'),
    categories: textsIn(names, 'categories'),
    subresources: subresourcesOf(version, textAt(names, ['kind'])),
  }
  return {
    resource,
    apiVersion: formatApiVersion(group, name),
    bucket: `${group}/${resource.resource}`,
    storedApiVersion: formatApiVersion(group, storedVersion),
    strategy: strategyOf(crd, version, resource),
    isCustom: true,
    managed: managedKinds(crd, name),
    type: undefined,
    columns: customColumns(listAt(version, ['additionalPrinterColumns'])),
    ...scaleOf(version),
    schema: schemaOf(version),
    ...deprecationOf(version, formatApiVersion(group, name), resource.kind),
    ...noticeOf(crd, formatApiVersion(group, name), formatApiVersion(group, storedVersion)),
    fromStored: (object) => {
      const draft = draftOf(object)
      prune(draft, schemaOf(version), () => {})
      fillDefaults(draft, schemaOf(version))
      return draft
    },
  }
}

function managedKinds(
  crd: JsonObject,
  version: string,
): (subresource: string) => ManagedKind | undefined {
  const known = new Map<string, ManagedKind | undefined>()
  return (subresource) => {
    if (!known.has(subresource)) known.set(subresource, customKind(crd, version, subresource))
    return known.get(subresource)
  }
}

function subresourcesOf(version: JsonObject, kind: string): readonly Subresource[] {
  const verbs = ['get', 'patch', 'update']
  const declared = fieldOf(version, 'subresources')
  const status = { name: 'status', kind, apiVersion: undefined, verbs }
  const scale = { name: 'scale', kind: 'Scale', apiVersion: 'autoscaling/v1', verbs }
  return [
    ...(fieldOf(declared, 'status') === undefined ? [] : [status]),
    ...(fieldOf(declared, 'scale') === undefined ? [] : [scale]),
  ]
}

function deprecationOf(
  version: JsonObject,
  apiVersion: string,
  kind: string,
): Pick<Served, 'deprecation'> {
  if (fieldOf(version, 'deprecated') !== true) return {}
  const text = textAt(version, ['deprecationWarning'])
  return { deprecation: text === '' ? `${apiVersion} ${kind} is deprecated` : text }
}

/** A user who relies on a conversion should know that there is none. */
function noticeOf(
  crd: JsonObject,
  apiVersion: string,
  storedApiVersion: string,
): Pick<Served, 'notice'> {
  const strategy = textAt(crd, ['spec', 'conversion', 'strategy'])
  if (strategy !== 'Webhook' || apiVersion === storedApiVersion) return {}
  const why = 'conversion webhooks are not called by the embedded API'
  return { notice: `${why}: ${apiVersion} is ${storedApiVersion} with another name` }
}

function scaleOf(version: JsonObject): Pick<Served, 'scale'> {
  const scale = readPath(version, ['subresources', 'scale'])
  if (scale === undefined) return {}
  const path = (field: string) =>
    textAt(scale, [field])
      .split('.')
      .filter((part) => part !== '')
  const selector = path('labelSelectorPath')
  return {
    scale: {
      spec: path('specReplicasPath'),
      status: path('statusReplicasPath'),
      ...(selector.length > 0 && { selector }),
    },
  }
}

function schemaOf(version: JsonObject): JsonObject {
  const declared = readPath(version, ['schema', 'openAPIV3Schema'])
  return isJsonObject(declared) ? declared : {}
}

function strategyOf(crd: JsonObject, version: JsonObject, resource: Resource): Strategy {
  const schema = schemaOf(version) as StructuralSchema
  const keeps = readPath(crd, ['spec', 'preserveUnknownFields']) === true
  const hasStatus = resource.subresources.some(({ name }) => name === 'status')
  const hasRules = JSON.stringify(schema).includes('"x-kubernetes-validations"')
  const { scale } = scaleOf(version)
  const rules = hasRules ? createRuleCheck(schema) : undefined
  const fields = listAt(version, ['selectableFields']).map((field) => textAt(field, ['jsonPath']))
  const validate = (object: JsonObject, old?: JsonObject) =>
    checkContent(object, old, schema, { rules, scale })
  return {
    ...defaultStrategy,
    allowUnconditionalUpdate: false,
    hasGeneration: true,
    hasStatus,
    normalise: (draft, report) => {
      normaliseMetadata(draft, report)
      if (!keeps) prune(draft, schema, report)
    },
    dropNulls: (draft) => dropNulls(draft, schema),
    complete: (draft) => fillDefaults(draft, schema),
    validate: (object) => validate(object),
    validateUpdate: validate,
    validateStatusUpdate: validate,
    ...(fields.length > 0 && {
      selectableFields: Object.fromEntries(
        fields.map((path) => [path.replace(/^\./, ''), path.split('.').slice(1)]),
      ),
    }),
  }
}

/** Kind, version and metadata have rules of their own. */
function checkContent(
  object: JsonObject,
  old: JsonObject | undefined,
  schema: StructuralSchema,
  also: {
    readonly rules: RuleCheck | undefined
    readonly scale: Served['scale']
  },
): readonly FieldError[] {
  const { properties, ...rest } = schema
  const { metadata: _, apiVersion: __, kind: ___, ...own } = properties ?? {}
  const errors = [
    ...checkValue(object, { ...rest, properties: own }, ''),
    ...checkEmbedded(object, { properties: own }, ''),
    ...(also.scale === undefined ? [] : checkReplicas(object, also.scale.spec)),
    ...checkAccess(object, also.scale?.selector ?? [], ''),
  ]
  if (also.rules === undefined) return errors
  if (!errors.some(({ type }) => blocking.has(type))) {
    return [...errors, ...also.rules(object, old)]
  }
  return [...errors, { type: 'invalid', field: '<nil>', value: null, detail: notChecked }]
}

/**
 * The errors that make rules pointless, because rules count on the types of the values that they
 * look at.
 */
const blocking = new Set<FieldErrorType>([
  'required',
  'too-long',
  'too-many',
  'type',
  'unsupported',
])
const notChecked =
  'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation'

/** The number that a scale reads has to be one. */
function checkReplicas(object: JsonObject, path: readonly string[]): readonly FieldError[] {
  const closed = checkAccess(object, path, 0)
  if (closed.length > 0) return closed
  const value = readPath(object, path)
  if (value === undefined || Number.isInteger(value) || typeof value === 'bigint') return []
  const field = `.${path.join('.')}`
  const found = typeof value === 'number' ? 'float64' : typeof value
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  const detail = `${field} accessor error: ${shown} is of the type ${found}, expected int64`
  return [{ type: 'invalid', field, value: 0, detail }]
}

/** On the way to a field there have to be objects. */
function checkAccess(
  object: JsonObject,
  path: readonly string[],
  value: Json,
): readonly FieldError[] {
  for (let depth = 1; depth < path.length; depth++) {
    const met = readPath(object, path.slice(0, depth))
    if (met === undefined) return []
    if (isJsonObject(met)) continue
    const field = `.${path.join('.')}`
    const shown = typeof met === 'string' ? met : JSON.stringify(met)
    const type = goTypeOf(met)
    const detail = `${field} accessor error: ${shown} is of the type ${type}, expected map[string]interface{}`
    return [{ type: 'invalid', field, value, detail }]
  }
  return []
}

/** As Go calls the type of what was read from JSON. */
function goTypeOf(value: Json): string {
  if (Array.isArray(value)) return '[]interface {}'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'number' || typeof value === 'bigint') {
    return Number.isInteger(Number(value)) ? 'int64' : 'float64'
  }
  return value === null ? '<nil>' : typeof value
}

function textsIn(value: Json | undefined, field: string): readonly string[] {
  return listAt(value, [field]).filter((text) => typeof text === 'string')
}

/** Stable versions before beta before alpha, newer before older. */
function compareVersions(a: string, b: string): number {
  const [left, right] = [rankOf(a), rankOf(b)]
  if (left === undefined || right === undefined) {
    if (left === right) return a < b ? -1 : 1
    return left === undefined ? 1 : -1
  }
  for (const [at, number] of left.entries()) {
    const order = (right[at] ?? 0) - number
    if (order !== 0) return order
  }
  return 0
}

function rankOf(version: string): readonly number[] | undefined {
  const found = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version)
  if (found === null) return undefined
  const stability = found[2] === undefined ? 2 : found[2] === 'beta' ? 1 : 0
  return [stability, Number(found[1]), Number(found[3] ?? 0)]
}

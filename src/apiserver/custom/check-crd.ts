import { equalJson, fieldOf, isJsonObject, type Json, type JsonObject } from '../../objects/json.ts'
import { listAt, nameOf, readPath, textAt } from '../../objects/kube-object.ts'
import { invalid, required, unsupported, type FieldError } from '../field-errors.ts'
import { isLabel1035 } from '../registry/name-rules.ts'
import { checkRules } from './cel/check-rules.ts'
import { checkStructural } from './check-structural.ts'

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string']
const simplePath = 'must be a simple json path starting with .'

/** The errors of a custom definition. */
export function checkCrd(crd: JsonObject): readonly FieldError[] {
  const spec = fieldOf(crd, 'spec')
  const group = textAt(spec, ['group'])
  const plural = textAt(spec, ['names', 'plural'])
  const errors: FieldError[] = []
  if (nameOf(crd) !== `${plural}.${group}`) {
    const detail = 'must be spec.names.plural+"."+spec.group'
    errors.push(invalid('metadata.name', nameOf(crd), detail))
  }
  if (group === '') errors.push(required('spec.group'))
  else if (!group.includes('.')) {
    errors.push(invalid('spec.group', group, 'should be a domain with at least one dot'))
  }
  errors.push(...checkScope(spec), ...checkVersions(spec), ...checkNames(spec))
  if (fieldOf(spec, 'preserveUnknownFields') === true) {
    const detail =
      'cannot set to true, set x-kubernetes-preserve-unknown-fields to true in spec.versions[*].schema instead'
    errors.push(invalid('spec.preserveUnknownFields', true, detail))
  }
  errors.push(...checkConversion(fieldOf(spec, 'conversion')))
  if (listAt(crd, ['status', 'storedVersions']).length === 0) {
    errors.push(invalid('status.storedVersions', null, 'must have at least one stored version'))
  }
  errors.push(...checkStored(crd))
  return errors
}

/** Only the first of several that are marked is taken for the stored one. */
function checkStored(crd: JsonObject): readonly FieldError[] {
  const marked = listAt(crd, ['spec', 'versions'])
    .filter((version) => fieldOf(version, 'storage') === true)
    .map((version) => textAt(version, ['name']))
  const stored = listAt(crd, ['status', 'storedVersions'])
  return marked.slice(1).flatMap((name) => {
    if (stored.includes(name)) return []
    return [invalid('status.storedVersions', stored, `must have the storage version ${name}`)]
  })
}

/** The errors of an update that takes back what a definition cannot take back. */
export function checkCrdUpdate(crd: JsonObject, old: JsonObject): readonly FieldError[] {
  const errors: FieldError[] = []
  for (const [field, path] of fixed) {
    const [now, before] = [readPath(crd, path), readPath(old, path)]
    if (!equalJson(now, before)) errors.push(invalid(field, now ?? null, 'field is immutable'))
  }
  if (errors.length > 0) return errors
  const names = listAt(crd, ['spec', 'versions']).map((version) => textAt(version, ['name']))
  const missing = listAt(crd, ['status', 'storedVersions']).flatMap((version, at) => {
    const name = typeof version === 'string' ? version : ''
    if (names.includes(name)) return []
    const detail = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`
    return [invalid(`status.storedVersions[${at}]`, name, detail)]
  })
  return [...checkCrd(crd), ...missing]
}

const fixed: readonly (readonly [field: string, path: readonly string[]])[] = [
  ['spec.group', ['spec', 'group']],
  ['spec.scope', ['spec', 'scope']],
  ['spec.names.kind', ['spec', 'names', 'kind']],
  ['spec.names.plural', ['spec', 'names', 'plural']],
]

function checkScope(spec: Json | undefined): readonly FieldError[] {
  const scope = textAt(spec, ['scope'])
  if (scope === 'Cluster' || scope === 'Namespaced') return []
  return [unsupported('spec.scope', scope, ['Cluster', 'Namespaced'])]
}

function checkNames(spec: Json | undefined): readonly FieldError[] {
  const names = fieldOf(spec, 'names')
  const errors: FieldError[] = []
  for (const field of ['plural', 'singular', 'kind', 'listKind']) {
    const text = textAt(names, [field])
    if (text === '') errors.push(required(`spec.names.${field}`))
    else {
      const faults = isLabel1035(text.toLowerCase())
      errors.push(...faults.map((fault) => invalid(`spec.names.${field}`, text, fault)))
    }
  }
  const [kind, listKind] = [textAt(names, ['kind']), textAt(names, ['listKind'])]
  if (kind !== '' && kind === listKind) {
    const detail = 'kind and listKind may not be the same'
    errors.push(invalid('spec.names.listKind', listKind, detail))
  }
  return errors
}

function checkConversion(conversion: Json | undefined): readonly FieldError[] {
  if (textAt(conversion, ['strategy']) !== 'Webhook') return []
  const errors: FieldError[] = []
  if (readPath(conversion, ['webhook', 'clientConfig']) === undefined) {
    const detail = 'required when strategy is set to Webhook'
    errors.push(required('spec.conversion.webhookClientConfig', detail))
  }
  if (listAt(conversion, ['webhook', 'conversionReviewVersions']).length === 0) {
    errors.push(required('spec.conversion.conversionReviewVersions'))
  }
  return errors
}

/**
 * Checks the versions. Settings that all versions share are told once, at the place where the
 * oldest version of the kind had them.
 */
function checkVersions(spec: Json | undefined): readonly FieldError[] {
  const versions = listAt(spec, ['versions']).filter(isJsonObject)
  const errors: FieldError[] = []
  const shared = (field: string) =>
    versions.every((version) => equalJson(fieldOf(version, field), fieldOf(versions[0], field)))
  const names = versions.map((version) => textAt(version, ['name']))
  for (const [at, version] of versions.entries()) {
    const name = names[at] ?? ''
    const faults = isLabel1035(name)
    errors.push(...faults.map((fault) => invalid(`spec.versions[${at}].name`, name, fault)))
    const place = (field: string, common: string) =>
      shared(field) ? common : `spec.versions[${at}].${field}`
    if (
      at > 0 &&
      shared('schema') &&
      shared('subresources') &&
      shared('additionalPrinterColumns')
    ) {
      continue
    }
    errors.push(
      ...checkSchema(version, at, place('schema', 'spec.validation')),
      ...checkScale(version, place('subresources', 'spec.subresources')),
      ...checkColumns(version, place('additionalPrinterColumns', 'spec.additionalPrinterColumns')),
      ...checkSelectable(version, place('selectableFields', 'spec.selectableFields')),
    )
  }
  // The first one is also where definitions once had their only version.
  const [first = ''] = names
  if (names.length > 0) {
    errors.push(...isLabel1035(first).map((fault) => invalid('spec.version', first, fault)))
  }
  const stored = versions.filter((version) => fieldOf(version, 'storage') === true)
  if (stored.length !== 1) {
    const detail = 'must have exactly one version marked as storage version'
    errors.push({
      ...invalid('spec.versions', versions.map(internalVersion), detail),
      order: 'kept',
    })
  }
  if (new Set(names).size < names.length) {
    const detail = 'must contain unique version names'
    errors.push({
      ...invalid('spec.versions', versions.map(internalVersion), detail),
      order: 'kept',
    })
  }
  return errors
}

/** A version as Go prints the struct that the server works with. */
function internalVersion(version: JsonObject): Json {
  return {
    Name: textAt(version, ['name']),
    Served: fieldOf(version, 'served') === true,
    Storage: fieldOf(version, 'storage') === true,
    Deprecated: false,
    DeprecationWarning: null,
    Schema: null,
    Subresources: null,
    AdditionalPrinterColumns: null,
    SelectableFields: null,
  }
}

function checkSchema(version: JsonObject, at: number, path: string): readonly FieldError[] {
  const schema = readPath(version, ['schema', 'openAPIV3Schema'])
  if (!isJsonObject(schema)) return [required(`spec.versions[${at}].schema.openAPIV3Schema`)]
  const place = `${path}.openAPIV3Schema`
  const errors = checkStructural(schema, place)
  // Rules count on the types that a schema gives.
  return errors.length > 0 ? errors : checkRules(schema, place)
}

function checkScale(version: JsonObject, path: string): readonly FieldError[] {
  const scale = readPath(version, ['subresources', 'scale'])
  if (scale === undefined) return []
  return ['specReplicasPath', 'statusReplicasPath'].flatMap((field) => {
    const text = textAt(scale, [field])
    return text.startsWith('.') ? [] : [invalid(`${path}.scale.${field}`, text, simplePath)]
  })
}

function checkColumns(version: JsonObject, path: string): readonly FieldError[] {
  return listAt(version, ['additionalPrinterColumns']).flatMap((column, at) => {
    const errors: FieldError[] = []
    const [type, jsonPath] = [textAt(column, ['type']), textAt(column, ['jsonPath'])]
    if (!columnTypes.includes(type)) {
      const detail = `must be one of ${columnTypes.join(',')}`
      errors.push(invalid(`${path}[${at}].type`, type, detail))
    }
    if (!jsonPath.startsWith('.')) {
      errors.push(invalid(`${path}[${at}].JSONPath`, jsonPath, simplePath))
    }
    return errors
  })
}

function checkSelectable(version: JsonObject, path: string): readonly FieldError[] {
  const schema = readPath(version, ['schema', 'openAPIV3Schema'])
  return listAt(version, ['selectableFields']).flatMap((field, at) => {
    const text = textAt(field, ['jsonPath'])
    const steps = text
      .split('.')
      .slice(1)
      .flatMap((step) => ['properties', step])
    if (readPath(schema, steps) !== undefined) return []
    const detail = 'is an invalid path: does not refer to a valid field'
    return [invalid(`${path}[${at}].jsonPath`, text, detail)]
  })
}

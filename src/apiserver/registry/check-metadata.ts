import { compareStrings } from '../../formats/go-string.ts'
import {
  equalJson,
  fieldOf,
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
} from '../../objects/json.ts'
import { listAt, textAt } from '../../objects/kube-object.ts'
import { forbiddenField, invalid, required, type FieldError } from '../field-errors.ts'
import { labelKeyProblems, labelValueProblems } from '../../objects/selector/label-names.ts'

const mostAnnotationBytes = 256 * 1024

/** The errors in the metadata of an object that is created. */
export function checkMetadata(
  object: JsonObject,
  namespaced: boolean,
  checkName: (name: string) => readonly string[],
): readonly FieldError[] {
  const metadata = fieldOf(object, 'metadata')
  const errors: FieldError[] = []
  const generateName = textAt(metadata, ['generateName'])
  if (generateName !== '') {
    // The random part after the prefix makes the name end properly.
    const trial = generateName.endsWith('-') ? `${generateName.slice(0, -1)}a` : generateName
    for (const fault of checkName(trial)) {
      errors.push(invalid('metadata.generateName', generateName, fault))
    }
  }
  const name = textAt(metadata, ['name'])
  if (name === '') errors.push(required('metadata.name', 'name or generateName is required'))
  else {
    for (const fault of checkName(name)) errors.push(invalid('metadata.name', name, fault))
  }
  const namespace = textAt(metadata, ['namespace'])
  if (namespaced && namespace === '') errors.push(required('metadata.namespace'))
  if (!namespaced && namespace !== '') {
    errors.push(forbiddenField('metadata.namespace', 'not allowed on this type'))
  }
  return [...errors, ...checkCollections(metadata)]
}

const unchangeable = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
]

/** The errors in the metadata of an object that takes the place of an older one. */
export function checkMetadataUpdate(object: JsonObject, old: JsonObject): readonly FieldError[] {
  const metadata = fieldOf(object, 'metadata')
  const before = fieldOf(old, 'metadata')
  const errors: FieldError[] = []
  if (fieldOf(before, 'deletionTimestamp') !== undefined) {
    const known = listAt(before, ['finalizers'])
    const added = listAt(metadata, ['finalizers']).filter((name) => !known.includes(name))
    if (added.length > 0) {
      const list = added
        .map((name) => JSON.stringify(name))
        .toSorted(compareStrings)
        .join(', ')
      const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`
      errors.push(forbiddenField('metadata.finalizers', detail))
    }
  }
  for (const field of unchangeable) {
    const value = fieldOf(metadata, field)
    if (equalJson(value, fieldOf(before, field))) continue
    errors.push(invalid(`metadata.${field}`, value ?? null, 'field is immutable'))
  }
  return [...errors, ...checkCollections(metadata)]
}

function checkCollections(metadata: Json | undefined): readonly FieldError[] {
  return [
    ...checkLabels(fieldOf(metadata, 'labels'), 'metadata.labels'),
    ...checkAnnotations(fieldOf(metadata, 'annotations')),
    ...checkOwners(fieldOf(metadata, 'ownerReferences')),
    ...checkFinalizers(fieldOf(metadata, 'finalizers')),
  ]
}

/** The errors of labels, wherever they stand. */
function checkLabels(labels: Json | undefined, field: string): readonly FieldError[] {
  return entriesOf(labels).flatMap(([key, value]) => [
    ...labelKeyProblems(key).map((fault) => invalid(field, key, fault)),
    ...labelValueProblems(textOf(value)).map((fault) => invalid(field, value, fault)),
  ])
}

function checkAnnotations(annotations: Json | undefined): readonly FieldError[] {
  const errors: FieldError[] = []
  let bytes = 0
  for (const [key, value] of entriesOf(annotations)) {
    bytes += Buffer.byteLength(key) + Buffer.byteLength(textOf(value))
    for (const fault of labelKeyProblems(key.toLowerCase())) {
      errors.push(invalid('metadata.annotations', key, fault))
    }
  }
  if (bytes > mostAnnotationBytes) {
    const detail = `may not be more than ${mostAnnotationBytes} bytes`
    errors.push({ type: 'too-long', field: 'metadata.annotations', detail })
  }
  return errors
}

function checkOwners(owners: Json | undefined): readonly FieldError[] {
  if (!isJsonList(owners)) return []
  const path = 'metadata.ownerReferences'
  const errors: FieldError[] = []
  let controller = ''
  for (const owner of owners) {
    for (const field of ['apiVersion', 'kind', 'name', 'uid']) {
      if (textAt(owner, [field]) !== '') continue
      const detail = field === 'apiVersion' ? 'version must not be empty' : 'must not be empty'
      errors.push(invalid(`${path}.${field}`, '', detail))
    }
    if (fieldOf(owner, 'controller') !== true) continue
    const name = `${textAt(owner, ['kind'])}/${textAt(owner, ['name'])}`
    if (controller === '') controller = name
    else {
      const detail = `Only one reference can have Controller set to true. Found "true" in references for ${controller} and ${name}`
      errors.push(invalid(path, owners, detail))
    }
  }
  return errors
}

function checkFinalizers(finalizers: Json | undefined): readonly FieldError[] {
  if (!isJsonList(finalizers)) return []
  const path = 'metadata.finalizers'
  const errors = finalizers.flatMap((name) =>
    labelKeyProblems(textOf(name)).map((fault) => invalid(path, name, fault)),
  )
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    const detail = 'finalizer orphan and foregroundDeletion cannot be both set'
    errors.push(invalid(path, finalizers, detail))
  }
  return errors
}

function entriesOf(value: Json | undefined): readonly (readonly [string, Json])[] {
  return isJsonObject(value) ? Object.entries(value) : []
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : ''
}

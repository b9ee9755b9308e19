// Targets, sources and images out of configuration.

import type { ImageChange } from '../transform/images.ts'
import type { FieldOptions, Replacement, ReplacementTarget } from '../transform/replacements.ts'
import type { Var } from '../transform/vars.ts'
import { parseApiVersion, type ResId } from '../resource/res-id.ts'
import type { Selector } from '../resource/selector.ts'
import { fieldsAt, flagAt, integerAt, listAt, textAt, textsAt, type Fields } from './read-as.ts'
import { gvkOf } from './transformer-config.ts'

export function selectorOf(fields: Fields): Selector {
  return {
    ...gvkOf(fields),
    name: textAt(fields, 'name'),
    namespace: textAt(fields, 'namespace'),
    annotationSelector: textAt(fields, 'annotationSelector'),
    labelSelector: textAt(fields, 'labelSelector'),
  }
}

function idOf(fields: Fields | undefined): ResId {
  const name = textAt(fields, 'name')
  const namespace = textAt(fields, 'namespace')
  return { ...gvkOf(fields), name, namespace, isClusterScoped: false }
}

export function imageChangeOf(fields: Fields | undefined): ImageChange {
  return {
    name: textAt(fields, 'name'),
    newName: textAt(fields, 'newName'),
    newTag: textAt(fields, 'newTag'),
    tagSuffix: textAt(fields, 'tagSuffix'),
    digest: textAt(fields, 'digest'),
  }
}

export function varOf(fields: Fields): Var {
  const reference = fieldsAt(fields, 'objref')
  const apiVersion = textAt(reference, 'apiVersion')
  const id = idOf(reference)
  const target = apiVersion === '' ? id : { ...id, ...parseApiVersion(apiVersion) }
  const fieldPath = textAt(fieldsAt(fields, 'fieldref'), 'fieldPath') || 'metadata.name'
  return { name: textAt(fields, 'name'), target, fieldPath }
}

export function replacementOf(fields: Fields): Replacement {
  const source = fieldsAt(fields, 'source')
  const value = fields.get('sourceValue')
  return {
    source:
      source === undefined
        ? undefined
        : { id: idOf(source), fieldPath: textAt(source, 'fieldPath'), options: optionsOf(source) },
    sourceValue: typeof value === 'string' ? value : undefined,
    targets: fields.has('targets') ? listAt(fields, 'targets').map(targetOf) : undefined,
  }
}

function targetOf(fields: Fields): ReplacementTarget {
  const select = fieldsAt(fields, 'select')
  return {
    select: select === undefined ? undefined : selectorOf(select),
    reject: listAt(fields, 'reject').map(selectorOf),
    fieldPaths: textsAt(fields, 'fieldPaths'),
    options: optionsOf(fields),
  }
}

function optionsOf(fields: Fields): FieldOptions | undefined {
  const options = fieldsAt(fields, 'options')
  if (options === undefined) return undefined
  return {
    delimiter: textAt(options, 'delimiter'),
    index: integerAt(options, 'index'),
    create: flagAt(options, 'create'),
  }
}

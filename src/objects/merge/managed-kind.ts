import { type JsonObject, fieldOf } from '../json.ts'
import {
  formatApiVersion,
  listAt,
  parseApiVersion,
  readPath,
  textAt,
  type GroupVersionKind,
} from '../kube-object.ts'
import type { ApiSchemas } from '../schema/api-schemas.ts'
import { customType } from '../schema/custom-type.ts'
import { emptyObject } from '../schema/empty-object.ts'
import type { SchemaType } from '../schema/schema-type.ts'
import type { ManagedKind } from './field-manager.ts'
import { customResetFields, resetFieldsOf } from './reset-fields.ts'

/** A built-in kind as writes to it see it; undefined when the tables do not have it. */
export function builtInKind(
  schemas: ApiSchemas,
  kind: GroupVersionKind,
  subresource: string,
): ManagedKind | undefined {
  const type = schemas.typeOf(kind)
  if (type === undefined) return undefined
  const reset = resetFieldsOf(kind, subresource)
  return {
    apiVersion: formatApiVersion(kind.group, kind.version),
    subresource,
    emptyObject: emptyObject(kind, type),
    nulls: 'dropped',
    typeOf: (apiVersion) => schemas.typeOf({ ...parseApiVersion(apiVersion), kind: kind.kind }),
    resetFields: () => reset,
  }
}

/** A custom resource in one version of its definition; undefined when it has no such version. */
export function customKind(
  crd: JsonObject,
  version: string,
  subresource: string,
): ManagedKind | undefined {
  const group = textAt(crd, ['spec', 'group'])
  const kind = textAt(crd, ['spec', 'names', 'kind'])
  const types = typesByVersion(crd, group)
  const apiVersion = formatApiVersion(group, version)
  const written = listAt(crd, ['spec', 'versions']).find((one) => textAt(one, ['name']) === version)
  if (written === undefined) return undefined
  const hasStatus = readPath(written, ['subresources', 'status']) !== undefined
  const reset = customResetFields(subresource, hasStatus)
  return {
    apiVersion,
    subresource,
    emptyObject: { apiVersion, kind },
    nulls: 'kept',
    typeOf: (other) => types.get(other),
    resetFields: () => reset,
  }
}

function typesByVersion(crd: JsonObject, group: string): ReadonlyMap<string, SchemaType> {
  const preserve = readPath(crd, ['spec', 'preserveUnknownFields']) === true
  return new Map(
    listAt(crd, ['spec', 'versions']).map((version) => {
      const schema = fieldOf(fieldOf(version, 'schema'), 'openAPIV3Schema')
      const apiVersion = formatApiVersion(group, textAt(version, ['name']))
      return [apiVersion, customType(schema, preserve)] as const
    }),
  )
}

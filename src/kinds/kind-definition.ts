import { apiVersion } from './group.ts'
import type { JsonRecord } from './json-value.ts'
import type { FieldsType, Fields, Schema } from './schema/schema.ts'

export interface PrinterColumn {
  readonly name: string
  readonly type: 'string' | 'integer' | 'date' | 'boolean'
  readonly path: string
  /** Shown only with `-o wide`. */
  readonly wide?: true
}

/** Everything about one kind; its type, CRD, defaults and page come from here. */
export interface KindDefinition<S extends Fields = Fields, T extends Fields = Fields> {
  readonly kind: string
  readonly plural: string
  readonly shortNames: readonly string[]
  readonly scope: 'Namespaced' | 'Cluster'
  /** One sentence for people. */
  readonly description: string
  readonly spec: Schema<FieldsType<S>>
  readonly status: Schema<FieldsType<T>>
  readonly columns: readonly PrinterColumn[]
  /** Stands at the head of the kind's page. */
  readonly example: JsonRecord
}

export interface Metadata {
  readonly name: string
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string
  readonly uid: string
  readonly generation: number
  readonly resourceVersion: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
  readonly finalizers: readonly string[]
  readonly creationTimestamp: string
  readonly deletionTimestamp?: string
}

/** An object of one of our kinds, read and with defaults. */
export interface TypedObject<Spec, Status> {
  readonly metadata: Metadata
  readonly spec: Spec
  readonly status: Status
}

/** A kind as clients of the API address it. */
export interface KindResource {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly kind: string
  readonly namespaced: boolean
}

/** How clients address the objects of a definition. */
export function resourceOf({ kind, plural, scope }: KindDefinition): KindResource {
  const [group = '', version = ''] = apiVersion.split('/')
  return { group, version, resource: plural, kind, namespaced: scope === 'Namespaced' }
}

/** The type of a definition's objects. */
export type ObjectOf<D> =
  D extends KindDefinition<infer S, infer T> ? TypedObject<FieldsType<S>, FieldsType<T>> : never

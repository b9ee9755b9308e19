import type { JsonRecord, JsonValue } from '../json-value.ts'

// A schema value says everything about a field once: its type in TypeScript, its part of the CRD, its
// default and its line in the reference all come from it.

/** Whether an object has the field: always, always once defaults are filled in, or not always. */
export type Presence = 'required' | 'defaulted' | 'optional'

export interface Schema<T = unknown, P extends Presence = Presence> {
  readonly node: SchemaNode
  readonly presence: P
  readonly default?: JsonValue
  /** Never there; it only carries the type. */
  readonly type?: T
}

/** A rule in CEL that the API server checks. */
export interface Rule {
  readonly rule: string
  readonly message: string
}

interface Described {
  readonly description: string
}

export type SchemaNode = Described &
  (
    | {
        readonly is: 'text'
        readonly choices?: readonly string[]
        readonly pattern?: string
        readonly format?: string
        readonly maxLength?: number
        readonly rules?: readonly Rule[]
        /** Whether the API server takes other forms, of which the reader of the kind makes a text. */
        readonly isOpen?: true
      }
    | { readonly is: 'flag' }
    | { readonly is: 'integer'; readonly minimum?: number; readonly maximum?: number }
    /** An object whose fields nobody here knows. */
    | { readonly is: 'any-object' }
    | {
        readonly is: 'list'
        readonly items: Schema
        readonly maxItems: number
        /** Which fields tell items apart; without them the list is one thing. */
        readonly keys?: readonly string[]
      }
    | { readonly is: 'map'; readonly values: Schema; readonly maxProperties: number }
    | { readonly is: 'object'; readonly fields: Fields; readonly rules: readonly Rule[] }
  )

export type Fields = Readonly<Record<string, Schema>>

export type TypeOf<S> = S extends Schema<infer T> ? T : never

type OptionalNames<F extends Fields> = {
  [K in keyof F]: F[K]['presence'] extends 'optional' ? K : never
}[keyof F]

/** The type of an object with these fields, defaults filled in. */
export type FieldsType<F extends Fields> = {
  readonly [K in Exclude<keyof F, OptionalNames<F>>]: TypeOf<F[K]>
} & { readonly [K in OptionalNames<F>]?: TypeOf<F[K]> }

interface TextLimits {
  readonly pattern?: string
  readonly format?: string
  readonly maxLength?: number
  readonly rules?: readonly Rule[]
  readonly isOpen?: true
}

const optional = 'optional' as const

export function text(description: string, limits: TextLimits = {}): Schema<string, 'optional'> {
  return { node: { is: 'text', description, ...limits }, presence: optional }
}

export function choice<const C extends readonly string[]>(
  description: string,
  choices: C,
): Schema<C[number], 'optional'> {
  return { node: { is: 'text', description, choices }, presence: optional }
}

export function flag(description: string): Schema<boolean, 'optional'> {
  return { node: { is: 'flag', description }, presence: optional }
}

export function integer(
  description: string,
  limits: { readonly minimum?: number; readonly maximum?: number } = {},
): Schema<number, 'optional'> {
  return { node: { is: 'integer', description, ...limits }, presence: optional }
}

export function anyObject(description: string): Schema<JsonRecord, 'optional'> {
  return { node: { is: 'any-object', description }, presence: optional }
}

export function list<S extends Schema>(
  description: string,
  items: S,
  limits: { readonly maxItems: number; readonly keys?: readonly string[] },
): Schema<readonly TypeOf<S>[], 'optional'> {
  return { node: { is: 'list', description, items, ...limits }, presence: optional }
}

export function map<S extends Schema>(
  description: string,
  values: S,
  maxProperties: number,
): Schema<Readonly<Record<string, TypeOf<S>>>, 'optional'> {
  return { node: { is: 'map', description, values, maxProperties }, presence: optional }
}

export function object<F extends Fields>(
  description: string,
  fields: F,
  rules: readonly Rule[] = [],
): Schema<FieldsType<F>, 'optional'> {
  return { node: { is: 'object', description, fields, rules }, presence: optional }
}

/** The same, and every object must have it. */
export function required<T>(schema: Schema<T>): Schema<T, 'required'> {
  return { ...schema, presence: 'required' }
}

/** The same, and whoever does not say gets this. */
export function withDefault<T>(schema: Schema<T>, value: T & JsonValue): Schema<T, 'defaulted'> {
  return { ...schema, presence: 'defaulted', default: value }
}

import type { Value } from '../../value.ts'
import type { Resource } from '../document.ts'
import { asArray, asObject } from '../json-type.ts'
import type { Budget } from './budget.ts'
import { checkDepth, steps } from '../limits.ts'
import { type JsonLocation, pointerText } from './problem.ts'
import type { Schema } from '../schema.ts'

/** Set while a schema is checked by its metaschema, because parts of it may have other metaschemas. */
export interface MetaContext {
  readonly schema: Schema
  readonly resources: ReadonlyMap<string, Resource>
  readonly schemaFor: (resource: Resource) => Schema
}

/** Members and items that no keyword has looked at yet. */
export interface Unevaluated {
  readonly properties: Set<string>
  readonly items: Set<number>
}

/** A schema at work on a value. */
export interface Frame {
  /** The schema that was named, by which cycles and dynamic references are found. */
  readonly named: Schema
  /** The schema whose keywords count; another than the named one only inside metaschemas. */
  readonly schema: Schema
  readonly value: Value
  readonly place: JsonLocation | undefined
  readonly parent: Frame | undefined
  /** The keyword of the reference that led here; empty where the schema is a part of the parent's. */
  readonly reference: string
  /** How many values are around this one; frames of the same level check the same value. */
  readonly level: number
  readonly depth: number
  /** Whether nobody wants to know the reasons. */
  readonly isQuiet: boolean
  readonly unevaluated: Unevaluated
  readonly meta: MetaContext | undefined
  readonly budget: Budget
}

export interface FrameOptions {
  readonly budget: Budget
  readonly meta: MetaContext | undefined
}

/** The frame of a schema that starts anew. */
export function rootFrame(schema: Schema, value: Value, options: FrameOptions): Frame {
  return {
    named: schema,
    schema,
    value,
    place: undefined,
    parent: undefined,
    reference: '',
    level: 0,
    depth: 0,
    isQuiet: false,
    unevaluated: startUnevaluated(schema, value, false, options.budget),
    meta: options.meta,
    budget: options.budget,
  }
}

/** The frame of another schema for the same value. */
export function sameValueFrame(
  parent: Frame,
  schema: Schema,
  reference: string,
  isQuiet: boolean,
): Frame {
  const { value, budget } = parent
  const isWanted = !isFullyEvaluated(parent.unevaluated)
  return withMetaschema({
    named: schema,
    schema,
    value,
    place: parent.place,
    parent,
    reference,
    level: parent.level,
    depth: nextDepth(parent),
    isQuiet: parent.isQuiet || isQuiet,
    unevaluated: startUnevaluated(schema, value, isWanted, budget),
    meta: parent.meta,
    budget,
  })
}

/** The frame of a schema for a member or an item. */
export function innerFrame(parent: Frame, schema: Schema, value: Value, token: string): Frame {
  const { budget } = parent
  return withMetaschema({
    named: schema,
    schema,
    value,
    place: { parent: parent.place, token },
    parent,
    reference: '',
    level: parent.level + 1,
    depth: nextDepth(parent),
    isQuiet: parent.isQuiet,
    unevaluated: startUnevaluated(schema, value, false, budget),
    meta: parent.meta,
    budget,
  })
}

export function isFullyEvaluated({ properties, items }: Unevaluated): boolean {
  return properties.size === 0 && items.size === 0
}

/** Leaves only what neither of two frames for the same value has looked at. */
export function keepUnevaluated(own: Unevaluated, other: Unevaluated): void {
  for (const name of own.properties) if (!other.properties.has(name)) own.properties.delete(name)
  for (const index of own.items) if (!other.items.has(index)) own.items.delete(index)
}

/** Where a schema that is being checked has a resource of its own, that resource's metaschema counts. */
function withMetaschema(frame: Frame): Frame {
  const { meta } = frame
  if (meta === undefined || frame.schema !== meta.schema) return frame
  const resource = resourceAt(meta, frame.place)
  if (resource === undefined) return frame
  const schema = meta.schemaFor(resource)
  return { ...frame, schema, meta: { ...meta, schema } }
}

function resourceAt(
  { resources }: MetaContext,
  place: JsonLocation | undefined,
): Resource | undefined {
  if (place !== undefined && resources.size === 1) return undefined
  return resources.get(pointerText(place))
}

function nextDepth({ depth }: Frame): number {
  checkDepth(depth + 1)
  return depth + 1
}

// Shared by frames that need no sets; nothing is ever added to one.
const none: Unevaluated = { properties: new Set(), items: new Set() }

function startUnevaluated(
  schema: Schema,
  value: Value,
  isWanted: boolean,
  budget: Budget,
): Unevaluated {
  if (
    schema.unevaluatedProperties === undefined &&
    schema.unevaluatedItems === undefined &&
    !isWanted
  ) {
    return none
  }
  const object = asObject(value)
  if (object !== undefined) {
    if (schema.evaluatesProperties) return none
    if (!isWanted && schema.unevaluatedProperties === undefined) return none
    budget.spend(object.size * steps.perMember)
    return { properties: new Set(object.keys()), items: new Set() }
  }
  const first = schema.prefixItems.length
  const list = asArray(value)
  if (list === undefined || schema.evaluatesItems || first >= list.length) return none
  if (!isWanted && schema.unevaluatedItems === undefined) return none
  budget.spend(list.length * steps.perMember)
  return { properties: new Set(), items: new Set(list.keys().drop(first)) }
}

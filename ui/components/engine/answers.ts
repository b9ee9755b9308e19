import type { ObjectId } from '../../../src/server/contract.ts'

/** A field that would change, with its path as a person reads it. */
export interface ShownChange {
  readonly is: 'added' | 'removed' | 'changed' | 'reordered'
  readonly path: string
  readonly before?: unknown
  readonly after?: unknown
}

/** An object of a release as it would become. */
export interface ObjectPreview extends ObjectId {
  readonly action: 'create' | 'change' | 'unchanged' | 'prune' | 'keep'
  readonly source: string
  readonly changes: readonly ShownChange[]
}

/** A chart as a form and its views need it. */
export interface ChartFacts {
  readonly name: string
  readonly version: string
  readonly appVersion: string
  readonly values: string
  /** JSON Schema; empty when the chart has none. */
  readonly schema: string
  /** Rancher's questions.yaml; empty when the chart has none. */
  readonly questions: string
}

/** All objects that a text of values leads to, or why it leads to none. */
export type RenderAnswer =
  | { readonly ok: true; readonly objects: readonly ObjectPreview[]; readonly notes: string }
  | { readonly ok: false; readonly why: string }

export interface ShownDocument {
  readonly kind: string
  readonly name: string
  readonly path: string
  /** Counted from 1. */
  readonly firstLine: number
  readonly lastLine: number
}

/** The text that `helm template` prints, with the values that nothing read. */
export type TraceAnswer =
  | {
      readonly ok: true
      readonly lines: readonly string[]
      readonly documents: readonly ShownDocument[]
      readonly unused: readonly UnusedSetting[]
    }
  | { readonly ok: false; readonly why: string }

export interface UnusedSetting {
  readonly path: string
  /** The names that the chart knows where this one stands. */
  readonly known: readonly string[]
}

/** Why a line is as it is. */
export interface LineAnswer {
  /** For each template line that wrote it: itself, then the lines that included it. */
  readonly written: readonly (readonly {
    readonly template: string
    readonly line: number
    readonly text: string
  }[])[]
  readonly values: readonly {
    readonly path: string
    readonly decides: 'value' | 'presence'
    /** Empty when it is set nowhere. */
    readonly setBy: string
    readonly line?: number
  }[]
}

/** A value, and the layer that set it. */
export interface LayeredValue {
  readonly path: string
  readonly value: unknown
  readonly layer: 'chart' | 'source' | 'profile' | 'reference' | 'mine'
  /** The object of a reference. */
  readonly name: string
}

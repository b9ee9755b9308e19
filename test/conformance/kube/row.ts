export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json }

export type JsonObject = { readonly [key: string]: Json }

/** Requests to a Kubernetes API one after the other; what the real server answered is recorded, never typed. */
export interface KubeRow {
  /** A sentence about behaviour; unique in its chapter. */
  readonly name: string
  readonly steps: readonly Step[]
}

/**
 * Texts may hold `{id}`, which is another for each row and run (its namespace, and part of the names of what has no
 * namespace), and `{{2.metadata.uid}}`, which stands for a value in the answer of an earlier step, counted from 0.
 */
export type Step = RequestStep | WatchStep | ReadStep

export interface RequestStep {
  readonly do: 'request'
  readonly method: string
  readonly path: string
  readonly headers?: Headers
  /** 'none': without the certificate of the administrator, so that a token or nothing says who asks. */
  readonly certificate?: 'none'
  readonly body?: Body
  /** Sends again until the answer is so: for what the server takes up a little later. */
  readonly until?: Until
  /** Only prepares: of its answer, the status alone is recorded. */
  readonly prepares?: true
}

/** A header may be there more than once. */
export type Headers = Readonly<Record<string, string | readonly string[]>>

/** JSON, a text as it is, or the answer of an earlier step changed by a merge patch. */
export type Body = { readonly json: Json } | { readonly text: string } | Changed

interface Changed {
  readonly answer: number
  readonly merge: JsonObject
}

export type Until =
  | { readonly status: number }
  /** A value in the body, such as `status.conditions.0.type`. */
  | { readonly at: string; readonly is: Json }

/** Opens a watch that goes on while later steps act. */
export interface WatchStep {
  readonly do: 'watch'
  readonly name: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Takes the next events of a watch: so many, or all until the server ends it. */
export interface ReadStep {
  readonly do: 'read'
  readonly watch: string
  readonly events: number | 'all'
}

/** The record of a step; values that differ from run to run are replaced (see normalise.ts). */
export type Answer =
  | { readonly status: number }
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Json
    }
  | { readonly status: number; readonly events: readonly Json[]; readonly ended?: true }

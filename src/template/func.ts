import type { GoType, Value } from '../formats/value.ts'

/**
 * A function that templates can call. `params` and `variadic` are Go's parameter types; the executor
 * checks arguments against them as Go's reflection does before `call` sees them, so `call` may trust
 * them. A nil given to an `interface {}` parameter arrives as null, to a map or slice parameter as
 * a TypedMap or TypedList that is nil.
 */
export interface TemplateFunc {
  readonly params: readonly GoType[]
  readonly variadic?: GoType
  readonly call: (args: readonly Value[], scope: CallScope) => Value
  /**
   * Characters of its text arguments that one step pays for, before the call; see call-cost.ts for the
   * usual number. Lists and maps are paid for by the functions that walk them.
   */
  readonly charactersPerStep?: number
}

/** Functions by the name that templates use. */
export type FuncMap = Readonly<Record<string, TemplateFunc>>

/**
 * The inputs of a render from outside, so that it stays pure: the same inputs give the same bytes.
 */
export interface Entropy {
  /** Cryptographically random bytes (or a recorded stream of them). */
  readonly randomBytes: (count: number) => Uint8Array
  /** The moment of the render, in nanoseconds since 1970 (UTC). */
  readonly now: () => bigint
  /** The zone that Go calls Local, by its IANA name; UTC when absent, as in a container. */
  readonly localZone?: string
  /**
   * The next new private key of a kind; undefined, or absent, where it is still to be made. Browsers
   * make keys only asynchronously: then the render ends with a MissingKeysError, and the caller makes
   * the keys and renders again with the same entropy.
   */
  readonly generateKey?: (kind: KeyKind) => Uint8Array | undefined
}

/** Keys are handed over as PKCS#8 DER. */
export type KeyKind = 'rsa-2048' | 'rsa-4096' | 'ecdsa-p256' | 'ed25519' | 'dsa-2048'

/** The parts of the run that a function may use. */
export interface CallScope {
  readonly entropy: Entropy
  /** Spends fuel; throws when the render's limit of steps is passed. */
  readonly spend: (steps: number) => void
  /** Executes the named template with its own scope, as `include` does. */
  readonly include: (name: string, data: Value) => string
  /** Parses and executes text as a template, as `tpl` does. */
  readonly tpl: (text: string, data: Value) => string
  /** Answers `lookup` from the map given to the render; a miss is noted and answered with an empty map. */
  readonly lookup: (apiVersion: string, kind: string, namespace: string, name: string) => Value
  /** Says that a key was wanted and not there; the result of the render is then thrown away. */
  readonly noteMissingKey: (kind: KeyKind) => void
  /** `required` and `fail` answer "" instead of failing when a chart is linted. */
  readonly lintMode: boolean
}

/**
 * Thrown by a function for what Go's function returns as an error or panics with. The executor adds
 * `error calling NAME: `; `message` is Go's text.
 */
export class FuncError extends Error {
  /** 'fail' marks errors of `required` and `fail`, whose text Helm prints alone. */
  readonly code: 'returned' | 'panic' | 'fail'

  constructor(
    message: string,
    code: 'returned' | 'panic' | 'fail' = 'returned',
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = code
  }
}

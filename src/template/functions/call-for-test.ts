import { Sized, type Value } from '../../formats/value.ts'
import { type CallScope, type FuncMap, FuncError } from '../func.ts'

/** Function, arguments, and what the real Helm gives for them. */
export type Row = readonly [name: string, args: readonly Value[], expected: Value | Failure]

/** An error with this text. */
export interface Failure {
  readonly error: string
}

export function fails(error: string): Failure {
  return { error }
}

export function int64(value: number | bigint): Sized {
  return new Sized('int64', BigInt(value))
}

export function dict(entries: Readonly<Record<string, Value>>): Map<string, Value> {
  return new Map(Object.entries(entries))
}

/** The result of a call, failures included. */
export function callFunction(
  functions: FuncMap,
  name: string,
  args: readonly Value[],
): Value | Failure {
  try {
    return functions[name]?.call(args, testScope())
  } catch (error) {
    if (error instanceof FuncError) return fails(error.message)
    throw error
  }
}

/** A scope with counting bytes for random ones. */
export function testScope(): CallScope {
  let next = 0
  return {
    entropy: {
      randomBytes: (count) => Uint8Array.from({ length: count }, () => next++),
      now: () => 0n,
    },
    spend: () => {},
    include: () => '',
    tpl: () => '',
    lookup: () => new Map(),
    noteMissingKey: () => {},
    lintMode: false,
  }
}

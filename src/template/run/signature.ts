import { interfaceType, type GoType } from '../../formats/value.ts'

/** The parameters of a function, as Go's reflection tells them. */
export interface Signature {
  readonly params: readonly GoType[]
  readonly variadic?: GoType
}

/** The type wanted for the argument at an index. */
export function parameterType(signature: Signature, index: number): GoType {
  return signature.params[index] ?? signature.variadic ?? interfaceType
}

/** The fault in the number of arguments; undefined when there is none. */
export function arityFault(
  name: string,
  signature: Signature,
  explicit: number,
  piped: 0 | 1,
): string | undefined {
  const want = signature.params.length
  const got = explicit + piped
  if (signature.variadic === undefined) {
    return got === want ? undefined : `wrong number of args for ${name}: want ${want} got ${got}`
  }
  // Go leaves the piped argument out of this count.
  return got >= want
    ? undefined
    : `wrong number of args for ${name}: want at least ${want} got ${explicit}`
}

import type { Value } from '../../formats/value.ts'
import type { CallScope, FuncMap, TemplateFunc } from '../func.ts'

/** The type on our side of a checked argument of a Go type. */
interface ArgumentOf {
  readonly string: string
  readonly int: bigint
  readonly bool: boolean
  readonly float64: number
  readonly 'interface {}': Value
  readonly 'map[string]interface {}': Map<string, Value>
}

type Param = keyof ArgumentOf

type Arguments<Params extends readonly Param[]> = {
  readonly [Index in keyof Params]: ArgumentOf[Params[Index]]
}

/** A function with a fixed number of parameters. */
export function define<const Params extends readonly Param[]>(
  params: Params,
  call: (args: Arguments<Params>, scope: CallScope) => Value,
): TemplateFunc {
  // The executor has checked number and types against `params`.
  return { params, call: (args, scope) => call(args as unknown as Arguments<Params>, scope) }
}

/** A function whose last parameter may be given any number of times. */
export function defineVariadic<const Params extends readonly Param[], Rest extends Param>(
  params: Params,
  variadic: Rest,
  call: (args: Arguments<Params>, rest: readonly ArgumentOf[Rest][], scope: CallScope) => Value,
): TemplateFunc {
  return {
    params,
    variadic,
    call: (args, scope) =>
      call(
        args.slice(0, params.length) as unknown as Arguments<Params>,
        args.slice(params.length) as unknown as readonly ArgumentOf[Rest][],
        scope,
      ),
  }
}

/** Functions that work harder on each character of text: a step pays for so many only. */
export function slower(charactersPerStep: number, functions: FuncMap): FuncMap {
  return Object.fromEntries(
    Object.entries(functions).map(([name, func]) => [name, { ...func, charactersPerStep }]),
  )
}

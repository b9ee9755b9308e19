// The declaration of a verb's arguments and options: plain data, from which the parser, the help
// text and the shell completion are made. Keys are the names a user types: 'dry-run' is --dry-run.

interface OptionBase {
  /** One letter, without the dash. */
  readonly short?: string
  readonly summary: string
  /** A kind of ours whose objects a shell may offer as values. */
  readonly offers?: string
  /** Words that a shell may offer; others are taken, too. */
  readonly words?: readonly string[]
}

export type OptionSpec =
  | (OptionBase & { readonly kind: 'switch' })
  | (OptionBase & { readonly kind: 'text'; readonly value: string })
  /** May be given many times; the values are kept in order. */
  | (OptionBase & { readonly kind: 'list'; readonly value: string })
  | (OptionBase & {
      readonly kind: 'choice'
      readonly value: string
      readonly choices: readonly string[]
      readonly fallback?: string
    })
  /** A choice that may be left out: --wait means --wait=<bare>. A value is given after `=` only. */
  | (OptionBase & {
      readonly kind: 'optional'
      readonly value: string
      readonly choices: readonly string[]
      readonly bare: string
      readonly fallback?: string
    })

export interface ArgumentSpec {
  readonly count: 'one' | 'at-most-one' | 'any'
  readonly summary: string
  readonly choices?: readonly string[]
}

export interface CommandSpec {
  /** More than the one-line summary of the command table, when a user needs it. */
  readonly description?: string
  /** In the order in which they are typed; 'any' only as the last. */
  readonly arguments: Readonly<Record<string, ArgumentSpec>>
  readonly options: Readonly<Record<string, OptionSpec>>
  /** The words after the program's name, such as 'version --short'. */
  readonly examples: readonly string[]
}

type OptionValue<O extends OptionSpec> = O extends { readonly kind: 'switch' }
  ? boolean
  : O extends { readonly kind: 'list' }
    ? readonly string[]
    : O extends { readonly choices: readonly (infer C)[] }
      ? C | (O extends { readonly fallback: string } ? never : undefined)
      : string | undefined

type ArgumentWord<A extends ArgumentSpec> = A extends { readonly choices: readonly (infer C)[] }
  ? C
  : string

type ArgumentValue<A extends ArgumentSpec> = A extends { readonly count: 'one' }
  ? ArgumentWord<A>
  : A extends { readonly count: 'any' }
    ? readonly ArgumentWord<A>[]
    : ArgumentWord<A> | undefined

/** The values that a user gave for a declared command, each checked against its declaration. */
export interface CommandInput<C extends CommandSpec> {
  readonly arguments: { readonly [K in keyof C['arguments']]: ArgumentValue<C['arguments'][K]> }
  readonly options: { readonly [K in keyof C['options']]: OptionValue<C['options'][K]> }
}

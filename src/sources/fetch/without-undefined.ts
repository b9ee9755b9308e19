type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** The options that were given: what is undefined is left out, so that defaults hold. */
export function withoutUndefined<T extends object>(options: T): Defined<T> {
  const entries = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Defined<T>
}

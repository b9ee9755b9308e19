import type { Json } from '../../../src/objects/json.ts'

/** A question to the libraries of Kubernetes; see oracle/main.go for what can be asked. */
export interface ObjectsRow {
  readonly name: string
  readonly ask: string
  readonly args: readonly Json[]
}

/** Rows about one question, with the first argument as their name. */
export function rowsOf(ask: string, ...args: readonly (readonly Json[])[]): readonly ObjectsRow[] {
  return args.map((one) => {
    const [first, second] = one
    const names = [first, second].filter((name) => typeof name === 'string')
    return { name: `${ask} ${names.map((name) => JSON.stringify(name)).join(' ')}`, ask, args: one }
  })
}

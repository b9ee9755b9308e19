import type { Ports } from '../verb.ts'

/** The variables that credential helpers get: those that are set. */
export function credentialEnvironment({ environment }: Ports): Readonly<Record<string, string>> {
  const set = Object.entries(environment).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return Object.fromEntries(set)
}

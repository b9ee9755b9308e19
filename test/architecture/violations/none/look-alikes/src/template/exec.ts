// Names that only look like globals: parameters, members, keys, types.
import { isDate } from '../formats/date.ts'

export interface Ports {
  readonly fetch: typeof fetch
  readonly process: (text: string) => string
}

export function exec(fetch: () => string, { process }: Ports, random = isDate) {
  const performance = { now: fetch }
  const crypto = performance.now()
  label: for (const window of [crypto]) {
    if (window === '') continue label
    return { console: process(window), setTimeout: random.name }
  }
  return { document: performance.now }
}

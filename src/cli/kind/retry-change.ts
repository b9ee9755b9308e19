import { retryAnnotation } from '../../operator/pass/plugin-names.ts'
import type { Change } from './change-verb.ts'
import { untilDone } from './wait-for.ts'

/** Asks for another attempt now; the time makes it a new request. */
export function retryChange(description: string): Change {
  return {
    verb: 'retry',
    done: 'will be tried again now',
    description,
    patch: () => ({ metadata: { annotations: { [retryAnnotation]: new Date().toISOString() } } }),
    desired: untilDone,
  }
}

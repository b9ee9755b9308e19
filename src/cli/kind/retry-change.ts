import type { Change } from './change-verb.ts'
import { untilDone } from '../../actions/wait/await-state.ts'

/** Asks for another attempt now. */
export function retryChange(description: string): Change {
  return {
    verb: 'retry',
    done: 'will be tried again now',
    description,
    desired: untilDone,
  }
}

import type { ApiAnswer } from '../http/exchange.ts'
import { methodNotAllowed } from '../status-errors.ts'
import type { Call } from './call.ts'

/** Answers a PATCH. */
export async function answerPatch(_call: Call): Promise<ApiAnswer> {
  throw methodNotAllowed()
}

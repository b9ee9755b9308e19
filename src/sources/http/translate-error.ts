import { OciError, type OciErrorCode } from '../../oci/errors.ts'
import { SourceError, type SourceErrorCode } from '../errors.ts'

// The codes that the transport can give; the rest of its codes are about registries.
const codes: Partial<Record<OciErrorCode, SourceErrorCode>> = {
  'address-refused': 'address-refused',
  'redirect-refused': 'redirect-refused',
  'rate-limited': 'rate-limited',
  'timed-out': 'timed-out',
  'too-large': 'too-large',
  'digest-mismatch': 'digest-mismatch',
  'not-found': 'not-found',
  'bad-config': 'bad-config',
  'bad-reference': 'bad-address',
  'server-error': 'server-error',
  unauthorized: 'unauthorized',
  denied: 'denied',
  unreachable: 'unreachable',
}

/** The error of this folder for one of the client below; the caller's own reason stays what it is. */
export function translateError(error: unknown, signal: AbortSignal): Error {
  if (signal.aborted && signal.reason instanceof Error) return signal.reason
  if (error instanceof OciError) {
    const code = codes[error.code] ?? 'bad-answer'
    return new SourceError(code, error.message, { cause: error })
  }
  return error instanceof Error ? error : new Error(String(error))
}

import { OciError } from '../errors.ts'
import type { Registry } from './registry.ts'

const loginMilliseconds = 60_000

/** Asks a registry whether it lets these credentials in; one that asks nobody lets everybody in. */
export async function checkLogin(registry: Registry, signal: AbortSignal): Promise<void> {
  const call = { method: 'GET', path: '', access: 'none', timeout: loginMilliseconds } as const
  const response = await registry.call(call, signal)
  if (response.status === 200) return await response.discard()
  if (response.status === 404) {
    await response.discard()
    throw new OciError('not-found', `${registry.base.host} answers, but not as a registry`)
  }
  throw await registry.failure(response, 'logging in')
}

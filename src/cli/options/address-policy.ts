import type { AddressPolicy } from '../../sources/policy/judge.ts'
import { readAddressPolicy } from '../../sources/policy/policy.ts'
import { readProxies } from '../../sources/policy/proxies.ts'
import type { Ports } from '../verb.ts'

/** The policy for addresses, with the proxies of this machine; what somebody typed is trusted anyway. */
export function addressPolicyOf(given: readonly string[], { environment }: Ports): AddressPolicy {
  const lasting = (environment['OUTRIGGER_ALLOW_ADDRESS'] ?? '').split(',')
  const allow = [...given.flatMap((one) => one.split(',')), ...lasting].map((one) => one.trim())
  const proxies = readProxies(environment)
  return readAddressPolicy({ allow: allow.filter((one) => one !== ''), proxies })
}

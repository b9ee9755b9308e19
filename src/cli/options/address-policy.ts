import type { AddressPolicy } from '../../sources/policy/judge.ts'
import { readAddressPolicy } from '../../sources/policy/policy.ts'
import type { Ports } from '../verb.ts'

/** The policy for addresses; what somebody typed is trusted anyway. */
export function addressPolicyOf(given: readonly string[], { environment }: Ports): AddressPolicy {
  const lasting = (environment['OUTRIGGER_ALLOW_ADDRESS'] ?? '').split(',')
  const allow = [...given.flatMap((one) => one.split(',')), ...lasting].map((one) => one.trim())
  return readAddressPolicy({ allow: allow.filter((one) => one !== '') })
}

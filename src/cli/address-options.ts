import type { AddressPolicy } from '../sources/policy/judge.ts'
import { readAddressPolicy } from '../sources/policy/policy.ts'
import type { OptionSpec } from './command-spec.ts'
import type { Ports } from './verb.ts'

/** What may be fetched that nobody typed: addresses in charts, indexes and redirects. */
export const addressOptions = {
  'allow-address': {
    kind: 'list',
    value: 'ADDRESS',
    summary:
      'let charts, indexes and redirects lead there: a host, *.domain, a range such as 10.0.0.0/8, with http:// or :port; also $OUTRIGGER_ALLOW_ADDRESS, with commas',
  },
} as const satisfies Record<string, OptionSpec>

/** The policy for addresses; what somebody typed is trusted anyway. */
export function addressPolicyOf(given: readonly string[], { environment }: Ports): AddressPolicy {
  const lasting = (environment['OUTRIGGER_ALLOW_ADDRESS'] ?? '').split(',')
  const allow = [...given.flatMap((one) => one.split(',')), ...lasting].map((one) => one.trim())
  return readAddressPolicy({ allow: allow.filter((one) => one !== '') })
}

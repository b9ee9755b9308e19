import type { OptionSpec } from './command-spec.ts'

/** What may be fetched that nobody typed: addresses in charts, indexes and redirects. */
export const addressOptions = {
  'allow-address': {
    kind: 'list',
    value: 'ADDRESS',
    summary:
      'let charts, indexes and redirects lead there: a host, *.domain, a range such as 10.0.0.0/8, with http:// or :port; also $OUTRIGGER_ALLOW_ADDRESS, with commas',
  },
} as const satisfies Record<string, OptionSpec>
